import {
  Address,
  Asset,
  hash,
  Keypair,
  nativeToScVal,
  Operation,
  type rpc,
  StrKey,
  scValToNative,
  type Transaction,
  xdr,
} from "@stellar/stellar-sdk";
import { systemClock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import { type ContractName, contractNames } from "../chain/bindings.ts";
import { instanceKey } from "../chain/code.ts";
import { type Contracts, openContracts } from "../chain/contracts.ts";
import { CallRefused, SetupError } from "../chain/errors.ts";
import type { Keys, Signer } from "../chain/keys.ts";
import { readLifetimes } from "../chain/lifetimes.ts";
import { type Network, type NetworkFacts, networks } from "../chain/networks.ts";
import type { Landed } from "../chain/outcome.ts";
import { readEntry } from "../chain/rpc.ts";
import { Sender } from "../chain/sender.ts";
import type { Slot } from "../chain/transaction.ts";
import { type RewardAsset, readTrustlines, type Trustline } from "../chain/trustlines.ts";
import type { Terms } from "./terms.ts";
import type { WasmFile } from "./wasm-files.ts";

/** Stroops (500 XLM): uploading code and prolonging its lifetime cost tens of XLM in rent. */
export const MAX_RESOURCE_FEE = 5_000_000_000n;

/** Deaths of one transaction (a busy ledger) before a deployment gives up. */
const MAX_DEATHS = 5;

export interface SiteOptions {
  network: Network;
  server: rpc.Server;
  keys: Keys;
  /** Address of the reward asset's issuer, whose key is of no use once it is locked. */
  issuer: string;
  channelCount: number;
  terms: Terms;
  /** Contract ids of a deployment that another key made, as its manifest has them. */
  ids?: Record<ContractName, string>;
  /** The built contracts; asked for by the steps that need them. */
  wasm: () => Record<ContractName, WasmFile>;
  /** Most that one transaction may bid for inclusion, in stroops. */
  maxFee: bigint;
  log: Logger;
}

/**
 * The ledger that a deployment works on: its state, and the means to change it. All addresses follow from the deployer's
 * and the issuer's keys, so that another run finds what exists.
 */
export class Site {
  readonly network: Network;
  readonly facts: NetworkFacts;
  readonly server: rpc.Server;
  readonly keys: Keys;
  readonly channelCount: number;
  readonly terms: Terms;
  readonly deployer: Signer;
  readonly asset: RewardAsset;
  readonly ids: Record<ContractName, string>;
  readonly contracts: Contracts;
  readonly #sender: Sender;
  readonly #readWasm: () => Record<ContractName, WasmFile>;
  #wasm: Record<ContractName, WasmFile> | undefined;

  constructor({ network, server, keys, issuer, channelCount, terms, ids, wasm, maxFee, log }: SiteOptions) {
    this.network = network;
    this.facts = networks[network];
    this.server = server;
    this.keys = keys;
    this.channelCount = channelCount;
    this.terms = terms;
    this.#readWasm = wasm;
    this.deployer = keys.signer("deployer");
    const { passphrase } = this.facts;
    this.asset = { code: terms.assetCode, issuer, contract_id: assetContractId(terms.assetCode, issuer, passphrase) };
    this.ids = ids ?? idsOf(passphrase, this.deployer.publicKey);
    this.contracts = openContracts(server, passphrase, this.ids);
    this.#sender = new Sender({
      server,
      network: this.facts,
      passphrase,
      feeAccount: this.deployer,
      channels: [this.deployer],
      maxFee,
      maxResourceFee: MAX_RESOURCE_FEE,
      clock: systemClock,
      log,
    });
  }

  get wasm(): Record<ContractName, WasmFile> {
    this.#wasm ??= this.#readWasm();
    return this.#wasm;
  }

  get deployerAddress(): Address {
    return Address.fromString(this.deployer.publicKey);
  }

  /** The channel accounts that this deployment is to have. @throws SetupError if keys are missing */
  channels(): Signer[] {
    const signers = this.keys.channels().slice(0, this.channelCount);
    if (signers.length === this.channelCount) return signers;
    throw new SetupError(
      `The key file has ${signers.length} channel keys, but WORKER_CHANNELS asks for ${this.channelCount}`,
    );
  }

  /** Sends classic operations of these sources in one transaction. @throws SetupError */
  classic(operations: xdr.Operation[], sources: Signer[]): Promise<Landed> {
    return this.#send(sources, (slot) => Promise.resolve(this.#sender.build(slot, operations)));
  }

  /**
   * Sends one contract call (or upload, or creation) of `source`.
   * @param whenDue called once the sequence number is taken, after which no other run's transaction can land unnoticed: throws if
   * the call must not be sent any more
   * @throws SetupError
   */
  call(operation: xdr.Operation, source: Signer = this.deployer, whenDue?: () => Promise<void>): Promise<Landed> {
    return this.#send([source], async (slot) => {
      await whenDue?.();
      return (await this.#sender.draft(slot, operation)).transaction;
    });
  }

  async account(publicKey: string): Promise<xdr.AccountEntry | undefined> {
    const accountId = Keypair.fromPublicKey(publicKey).xdrAccountId();
    const entry = await readEntry(this.server, xdr.LedgerKey.account(new xdr.LedgerKeyAccount({ accountId })));
    return entry?.type === "account" ? entry.account : undefined;
  }

  async trustline(publicKey: string): Promise<Trustline> {
    const lines = await readTrustlines(this.server, this.asset, [publicKey]);
    return lines.get(publicKey) as Trustline;
  }

  /** The executable of a contract; undefined if there is none at the address. */
  async executable(contractId: string): Promise<xdr.ContractExecutable | undefined> {
    const entry = await readEntry(this.server, instanceKey(contractId));
    if (entry?.type !== "contractData" || entry.contractData.val.type !== "scvContractInstance") return undefined;
    return entry.contractData.val.instance.executable;
  }

  /** Ledgers for which a contract and its code stay live without another call. */
  async lifetime(contractId: string): Promise<number> {
    const [lifetime] = await readLifetimes(this.server, [contractId]);
    return lifetime?.left ?? 0;
  }

  /** A call of the asset's own contract (SAC), by its issuer or current admin. */
  assetCall(method: string, source: Signer, ...args: string[]): Promise<Landed> {
    return this.call(this.#assetOperation(method, args, source.publicKey), source);
  }

  /** Answer of a method of the asset's own contract. */
  async assetView(method: string): Promise<unknown> {
    const slot = await this.#slot();
    return scValToNative((await this.#sender.draft(slot, this.#assetOperation(method, []))).returnValue);
  }

  #assetOperation(method: string, args: string[], source?: string): xdr.Operation {
    return Operation.invokeContractFunction({
      contract: this.asset.contract_id,
      function: method,
      args: args.map((arg) => nativeToScVal(arg, { type: "address" })),
      ...(source === undefined ? {} : { source }),
    });
  }

  #slot() {
    return this.#sender.slot({ signer: this.deployer, used: 0n });
  }

  async #send(sources: Signer[], build: (slot: Slot) => Promise<Transaction>): Promise<Landed> {
    for (let deaths = 0; deaths < MAX_DEATHS; deaths++) {
      const slot = await this.#slot();
      const transaction = await build(slot).catch((error: unknown) => {
        throw error instanceof CallRefused ? new SetupError(error.message, error) : error;
      });
      const envelope = await this.#sender.seal(slot, transaction, sources);
      const outcome = await this.#sender.deliver({
        envelope,
        recordHash: async () => undefined,
        signal: new AbortController().signal,
      });
      if (outcome.kind === "confirmed") return outcome;
      if (outcome.kind === "failed") {
        throw new SetupError(`Transaction ${outcome.txHash} failed on the ledger: ${outcome.reason}`);
      }
      // Perhaps another run's transaction did the step: repeating it now could do it twice.
      if (outcome.kind === "consumed") {
        throw new SetupError("Another transaction of the deployer landed meanwhile; run the command again to continue");
      }
    }
    throw new SetupError(`The ledger did not include a transaction of the deployment in ${MAX_DEATHS} attempts`);
  }
}

const idsOf = (passphrase: string, deployer: string) =>
  Object.fromEntries(contractNames.map((name) => [name, contractIdOf(passphrase, deployer, saltOf(name))])) as Record<
    ContractName,
    string
  >;
/** One system per deployer: the salt is the contract's name. */
export const saltOf = (name: ContractName): Uint8Array => hash(new TextEncoder().encode(`merit/${name}`));

/** Address of a contract that `deployer` creates with `salt`. */
export function contractIdOf(passphrase: string, deployer: string, salt: Uint8Array): string {
  const preimage = xdr.HashIdPreimage.envelopeTypeContractId(
    new xdr.HashIdPreimageContractId({
      networkId: hash(new TextEncoder().encode(passphrase)),
      contractIdPreimage: xdr.ContractIdPreimage.contractIdPreimageFromAddress(
        new xdr.ContractIdPreimageFromAddress({ address: Address.fromString(deployer).toScAddress(), salt }),
      ),
    }),
  );
  return StrKey.encodeContract(hash(preimage.toXdr()));
}

const assetContractId = (code: string, issuer: string, passphrase: string) =>
  new Asset(code, issuer).contractId(passphrase);
