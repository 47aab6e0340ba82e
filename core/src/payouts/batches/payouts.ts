import type { Context } from "../../context/context.ts";
import type { Signer } from "../../ledger/chain/keys.ts";
import type { Sending } from "../../ledger/sending/sending.ts";
import type { LedgerCapacity } from "./capacity.ts";

/** Means that the stages of a payout share: those to send, and the bound that all payouts keep together. */
export interface Payouts extends Sending {
  context: Context;
  /** Source of the operations. */
  distributor: Signer;
  capacity: LedgerCapacity;
}

/**
 * Why a session of paying ended.
 * - `records`: the ledger has payments that the records don't have, or an epoch that they don't know
 * - `period`: numbers of a newer period are to be given out
 * - `foreign`: somebody else pays with this service's keys or its database
 * - `stopped`: the worker stops
 */
export type SessionEnd = "records" | "period" | "foreign" | "stopped";

/** Payouts in one epoch of the distribution contract. */
export class Session {
  readonly epoch: number;
  /** Why it ended; undefined while it continues. */
  end: { why: SessionEnd; detail: string } | undefined;
  /** Aborts when it ends. */
  readonly signal: AbortSignal;
  readonly #ending = new AbortController();
  /** Number of the newest batch of the contract that this session knows of. */
  #newest: number;
  /** Batches of the session that landed, or may have. */
  #landed = 0;
  readonly #first: number;
  #onTheirWay = 0;

  /** @param seq newest batch when the epoch was opened */
  constructor(epoch: number, seq: number) {
    this.epoch = epoch;
    this.signal = this.#ending.signal;
    this.#newest = seq;
    this.#first = seq;
  }

  /** Ends the session: nothing more is sent; what is on its way is waited for. */
  stop(why: SessionEnd, detail: string): void {
    this.end ??= { why, detail };
    this.#ending.abort();
  }

  /** Notes that a batch was stored, and will be sent. */
  sent(): void {
    this.#onTheirWay += 1;
  }

  /**
   * Notes that a batch ended. Every number of the contract's must be of one of this session's batches.
   * @param seq of a batch that landed; null where the node doesn't tell it, none of one that didn't land
   */
  ended(seq?: number | null): void {
    this.#onTheirWay -= 1;
    if (seq === undefined) return;
    this.#landed += 1;
    if (seq === null) return;
    this.#newest = Math.max(this.#newest, seq);
    const others = this.#newest - this.#first - this.#landed;
    if (others > this.#onTheirWay)
      this.stop(
        "foreign",
        `at least ${others - this.#onTheirWay} of the batches up to ${this.#newest} were not sent by this service`,
      );
  }
}
