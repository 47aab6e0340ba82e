import {
  Address,
  contract,
  hash,
  Operation,
  StrKey,
  scValToNative,
  type Transaction,
  type xdr,
} from "@stellar/stellar-sdk";
import { systemClock } from "../../base/clock.ts";
import { createLogger } from "../../base/logger.ts";
import type { Settings } from "../../base/settings/settings.ts";
import { type ContractName, contractNames } from "../chain/bindings.ts";
import { type Chain, keysPath, openChain } from "../chain/chain.ts";
import { contractErrorWords } from "../chain/contract-errors.ts";
import { type AnyContract, openAny } from "../chain/contracts.ts";
import { isPassing } from "../chain/delivery.ts";
import { CallRefused, SetupError } from "../chain/errors.ts";
import { type Json, toJson } from "../chain/json.ts";
import { type AccountRole, type Keys, readKeys, type Signer } from "../chain/keys.ts";
import { networks } from "../chain/networks.ts";
import type { Landed, Outcome } from "../chain/outcome.ts";
import { type Envelope, Sender } from "../chain/sender.ts";
import { givesAuthority, MAX_WAIT_SECONDS } from "../chain/transaction.ts";
import { accountOf, holder } from "../deploy/authority.ts";
import { contractIdOf, MAX_RESOURCE_FEE } from "../deploy/site.ts";
import { ArgumentError, readArguments, typeName } from "./arguments.ts";
import { type ContractCode, readSpec } from "./code.ts";
import { type DecodedEvent, decodeEvent } from "./events.ts";
import { allowedBy, furtherCalls, signersOf } from "./signatures.ts";

// Any function of any contract, called by an operator or a developer with the keys of this machine, and new contracts.

export interface ContractCall {
  contract: AnyContract;
  method: string;
  args: Record<string, unknown>;
}

export interface CallEvent extends DecodedEvent {
  /** Name of a contract of the system, or the address of another. */
  contract: string;
}

export interface Effects {
  value: Json;
  events: CallEvent[];
}

export interface Preview extends Effects {
  /** The call changes nothing that it shows, and needs no signature. It may extend lifetimes, which no simulation tells. */
  isView: boolean;
  /** It needs archived entries, which sending it restores; what it changes in them isn't known. */
  isArchived: boolean;
  /** Arguments as the contract gets them. */
  args: Record<string, Json>;
  /** Addresses whose signatures it needs. */
  signers: string[];
  /** Calls of other contracts that the signature allows. */
  further: string[];
  /** All that the signature allows, base64 XDR. */
  allowed: string;
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

  /** Makes no request to the node. @throws SetupError */
  constructor(settings: Settings) {
    this.#settings = settings;
    this.chain = openChain(settings);
  }

  /** True if value on the network is real. */
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
   * A contract of the system by its name, or any contract by its address, with the spec of the code that runs on the ledger: it
   * may be of another release.
   * @throws ArgumentError if there is no such contract, RpcUnavailable
   */
  async find(text: string): Promise<AnyContract> {
    const { contracts, rpc, passphrase } = this.chain;
    const id = StrKey.isValidContract(text) ? text : contracts[this.contractName(text)].id;
    return openAny(rpc, passphrase, id, await readSpec(this.chain, id));
  }

  functions({ spec }: AnyContract): FunctionDescription[] {
    const all = spec.funcs().map(({ name, inputs, outputs, doc }) => ({
      name: name.toString(),
      args: inputs.map((input) => ({ name: input.name.toString(), type: typeName(input.type) })),
      answer: outputs[0] ? typeName(outputs[0]) : null,
      doc: doc.toString().replace(/\s+/g, " "),
    }));
    return all.filter(({ name }) => name !== "__constructor").toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }

  /**
   * @param as who acts: a role of the key file, an address of it, or `governance` for a call that is voted on
   * @throws ArgumentError, SetupError
   */
  call(called: AnyContract, method: string, given: ReadonlyMap<string, string>, as = "deployer"): ContractCall {
    const { id, spec } = called;
    const func = spec.funcs().find(({ name }) => name.toString() === method);
    if (!func) {
      const contract = this.#contractAt(id);
      throw new ArgumentError(
        `${contract} has no function "${method}"; \`merit contract functions ${contract}\` lists them`,
      );
    }
    const filled = new Map(given);
    const caller = func.inputs.map(({ name }) => name.toString()).find((name) => CALLER.has(name));
    if (caller !== undefined && !filled.has(caller))
      filled.set(caller, as === "governance" ? as : this.signer(as).publicKey);
    return { contract: called, method, args: this.#arguments(spec, func, filled) };
  }

  /** The address that a text is, or that the deployment has under this name. @throws SetupError */
  addressOf(text: string): string {
    return accountOf(this.#settings, text);
  }

  /** Simulates the call, whoever makes it; nothing is signed. @throws CallRefused, RpcUnavailable */
  async preview({ contract, method, args }: ContractCall): Promise<Preview> {
    const simulated = await byItsName(contract.spec, contract.preview(undefined, method, args));
    const { transaction, returnValue, events, resourceFee, resources, archived } = simulated;
    const signers = signersOf(transaction);
    return {
      isView: signers.length === 0 && events.length === 0 && resources.footprint.readWrite.length === archived,
      isArchived: archived > 0,
      args: sentArguments(contract, method, args),
      signers,
      further: this.#furtherCalls(transaction),
      allowed: allowedBy(transaction),
      resourceFee,
      ...this.#effects(contract, contract.decode(method, returnValue), events),
    };
  }

  /** The signer of a call on this machine. @throws SetupError saying whose key is missing */
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

  /** Keys of this machine. @throws SetupError */
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
   * Signs and sends a call; the fee account pays where the key file has it, otherwise the signer.
   * @param shown the preview, where nothing may be signed that allows anything else: a contract of others can answer the second
   * simulation otherwise than the first
   * @throws SetupError, CallRefused, FeeTooHigh, RpcUnavailable
   */
  async send(
    { contract, method, args }: ContractCall,
    signer: Signer,
    signal: AbortSignal,
    shown?: Preview,
  ): Promise<Sent> {
    const operation = contract.operation(signer.publicKey, method, args);
    const check = (transaction: Transaction) => {
      if (method === "execute" && contract.id === this.chain.contracts.governance.id && givesAuthority(transaction)) {
        throw new SetupError("A call of the proposal acts in the name of the executing account; nothing was signed");
      }
      if (!shown || allowedBy(transaction) === shown.allowed) return;
      throw new SetupError("The call would no longer do what was shown, so nothing was sent: call again");
    };
    const sent = await byItsName(contract.spec, this.#send(operation, signer, signal, { spec: contract.spec, check }));
    const { txHash, ledger, feeCharged, returnValue, events } = sent;
    return { txHash, ledger, feeCharged, ...this.#effects(contract, contract.decode(method, returnValue), events) };
  }

  /** An event by the spec of the called contract, or of a contract of the system. */
  event(event: xdr.ContractEvent, called?: AnyContract): CallEvent {
    const contract = this.#contractAt(event.contractId ? StrKey.encodeContract(event.contractId.toXdr()) : "");
    const emitters: Pick<AnyContract, "parseEvent">[] = [
      ...(called ? [called] : []),
      ...Object.values(this.chain.contracts),
    ];
    const { topics, data } = event.body.v0;
    const parse = () => emitters.map((emitter) => emitter.parseEvent(event)).find((parsed) => parsed !== undefined);
    return { contract, ...decodeEvent(topics, data, parse) };
  }

  /** @throws ArgumentError, SetupError */
  constructorArgs({ spec }: ContractCode, given: ReadonlyMap<string, string>): xdr.ScVal[] {
    const func = spec.funcs().find(({ name }) => name.toString() === "__constructor");
    if (func) return spec.funcArgsToScVals("__constructor", this.#arguments(spec, func, given));
    if (given.size > 0) throw new ArgumentError("the contract has no constructor, so it takes no arguments");
    return [];
  }

  /**
   * Uploads the code of a contract and creates a contract of it, another one with each call.
   * @param trusted its constructor may call other contracts in the signer's name
   * @throws SetupError, CallRefused, FeeTooHigh, RpcUnavailable
   */
  async create(
    { wasm, spec }: ContractCode,
    constructorArgs: xdr.ScVal[],
    { signer, trusted, signal }: { signer: Signer; trusted: boolean; signal: AbortSignal },
  ): Promise<NewContract> {
    const [source, maxResourceFee] = [signer.publicKey, MAX_RESOURCE_FEE];
    await this.#send(Operation.uploadContractWasm({ wasm, source }), signer, signal, { maxResourceFee });
    const wasmHash = hash(wasm);
    const salt = crypto.getRandomValues(new Uint8Array(32));
    const address = Address.fromString(source);
    const creation = Operation.createCustomContract({ address, wasmHash, salt, constructorArgs, source });
    const check = (transaction: Transaction) => {
      const further = this.#furtherCalls(transaction);
      if (trusted || further.length === 0) return;
      throw new SetupError(
        `The constructor would make calls in the name of ${this.named(source)}, so nothing was created: ` +
          `${further.join(", ")}. Add --yes if it may`,
      );
    };
    const created = this.#send(creation, signer, signal, { maxResourceFee, spec, check });
    const { txHash } = await byItsName(spec, created);
    const id = contractIdOf(this.chain.passphrase, source, salt);
    return { id, txHash };
  }

  #arguments(spec: contract.Spec, func: xdr.ScSpecFunctionV0, given: ReadonlyMap<string, string>) {
    return readArguments({ spec, addressOf: (text) => accountOf(this.#settings, text) }, func, given);
  }

  async #send(
    operation: xdr.Operation,
    signer: Signer,
    signal: AbortSignal,
    { maxResourceFee = this.#settings.worker.maxResourceFee, spec, check }: SendOptions = {},
  ): Promise<Landed> {
    const sender = this.#sender(signer, maxResourceFee);
    const slot = await sender.slot({ signer, used: 0n });
    const { transaction } = await sender.draft(slot, operation);
    check?.(transaction);
    const envelope = await sender.seal(slot, transaction, [signer]);
    const outcome = await untilRefused(sender, envelope, signal);
    switch (outcome.kind) {
      case "confirmed":
        return outcome;
      case "failed": {
        const reason = (spec && errorWords(spec, outcome.code)) ?? outcome.reason;
        throw new SetupError(
          `Transaction ${outcome.txHash} failed on the ledger: ${reason}. See \`merit contract trace ${outcome.txHash}\``,
        );
      }
      case "refused":
        throw new SetupError(`The node refused the transaction: ${wordsOf(outcome.code)}`);
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

  /** Name of the contract of the system, or the address of another. */
  #contractAt(id: string): string {
    const { contracts, manifest } = this.chain;
    if (id === manifest.asset.contract_id) return "asset";
    return contractNames.find((name) => contracts[name].id === id) ?? id;
  }

  /** Calls that the signature allows, besides the call itself, for people to read. */
  #furtherCalls(transaction: Transaction): string[] {
    return furtherCalls(transaction).map((call) => {
      if (call.type !== "sorobanAuthorizedFunctionTypeContractFn") return "creation of a contract";
      const { contractAddress, functionName, args } = call.value;
      const contract = this.#contractAt(Address.fromScAddress(contractAddress).toString());
      const values = args.map((arg) => JSON.stringify(toJson(scValToNative(arg))));
      return `${contract} ${functionName.toString()}(${values.join(", ")})`;
    });
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

  #effects(called: AnyContract, value: unknown, events: xdr.ContractEvent[]): Effects {
    return {
      value: toJson(value instanceof contract.Ok ? value.unwrap() : value),
      events: events.map((event) => this.event(event, called)),
    };
  }
}

interface SendOptions {
  maxResourceFee?: bigint;
  /** Spec of the called contract, for its errors. */
  spec?: contract.Spec;
  /** Throws if the transaction must not be signed. */
  check?: (transaction: Transaction) => void;
}

/** A contract's own words for an error, from its spec; undefined if it isn't one of the contract's. */
function errorWords(spec: contract.Spec, code: number | undefined): string | undefined {
  const known = spec.errorCases().find(({ value }) => value === code);
  if (!known) return undefined;
  const doc = known.doc.toString().replace(/\s+/g, " ").trim();
  return contractErrorWords(known.value, known.name.toString()) + (doc && `: ${doc}`);
}

/** A refusal with one of the contract's own errors gets the words that its spec has for it. */
async function byItsName<T>(spec: contract.Spec, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof CallRefused)) throw error;
    const words = errorWords(spec, error.code);
    if (words !== undefined) throw new CallRefused("", error.code, words, error.log);
    if (error.message.includes("(WasmVm, InvalidAction)")) error.message += ": the contract's code stopped by a panic";
    throw error;
  }
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

/** Meaning of a node's refusal for the caller; the others keep their code. */
const refusals: Record<string, string> = {
  txBadAuth: "the signature isn't enough for its account, whose keys or thresholds were changed (txBadAuth)",
  txInsufficientBalance: "the account that pays the fee has too little XLM (txInsufficientBalance)",
  txInsufficientFee: "the network asks for a higher fee (txInsufficientFee): raise WORKER_MAX_FEE_STROOPS",
  TRY_AGAIN_LATER: "it had no room for it for a minute (TRY_AGAIN_LATER)",
};
const wordsOf = (code: string) => refusals[code] ?? code;

/**
 * Delivers a transaction, unless the node never takes it: there is nobody who would wait until it can no longer land, and on a ledger
 * that closes on demand that never comes.
 */
async function untilRefused(
  sender: Sender,
  envelope: Envelope,
  signal: AbortSignal,
): Promise<Outcome | { kind: "refused"; code: string }> {
  const refused = new AbortController();
  let [code, wasTaken, since] = ["", false, 0];
  const outcome = await sender.deliver({
    envelope,
    recordHash: async () => undefined,
    onSent() {
      wasTaken = true;
    },
    onRefused(answer) {
      code = answer;
      since ||= performance.now();
      const isFinal =
        !(isPassing(answer) || answer === "txTooLate") || performance.now() - since > MAX_WAIT_SECONDS * 1000;
      if (!wasTaken && isFinal) refused.abort();
    },
    signal: AbortSignal.any([signal, refused.signal]),
  });
  return refused.signal.aborted && !signal.aborted && outcome.kind === "unknown" ? { kind: "refused", code } : outcome;
}
