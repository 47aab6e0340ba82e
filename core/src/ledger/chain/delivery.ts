import type { Delivery, FeeBump } from "./sender.ts";

/** A node forgets its queue when it restarts: send again after this time, whether ledgers closed or not. */
const RESEND_MS = 10_000;

/** A transaction that was not included in this many ledgers since it was sent bids more: nodes drop it after 4. */
const PATIENCE_LEDGERS = 2;

/** Longest pause between two checks of a transaction on its way. */
export const LONGEST_PAUSE_MS = 1_000;

/** Pause after a temporary refusal. */
const REFUSED_PAUSE_MS = 2_000;

/** Node's answers after which the same envelope may still be taken later. */
const PASSING = new Set([
  "TRY_AGAIN_LATER",
  "txInsufficientFee",
  "txInsufficientBalance",
  "txBadSeq",
  "txInternalError",
]);

/** True if a node that answers this may take the same envelope later. */
export const isPassing = (code: string): boolean => PASSING.has(code);

/** Progress of one delivery: what was sent when, and what the node said. Time and ledgers only pace it. */
export class DeliveryAttempt {
  readonly delivery: Delivery;
  raises = 0;
  refusal: string | undefined;
  /** The node says that the transaction can't land any more, which is a hint and no proof; or it isn't to be sent again. */
  expired: boolean;
  #first: FeeBump | undefined;
  #dueAt = 0;
  #justSent = false;
  #isTaken = false;
  /** Latest ledger when the node took it at the present bid, as far as this delivery has seen it. */
  #takenIn: number | undefined;

  constructor(delivery: Delivery) {
    this.delivery = delivery;
    this.#first = delivery.first;
    this.expired = delivery.isSendable === false;
  }

  /** True if it was stored a moment ago and never sent: there is nothing to look for yet. */
  get isFresh(): boolean {
    return this.#first !== undefined;
  }

  isDue(): boolean {
    return !this.expired && performance.now() >= this.#dueAt;
  }

  takeFirst(): FeeBump | undefined {
    const first = this.#first;
    this.#first = undefined;
    return first;
  }

  /** Notes that the node has no record of the transaction, and that this is its latest ledger. */
  notIn(ledger: number): void {
    if (!this.#isTaken) return;
    this.#takenIn ??= ledger;
    if (ledger < this.#takenIn + PATIENCE_LEDGERS) return;
    this.raises++;
    this.#isTaken = false;
    this.#takenIn = undefined;
    this.#dueAt = 0;
  }

  accepted(): void {
    this.#justSent = true;
    this.#isTaken = true;
    this.#dueAt = performance.now() + RESEND_MS;
  }

  refused(code: string): void {
    this.refusal = code;
    if (code === "txInsufficientFee") this.raises++;
    else if (isPassing(code)) this.#dueAt = performance.now() + REFUSED_PAUSE_MS;
    else this.expired = true;
  }

  /** True once after the node took it: look at once, since some ledgers close before they answer. */
  justSent(): boolean {
    const just = this.#justSent;
    this.#justSent = false;
    return just;
  }
}
