import {
  Address,
  type contract,
  hash,
  Operation,
  StrKey,
  scValToNative,
  type Transaction,
  type xdr,
} from "@stellar/stellar-sdk";
import { type ContractName, contractNames } from "../chain/bindings.ts";
import { type Chain, keysPath, openChain } from "../chain/chain.ts";
import { type AnyContract, anyContract, openOther } from "../chain/contracts.ts";
import { SetupError } from "../chain/errors.ts";
import { type Json, toJson } from "../chain/json.ts";
import { type AccountRole, type Keys, readKeys, type Signer } from "../chain/keys.ts";
import { networks } from "../chain/networks.ts";
import type { Landed } from "../chain/outcome.ts";
import { Sender } from "../chain/sender.ts";
import { systemClock } from "../clock.ts";
import { accountOf, holder } from "../deploy/authority.ts";
import { contractIdOf, MAX_RESOURCE_FEE } from "../deploy/site.ts";
import { createLogger } from "../logger.ts";
import type { Settings } from "../settings/settings.ts";
import { ArgumentError, readArguments, typeName } from "./arguments.ts";
import { type ContractCode, readSpec } from "./code.ts";

// Any function of any contract, called by an operator or a developer with the keys of this machine, and new contracts.

export interface ContractCall {
  /** Name of a contract of the system, or the address of another, as `find` returned it. */
  contract: string;
  method: string;
  args: Record<string, unknown>;
}

export interface CallEvent {
  /** Name of a contract of the system, or the address of another. */
  contract: string;
  /** Its name in the contract's spec, or its first topic. */
  type: string;
  data: Json;
}

export interface Effects {
  value: Json;
  events: CallEvent[];
}

export interface Preview extends Effects {
  /** The call changes nothing and needs no signature. */
  isView: boolean;
  /** Arguments as the contract gets them. */
  args: Record<string, Json>;
  /** Whose signature it needs. */
  signers: string[];
  /** Stroops of XLM, without the bid for inclusion. */
  resourceFee: bigint;
}

export interface Sent extends Effects {
  txHash: string;
  ledger: number;
  /** Stroops of XLM. */
  feeCharged: bigint;
}

export interface NewContract {
  /** Address. */
  id: string;
  /** SHA-256 of its code, hex. */
  wasmHash: string;
  /** Hash of the transaction that created it, hex. */
  txHash: string;
}

export interface FunctionDescription {
  name: string;
  args: { name: string; type: string }[];
  /** Type of the answer; null: none. */
  answer: string | null;
  doc: string;
}

/** Names of the argument for the acting account; an argument with such a name may be left out. */
const CALLER = new Set(["operator", "guardian", "caller"]);

export class ContractCalls {
  readonly chain: Chain;
  readonly #settings: Settings;
  /** Contracts that aren't of the system, by their addresses. */
  readonly #others = new Map<string, AnyContract>();

  /** Makes no request to the node. @throws SetupError */
  constructor(settings: Settings) {
    this.#settings = settings;
    this.chain = openChain(settings);
  }

  /** Whether value on the network is real. */
  get isPublic(): boolean {
    return networks[this.chain.network].public;
  }

  /** @throws ArgumentError for a name that the deployment doesn't have */
  contractName(text: string): ContractName {
    const name = contractNames.find((name) => name === text);
    if (!name) throw new ArgumentError(`there is no contract "${text}"; there are ${contractNames.join(", ")}`);
    return name;
  }

  /**
   * A contract of the system by its name, or any contract by its address, whose spec is read from the ledger.
   * @returns what the other methods take as the contract
   * @throws ArgumentError if there is no such contract, RpcUnavailable
   */
  async find(text: string): Promise<string> {
    if (!StrKey.isValidContract(text)) return this.contractName(text);
    const { contracts, rpc, passphrase } = this.chain;
    const known = contractNames.find((name) => contracts[name].id === text);
    if (known) return known;
    this.#others.set(text, openOther(rpc, passphrase, text, await readSpec(this.chain, text)));
    return text;
  }

  /** Of the code that runs on the ledger. @throws RpcUnavailable */
  async functions(contract: string): Promise<FunctionDescription[]> {
    const { spec } = await this.#contract(contract).asDeployed();
    const all = spec.funcs().map(({ name, inputs, outputs, doc }) => ({
      name: name.toString(),
      args: inputs.map((input) => ({ name: input.name.toString(), type: typeName(input.type) })),
      answer: outputs[0] ? typeName(outputs[0]) : null,
      doc: doc.toString().replace(/\s+/g, " "),
    }));
    return all.filter(({ name }) => name !== "__constructor").toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }

  /**
   * @param as who acts: a role of the key file, or an address of it
   * @throws ArgumentError, SetupError, RpcUnavailable
   */
  async call(
    contract: string,
    method: string,
    given: ReadonlyMap<string, string>,
    as = "deployer",
  ): Promise<ContractCall> {
    const { spec } = await this.#contract(contract).asDeployed();
    const func = spec.funcs().find(({ name }) => name.toString() === method);
    if (!func) {
      throw new ArgumentError(
        `${contract} has no function "${method}"; \`merit contract functions ${contract}\` lists them`,
      );
    }
    const filled = new Map(given);
    const caller = func.inputs.map(({ name }) => name.toString()).find((name) => CALLER.has(name));
    if (caller !== undefined && !filled.has(caller)) filled.set(caller, this.signer(as).publicKey);
    return { contract, method, args: this.#arguments(spec, func, filled) };
  }

  /** What the call would do now, whoever makes it; nothing is signed. @throws CallRefused, RpcUnavailable */
  async preview({ contract, method, args }: ContractCall): Promise<Preview> {
    const deployed = await this.#contract(contract).asDeployed();
    const { transaction, returnValue, events, resourceFee, resources } = await deployed.preview(
      undefined,
      method,
      args,
    );
    const signers = signersOf(transaction);
    return {
      isView: signers.length === 0 && resources.footprint.readWrite.length === 0,
      args: sentArguments(deployed, method, args),
      signers,
      resourceFee,
      ...this.#effects(deployed.decode(method, returnValue), events),
    };
  }

  /** Who signs a call on this machine. @throws SetupError saying whose key is missing */
  signerOf({ signers }: Pick<Preview, "signers">, as?: string): Signer {
    const [wanted, another] = signers;
    if (wanted === undefined) return this.signer(as ?? "deployer");
    const chosen = as === undefined ? this.keys().byAddress(wanted) : this.signer(as);
    if (another === undefined && chosen?.publicKey === wanted) return chosen;
    const all = signers.map((address) => this.named(address)).join(" and ");
    if (another !== undefined)
      throw new SetupError(`The call needs the signatures of ${all}; this command signs with only one account`);
    if (StrKey.isValidContract(wanted)) throw new SetupError(`Only the contract ${all} can make this call`);
    const instead = chosen ? `, not of ${this.named(chosen.publicKey)}` : ", whose key isn't in the key file";
    throw new SetupError(`The call needs the signature of ${all}${instead}`);
  }

  /** Of this machine. @throws SetupError */
  keys(): Keys {
    return readKeys(keysPath(this.#settings));
  }

  /** @param as role in the key file, or an address of it. @throws SetupError if it has no such key */
  signer(as: string): Signer {
    const keys = this.keys();
    if (!/^[GC][A-Z2-7]{55}$/.test(as)) return keys.signer(as as AccountRole);
    const signer = keys.byAddress(as);
    if (!signer) throw new SetupError(`The key file has no key for ${this.named(as)}`);
    return signer;
  }

  /** The address, with the name that the manifest has for it. */
  named(address: string): string {
    const { name } = holder(this.chain.manifest, address);
    return name === null ? address : `${name} (${address})`;
  }

  /**
   * Signs and sends it; the fee account pays where the key file has it, otherwise the signer.
   * @throws SetupError, CallRefused, FeeTooHigh, RpcUnavailable
   */
  async send({ contract, method, args }: ContractCall, signer: Signer, signal: AbortSignal): Promise<Sent> {
    const deployed = await this.#contract(contract).asDeployed();
    const operation = deployed.operation(signer.publicKey, method, args);
    const { txHash, ledger, feeCharged, returnValue, events } = await this.#send(operation, signer, signal);
    return { txHash, ledger, feeCharged, ...this.#effects(deployed.decode(method, returnValue), events) };
  }

  /**
   * Uploads the code of a contract and creates a contract of it, another one with each call.
   * @param given arguments of its constructor
   * @param as who creates it and signs: a role of the key file, or an address of it
   * @throws ArgumentError, SetupError, CallRefused, FeeTooHigh, RpcUnavailable
   */
  async create(
    { wasm, spec }: ContractCode,
    given: ReadonlyMap<string, string>,
    as: string,
    signal: AbortSignal,
  ): Promise<NewContract> {
    const constructorArgs = this.#constructorArgs(spec, given);
    const signer = this.signer(as);
    const source = signer.publicKey;
    await this.#send(Operation.uploadContractWasm({ wasm, source }), signer, signal, MAX_RESOURCE_FEE);
    const wasmHash = hash(wasm);
    const salt = crypto.getRandomValues(new Uint8Array(32));
    const address = Address.fromString(source);
    const creation = Operation.createCustomContract({ address, wasmHash, salt, constructorArgs, source });
    const { txHash } = await this.#send(creation, signer, signal, MAX_RESOURCE_FEE);
    const id = contractIdOf(this.chain.passphrase, source, salt);
    return { id, wasmHash: Buffer.from(wasmHash).toString("hex"), txHash };
  }

  #constructorArgs(spec: contract.Spec, given: ReadonlyMap<string, string>): xdr.ScVal[] {
    const func = spec.funcs().find(({ name }) => name.toString() === "__constructor");
    if (func) return spec.funcArgsToScVals("__constructor", this.#arguments(spec, func, given));
    if (given.size > 0) throw new ArgumentError("the contract has no constructor, so it takes no arguments");
    return [];
  }

  #arguments(spec: contract.Spec, func: xdr.ScSpecFunctionV0, given: ReadonlyMap<string, string>) {
    return readArguments({ spec, addressOf: (text) => accountOf(this.#settings, text) }, func, given);
  }

  async #send(
    operation: xdr.Operation,
    signer: Signer,
    signal: AbortSignal,
    maxResourceFee = this.#settings.worker.maxResourceFee,
  ): Promise<Landed> {
    const sender = this.#sender(signer, maxResourceFee);
    const slot = await sender.slot({ signer, used: 0n });
    const { transaction } = await sender.draft(slot, operation);
    const envelope = await sender.seal(slot, transaction, [signer]);
    const outcome = await sender.deliver({ envelope, recordHash: async () => undefined, signal });
    switch (outcome.kind) {
      case "confirmed":
        return outcome;
      case "failed":
        throw new SetupError(`Transaction ${outcome.txHash} failed on the ledger: ${outcome.reason}`);
      case "dead":
        throw new SetupError(
          `The ledger did not include the transaction (${outcome.reason}), and never will: call again`,
        );
      case "consumed":
      case "unknown":
        throw new SetupError(
          `The result of transaction ${envelope.innerHash} is unknown; look it up on the ledger before you call again`,
        );
    }
  }

  #contract(name: string): AnyContract {
    return this.#others.get(name) ?? anyContract(this.chain.contracts, this.contractName(name));
  }

  #sender(signer: Signer, maxResourceFee: bigint): Sender {
    const { network, worker } = this.#settings;
    const { rpc, passphrase, manifest } = this.chain;
    return new Sender({
      server: rpc,
      network: networks[network],
      passphrase,
      feeAccount: this.keys().byAddress(manifest.accounts.fee) ?? signer,
      channels: [signer],
      maxFee: BigInt(worker.maxFeeStroops),
      maxResourceFee,
      clock: systemClock,
      log: createLogger("error", process.stderr),
    });
  }

  #effects(value: unknown, events: xdr.ContractEvent[]): Effects {
    return {
      value: toJson(value),
      events: events.map((event) => this.#event(event)),
    };
  }

  #event(event: xdr.ContractEvent): CallEvent {
    for (const contract of [...contractNames, ...this.#others.keys()]) {
      const known = this.#contract(contract).parseEvent(event);
      if (known) return { contract, type: known.name, data: toJson(known.data) };
    }
    const { topics, data } = event.body.v0;
    const [type, ...rest] = topics.map((topic) => toJson(scValToNative(topic)));
    const address = event.contractId ? StrKey.encodeContract(event.contractId.toXdr()) : "";
    const contract = address === this.chain.manifest.asset.contract_id ? "asset" : address;
    return { contract, type: String(type), data: [...rest, toJson(scValToNative(data))] };
  }
}

/** Whose signatures the ledger recorded as needed; the simulation has no source that would give its own. */
function signersOf({ operations: [operation] }: Transaction): string[] {
  const auth = operation?.type === "invokeHostFunction" ? (operation.auth ?? []) : [];
  return auth.flatMap(({ credentials }) =>
    credentials.type === "sorobanCredentialsAddress" || credentials.type === "sorobanCredentialsAddressV2"
      ? [Address.fromScAddress(credentials.value.address).toString()]
      : [],
  );
}

function sentArguments({ spec }: AnyContract, method: string, args: object): Record<string, Json> {
  const { inputs } = spec.getFunc(method);
  const values = spec.funcArgsToScVals(method, args);
  return Object.fromEntries(
    inputs.map(({ name, type }, index) => [
      name.toString(),
      toJson(spec.scValToNative(values[index] as xdr.ScVal, type)),
    ]),
  );
}
