import type { Delivery, FeeBump } from "./sender.ts";

/** A node forgets a transaction after 4 ledgers: send again before that. */
const RESEND_MS = 10_000;

/** Longest pause between two looks at a transaction on its way. */
export const LONGEST_PAUSE_MS = 2_000;

/** Node's answers after which the same envelope may still be taken later. */
const PASSING = new Set([
  "TRY_AGAIN_LATER",
  "txInsufficientFee",
  "txInsufficientBalance",
  "txBadSeq",
  "txInternalError",
]);

/** Progress of one delivery: what was sent when, and what the node said. Local time only paces it. */
export class DeliveryAttempt {
  readonly delivery: Delivery;
  raises = 0;
  refusal: string | undefined;
  /** The node says that it can't land any more, which is a hint, not a proof. */
  expired = false;
  #first: FeeBump | undefined;
  #sends = 0;
  #dueAt = 0;
  #justSent = false;

  constructor(delivery: Delivery) {
    this.delivery = delivery;
    this.#first = delivery.first;
  }

  /** Stored a moment ago and never sent: there is nothing to look for yet. */
  get isFresh(): boolean {
    return this.#first !== undefined;
  }

  isDue(): boolean {
    return !this.expired && Date.now() >= this.#dueAt;
  }

  takeFirst(): FeeBump | undefined {
    const first = this.#first;
    this.#first = undefined;
    return first;
  }

  accepted(): void {
    this.#sends++;
    this.#justSent = true;
    // The same envelope once more at the same fee, then at a higher one.
    if (this.#sends % 2 === 0) this.raises++;
    this.#dueAt = Date.now() + RESEND_MS;
  }

  refused(code: string): void {
    this.refusal = code;
    if (code === "txInsufficientFee") this.raises++;
    else if (PASSING.has(code)) this.#dueAt = Date.now() + LONGEST_PAUSE_MS;
    else this.expired = true;
  }

  /** True once after the node took it: look at once, since some ledgers close before they answer. */
  justSent(): boolean {
    const just = this.#justSent;
    this.#justSent = false;
    return just;
  }
}
