import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createLogger } from "@merit/core/base/logger.ts";
import { ChannelPool } from "@merit/core/ledger/chain/channels.ts";
import { type Contracts, openContracts } from "@merit/core/ledger/chain/contracts.ts";
import { type Keys, readKeys, type Signer } from "@merit/core/ledger/chain/keys.ts";
import type { Manifest } from "@merit/core/ledger/chain/manifest.ts";
import { networks } from "@merit/core/ledger/chain/networks.ts";
import { Sender } from "@merit/core/ledger/chain/sender.ts";
import { buildTransaction, type Slot } from "@merit/core/ledger/chain/transaction.ts";
import { authorizeEntry, Keypair, nativeToScVal, Operation, rpc, type Transaction, xdr } from "@stellar/stellar-sdk";
import type { World } from "../support/world.ts";

/** Cost of one transaction: the resources that it used, and the fee account's payment. */
export interface Cost {
  /** Stroops that left the fee account, refunds taken off. */
  paid: bigint;
  /** Bytes of the signed fee-bump transaction. */
  envelopeBytes: number;
  /** Instructions as declared after simulation. */
  instructions: number;
  /** Contract events and return value, which share one limit. */
  eventBytes: number;
}

/** Ledgers that a signed authorisation stays valid. */
const AUTH_LEDGERS = 100;

/** Sends transactions as the worker does: sequence from a channel, fee from the fee account, both by a fee bump. */
export class Payer {
  readonly contracts: Contracts;
  readonly manifest: Manifest;
  readonly keys: Keys;
  readonly #server: rpc.Server;
  readonly #sender: Sender;
  readonly #channels: ChannelPool;
  readonly #folder: string;

  constructor(world: World) {
    this.#folder = join(world.folder, "local");
    this.manifest = JSON.parse(readFileSync(join(this.#folder, "deployment.json"), "utf8"));
    this.keys = readKeys(join(this.#folder, "keys.json"));
    this.#server = new rpc.Server(world.ledger.url, { allowHttp: true });
    const ids = Object.entries(this.manifest.contracts).map(([name, { id }]) => [name, id]);
    this.contracts = openContracts(this.#server, this.manifest.passphrase, Object.fromEntries(ids));
    this.#channels = new ChannelPool(this.keys.channels());
    this.#sender = new Sender({
      server: this.#server,
      network: networks.local,
      passphrase: this.manifest.passphrase,
      feeAccount: this.keys.signer("fee"),
      channels: this.keys.channels(),
      maxFee: 10_000_000n,
      maxResourceFee: 500_000_000n,
      clock: { now: () => new Date() },
      log: createLogger("silent"),
    });
  }

  /** An operation whose source authorises it, as payouts are sent. */
  asSource(source: Signer, operation: xdr.Operation): Promise<Cost> {
    return this.#inChannel(async (slot) => {
      const { transaction } = await this.#sender.draft(slot, operation);
      return { transaction, signers: [source] };
    });
  }

  /** A call from the channel's account that `role` authorises by a signed entry with a nonce. */
  bySignedEntry(role: "treasury", call: Parameters<typeof Operation.invokeContractFunction>[0]): Promise<Cost> {
    const seed: string = JSON.parse(readFileSync(join(this.#folder, "keys.json"), "utf8"))[role];
    const { passphrase } = this.manifest;
    return this.#inChannel(async (slot) => {
      const operation = Operation.invokeContractFunction(call);
      const simulation = await this.#server.simulateTransaction(buildTransaction(passphrase, slot, [operation]));
      if (!rpc.Api.isSimulationSuccess(simulation)) throw new Error("the call was refused in simulation");
      const until = simulation.latestLedger + AUTH_LEDGERS;
      const entries = simulation.result?.auth ?? [];
      const auth = await Promise.all(
        entries.map((entry) => authorizeEntry(entry, Keypair.fromSecret(seed), until, passphrase)),
      );
      const signed = Operation.invokeContractFunction({ ...call, auth });
      const transaction = rpc.assembleTransaction(buildTransaction(passphrase, slot, [signed]), simulation).build();
      return { transaction, signers: [] };
    });
  }

  async #inChannel(draft: (slot: Slot) => Promise<{ transaction: Transaction; signers: Signer[] }>): Promise<Cost> {
    const channel = await this.#channels.acquire();
    const slot = await this.#sender.slot(channel);
    const { transaction, signers } = await draft(slot);
    const envelope = await this.#sender.seal(slot, transaction, signers);
    const bump = await this.#sender.bump(transaction);
    const before = await this.funds();
    const outcome = await this.#sender.deliver({
      envelope,
      first: bump,
      recordHash: async () => undefined,
      signal: AbortSignal.timeout(60_000),
    });
    if (outcome.kind !== "confirmed") throw new Error(`not confirmed: ${JSON.stringify(outcome)}`);
    this.#channels.release(channel);
    return {
      paid: before - (await this.funds()),
      envelopeBytes: Buffer.from(bump.transaction.toXdr(), "base64").length,
      instructions: declaredInstructions(transaction),
      eventBytes: [...outcome.events, outcome.returnValue].reduce((sum, part) => sum + part.toXdr().length, 0),
    };
  }

  /** Stroops that the ledger charges for one transfer of the reward asset between two accounts, sent by its source. */
  async transfer([to]: readonly string[]): Promise<bigint> {
    const treasury = this.keys.signer("treasury");
    const address = (account: string | undefined) => nativeToScVal(account, { type: "address" });
    const call = {
      contract: this.manifest.asset.contract_id,
      function: "transfer",
      args: [address(treasury.publicKey), address(to), nativeToScVal(7n, { type: "i128" })],
    };
    return (await this.asSource(treasury, Operation.invokeContractFunction({ ...call, source: treasury.publicKey })))
      .paid;
  }

  /** Balance of the fee account, stroops of XLM. */
  async funds(): Promise<bigint> {
    const { balance } = await this.#server.getAccountEntry(this.keys.signer("fee").publicKey);
    return BigInt(String(balance));
  }
}

function declaredInstructions(transaction: Transaction): number {
  const envelope = xdr.TransactionEnvelope.fromXdr(transaction.toXdr(), "base64");
  if (envelope.type !== "envelopeTypeTx") throw new Error("not an inner transaction");
  const { ext } = envelope.v1.tx;
  if (ext.type !== "sorobanData") throw new Error("no resources");
  return Number(ext.sorobanData.resources.instructions);
}
