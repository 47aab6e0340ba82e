import { setTimeout as pause } from "node:timers/promises";
import {
  type FeeBumpTransaction,
  Keypair,
  Operation,
  rpc,
  SorobanDataBuilder,
  type Transaction,
  TransactionBuilder,
  xdr,
} from "@stellar/stellar-sdk";
import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import type { Channel } from "./channels.ts";
import { boundsOrigin, latestLedger } from "./clock.ts";
import { DeliveryAttempt, LONGEST_PAUSE_MS } from "./delivery.ts";
import { FeeTooHigh, SetupError } from "./errors.ts";
import { currentInclusionFee, inclusionBid } from "./fees.ts";
import type { Signer } from "./keys.ts";
import { type ChannelFacts, fateOf } from "./life.ts";
import type { NetworkFacts } from "./networks.ts";
import { type Failed, hex, innermost, type Landed, type Outcome, outcomeOf } from "./outcome.ts";
import { answer, keyOf, readEntries } from "./rpc.ts";
import {
  buildTransaction,
  MAX_WAIT_SECONDS,
  type Simulation,
  type Slot,
  signTransaction,
  simulate,
} from "./transaction.ts";

/** A signed inner transaction, as it is stored before it is first sent. */
export interface Envelope extends Slot {
  /** Base64 XDR. */
  xdr: string;
  innerHash: string;
}

/** The inner transaction wrapped by the fee account; every raise has a hash of its own. */
export interface FeeBump {
  transaction: FeeBumpTransaction;
  hash: string;
  /** The highest fee that the fee account pays for it, in stroops. */
  fee: bigint;
  /** Its bid for inclusion per operation, in stroops, and whether that is the highest that is allowed. */
  bid: bigint;
  isHighest: boolean;
}

export interface Delivery {
  envelope: Envelope;
  /** The bump stored with the envelope, when it has just been stored; left out when an earlier process stored it. */
  first?: FeeBump;
  /** False for one that was sent and isn't sent again: only its end is awaited. */
  isSendable?: boolean;
  /** Stores an outer hash; awaited before that outer transaction is sent. */
  recordHash(bump: FeeBump): Promise<void>;
  /** Called once the node has taken the transaction. */
  onSent?(): void;
  /** Called with the node's code if it doesn't accept the transaction now. */
  onRefused?(code: string, bump: FeeBump): void;
  signal: AbortSignal;
}

export interface SenderOptions {
  server: rpc.Server;
  network: NetworkFacts;
  passphrase: string;
  feeAccount: Signer;
  channels: Signer[];
  /** Most that one transaction may bid for inclusion, in stroops. */
  maxFee: bigint;
  /** Most that one transaction may cost in resources, in stroops. */
  maxResourceFee: bigint;
  clock: Clock;
  log: Logger;
}

const FIRST_PAUSE_MS = 50;

/** Number of looks at a channel between two transactions that free it. */
const CLEAR_AGAIN_ROUNDS = 20;

/**
 * Builds, signs and delivers transactions. The life of one: `draft` (simulated in a channel's next slot), `seal` (signed),
 * stored by the caller, `deliver` (sent until it landed or is proven dead).
 */
export class Sender {
  readonly #options: SenderOptions;
  #newestLedger = 0;
  readonly #channelSigners: Map<string, Signer>;

  constructor(options: SenderOptions) {
    this.#options = options;
    this.#channelSigners = new Map(options.channels.map((signer) => [signer.publicKey, signer]));
  }

  /** The next sequence of a channel, with bounds from the ledger's clock. @throws RpcUnavailable, SetupError */
  async slot(channel: Channel): Promise<Slot> {
    const { server, network, clock } = this.#options;
    const account = channel.signer.publicKey;
    const [facts, latest] = await Promise.all([this.#channelFacts(account), latestLedger(server)]);
    if (facts.channelSequence === undefined) {
      throw new SetupError(`Channel account ${account} does not exist on the ledger; run "merit deploy" to create it`);
    }
    if (facts.channelSequence > channel.used) channel.used = facts.channelSequence;
    return {
      channel: account,
      sequence: channel.used + 1n,
      maxLedger: Math.max(latest.sequence, facts.latestLedger) + network.ledgerSpan,
      maxTime: boundsOrigin(latest, network, clock.now()) + MAX_WAIT_SECONDS,
    };
  }

  /** Simulates one operation in a slot; nothing is signed or sent. @throws CallRefused, FeeTooHigh, RpcUnavailable */
  async draft(slot: Slot, operation: xdr.Operation): Promise<Simulation> {
    const { server, passphrase, maxResourceFee } = this.#options;
    const simulation = await simulate(server, buildTransaction(passphrase, slot, [operation]), this.#newestLedger);
    if (simulation.resourceFee > maxResourceFee) throw new FeeTooHigh(simulation.resourceFee, maxResourceFee);
    return simulation;
  }

  /**
   * Simulates that these entries live for so many ledgers from now. The cost has no cap, because the rent is due whatever it is.
   * @throws CallRefused, RpcUnavailable
   */
  async draftExtension(slot: Slot, keys: xdr.LedgerKey[], extendTo: number): Promise<Simulation> {
    const { server, passphrase } = this.#options;
    const data = new SorobanDataBuilder().setReadOnly(keys).build();
    const operation = Operation.extendFootprintTtl({ extendTo });
    return simulate(server, buildTransaction(passphrase, slot, [operation], data), this.#newestLedger);
  }

  /** Classic operations in a slot; these need no simulation. */
  build(slot: Slot, operations: xdr.Operation[]): Transaction {
    return buildTransaction(this.#options.passphrase, slot, operations);
  }

  /** Signs a transaction with its channel and the sources of its operations. */
  async seal(slot: Slot, transaction: Transaction, sources: Signer[]): Promise<Envelope> {
    await signTransaction(transaction, [this.#channelSigner(slot.channel), ...sources]);
    return { ...slot, xdr: transaction.toXdr(), innerHash: hex(transaction.hash()) };
  }

  /** Wraps a signed transaction for the fee account, bidding ten times more with every raise. @throws RpcUnavailable */
  async bump(inner: Transaction, raises = 0): Promise<FeeBump> {
    const { server, passphrase, feeAccount, maxFee } = this.#options;
    const current = await currentInclusionFee(server);
    const bid = inclusionBid(current, raises, maxFee);
    const payer = Keypair.fromPublicKey(feeAccount.publicKey);
    const transaction = TransactionBuilder.buildFeeBumpTransaction(payer, String(bid), inner, passphrase);
    await signTransaction(transaction, [feeAccount]);
    const isHighest = inclusionBid(current, raises + 1, maxFee) === bid;
    return { transaction, hash: hex(transaction.hash()), fee: BigInt(transaction.fee), bid, isHighest };
  }

  /**
   * Sends a stored envelope, the same one each time, until it landed or can never land. Trouble with the node only
   * makes it take longer; `unknown` is answered only when `signal` aborts.
   */
  async deliver(delivery: Delivery): Promise<Outcome> {
    const outcome = withinBounds(await this.#deliver(delivery), delivery.envelope);
    if ("ledger" in outcome) this.#newestLedger = Math.max(this.#newestLedger, outcome.ledger);
    return outcome;
  }

  /** Newest ledger in which a transaction of this process landed: answers from older ledgers are outdated. */
  get newestLedger(): number {
    return this.#newestLedger;
  }

  async #deliver(delivery: Delivery): Promise<Outcome> {
    const attempt = new DeliveryAttempt(delivery);
    for (let round = 0; ; round++) {
      try {
        const outcome = attempt.isFresh ? undefined : await this.#inspect(delivery.envelope, attempt);
        if (outcome) return outcome;
        if (attempt.isDue()) await this.#send(attempt);
        if (attempt.expired && this.#options.network.closesOnDemand) {
          // A wallet's own sequence can't be used here, nor a relaxed one; but this node is ours, and its answer can be trusted.
          if (!this.#isOwn(delivery.envelope)) {
            const last = await this.#inspect(delivery.envelope, attempt);
            return last ?? { kind: "dead", reason: attempt.refusal ?? "it was not included in time" };
          }
          await this.#retire(delivery.envelope);
        }
        if (attempt.justSent()) continue;
      } catch (error) {
        // Whatever the error, the stored transaction stays open until there is proof.
        this.#options.log.warn({ inner_hash: delivery.envelope.innerHash, err: error }, "delivery interrupted");
      }
      if (delivery.signal.aborted) return { kind: "unknown" };
      await pause(Math.min(FIRST_PAUSE_MS * 1.5 ** round, LONGEST_PAUSE_MS), undefined, {
        signal: delivery.signal,
      }).catch(() => undefined);
    }
  }

  /** The final outcome, if there is proof of one. */
  async #inspect(envelope: Envelope, attempt: DeliveryAttempt): Promise<Outcome | undefined> {
    const { landed, latestLedger } = await this.#record(envelope.innerHash);
    if (landed) return landed;
    attempt.notIn(latestLedger);
    const facts = await this.#channelFacts(envelope.channel);
    const fate = fateOf(facts, { ...envelope, isWallet: !this.#isOwn(envelope) });
    if (fate === "alive") return undefined;
    if (fate === "dead") return { kind: "dead", reason: attempt.refusal ?? "it was not included in time" };
    // It may have landed between the two requests, and a node that is behind can't tell yet.
    const again = await this.#record(envelope.innerHash);
    if (again.landed) return again.landed;
    return again.latestLedger >= facts.latestLedger ? { kind: "consumed", ledger: facts.latestLedger } : undefined;
  }

  /** The node's record of a transaction that was sent, if it landed. @throws RpcUnavailable */
  async lookUp(envelope: Envelope): Promise<Landed | Failed | undefined> {
    const { landed } = await this.#record(envelope.innerHash);
    return landed && withinBounds(landed, envelope);
  }

  /**
   * Frees a channel from a transaction that must not be sent again: waits until its sequence is used, by itself or by a
   * transaction that does nothing, or can't be used any more. False if `signal` aborts before that.
   */
  async clearChannel(envelope: Envelope, signal: AbortSignal): Promise<boolean> {
    for (let round = 0; !signal.aborted; round++) {
      try {
        if (fateOf(await this.#channelFacts(envelope.channel), envelope) !== "alive") return true;
        if (round % CLEAR_AGAIN_ROUNDS === 0) await this.#retire(envelope);
      } catch (error) {
        this.#options.log.warn({ channel: envelope.channel, err: error }, "the channel isn't free yet");
      }
      await pause(LONGEST_PAUSE_MS / 2, undefined, { signal }).catch(() => undefined);
    }
    return false;
  }

  async #record(innerHash: string): Promise<{ landed: Landed | Failed | undefined; latestLedger: number }> {
    const { server, passphrase } = this.#options;
    const found = await answer("getTransaction", server.getTransaction(innerHash));
    const landed = found.status === rpc.Api.GetTransactionStatus.NOT_FOUND ? undefined : outcomeOf(found, passphrase);
    return { landed, latestLedger: found.latestLedger };
  }

  async #channelFacts(account: string): Promise<ChannelFacts> {
    const key = xdr.LedgerKey.account(
      new xdr.LedgerKeyAccount({ accountId: Keypair.fromPublicKey(account).xdrAccountId() }),
    );
    const { entries, latestLedger } = await readEntries(this.#options.server, [key]);
    const entry = entries.get(keyOf(key));
    return { latestLedger, channelSequence: entry?.type === "account" ? entry.account.seqNum : undefined };
  }

  async #send(attempt: DeliveryAttempt): Promise<void> {
    const { envelope, recordHash, onSent, onRefused } = attempt.delivery;
    const bump = attempt.takeFirst() ?? (await this.bump(this.#decode(envelope), attempt.raises));
    await recordHash(bump);
    const sent = await answer("sendTransaction", this.#options.server.sendTransaction(bump.transaction));
    if (sent.status === "PENDING" || sent.status === "DUPLICATE") {
      attempt.accepted();
      onSent?.();
      return;
    }
    const code = sent.errorResult ? innermost(sent.errorResult).type : sent.status;
    attempt.refused(code);
    onRefused?.(code, bump);
    const details = { inner_hash: envelope.innerHash, status: sent.status, code };
    this.#options.log.warn(details, "the node refused a transaction");
    if (code === "txInsufficientBalance") {
      this.#options.log.error(
        { account: this.#options.feeAccount.publicKey },
        "the fee account needs more XLM: send XLM to it",
      );
    }
  }

  /**
   * Uses up a transaction's sequence with an empty one, so that it can never land. For a transaction that must not land, and for an
   * expired one on a ledger that closes on demand: without other traffic that never reaches the bound that would prove the death.
   */
  async #retire(envelope: Envelope): Promise<void> {
    const { server, network, passphrase } = this.#options;
    const { sequence } = await latestLedger(server);
    const slot: Slot = { ...envelope, maxLedger: sequence + network.ledgerSpan, maxTime: 0 };
    const transaction = buildTransaction(passphrase, slot, [Operation.setOptions({})]);
    await signTransaction(transaction, [this.#channelSigner(slot.channel)]);
    const bump = await this.bump(transaction);
    const sent = await answer("sendTransaction", server.sendTransaction(bump.transaction));
    const code = sent.errorResult ? innermost(sent.errorResult).type : sent.status;
    this.#options.log.info(
      { inner_hash: envelope.innerHash, code },
      "a transaction can no longer land: another one has used its sequence number",
    );
  }

  /** True if its sequence is the next one of a channel, which an empty transaction can use up. */
  #isOwn({ channel, relaxed = false }: Envelope): boolean {
    return this.#channelSigners.has(channel) && !relaxed;
  }

  #decode(envelope: Envelope): Transaction {
    return TransactionBuilder.fromXdr(envelope.xdr, this.#options.passphrase) as Transaction;
  }

  #channelSigner(account: string): Signer {
    const signer = this.#channelSigners.get(account);
    if (!signer) throw new SetupError(`The key file has no key for channel account ${account}`);
    return signer;
  }
}

/**
 * Limits an outcome to its bounds: it can't have landed in a later ledger, whatever a node says. A later ledger would be required
 * of answers, and honest nodes would be refused for good.
 */
function withinBounds<Some extends Outcome>(outcome: Some, { maxLedger }: Pick<Envelope, "maxLedger">): Some {
  const isBeyond = maxLedger > 0 && "ledger" in outcome && outcome.ledger > maxLedger;
  return isBeyond ? { ...outcome, ledger: maxLedger } : outcome;
}
