/** Slots of a window, in which requests are counted: memory stays the same however many there are. */
const SLOTS = 60;
/** Most keys. A flood of them (addresses cost nothing) drops the oldest counts instead of filling the memory: 50,000 are about 15 MB. */
const MAX_KEYS = 50_000;

export interface Decision {
  allowed: boolean;
  /** Attempts left after this one. */
  remaining: number;
  /** Seconds, at least 1, until some of what is counted now leaves the window; when refused, enough to let it through. */
  resetSeconds: number;
}

interface Options {
  windowSeconds?: number;
  /** Keys that are counted at once. */
  maxKeys?: number;
  /** Milliseconds of a clock that never goes back. */
  now?: () => number;
}

interface Count {
  slots: Uint32Array;
  total: number;
  /** Number of the slot that was counted last. */
  latest: number;
}

/**
 * A true sliding window per key: whatever 60 seconds one looks at, no more than `limit` were let through in them. (Windows
 * that start anew each minute let twice as many through around their start.) What is refused isn't counted. In this process
 * only.
 */
export class SlidingWindow {
  readonly limit: number;
  readonly windowSeconds: number;
  readonly #slotMs: number;
  readonly #maxKeys: number;
  readonly #now: () => number;
  readonly #counts = new Map<string, Count>();

  constructor(limit: number, { windowSeconds = 60, maxKeys = MAX_KEYS, now = () => performance.now() }: Options = {}) {
    this.limit = limit;
    this.windowSeconds = windowSeconds;
    this.#slotMs = (windowSeconds * 1000) / SLOTS;
    this.#maxKeys = maxKeys;
    this.#now = now;
  }

  /** Counts `amount` more for the key, if there is room for all of them. */
  take(key: string, amount = 1): Decision {
    const now = this.#now();
    const count = this.#countOf(key, Math.floor(now / this.#slotMs));
    const lacking = count.total + amount - this.limit;
    const allowed = lacking <= 0;
    if (allowed) {
      const index = count.latest % count.slots.length;
      count.slots[index] = (count.slots[index] ?? 0) + amount;
      count.total += amount;
    }
    const leavesAt = (this.#lastOfOldest(count, Math.max(1, lacking)) + count.slots.length) * this.#slotMs;
    const resetSeconds = Math.max(1, Math.ceil((leavesAt - now) / 1000));
    return { allowed, remaining: this.limit - count.total, resetSeconds };
  }

  /** Takes back the last `amount` that `take` counted, for a call that turned out not to count. */
  giveBack(key: string, amount = 1): void {
    const count = this.#counts.get(key);
    if (!count) return;
    let left = amount;
    for (let slot = count.latest; slot > count.latest - count.slots.length && slot >= 0; slot -= 1) {
      const index = slot % count.slots.length;
      const taken = count.slots[index] ?? 0;
      const back = Math.min(taken, left);
      count.slots[index] = taken - back;
      count.total -= back;
      left -= back;
      if (left === 0) return;
    }
  }

  #countOf(key: string, slot: number): Count {
    let count = this.#counts.get(key);
    if (!count) {
      // One slot more than the window: the oldest has partly left the window, and counts until it has left completely.
      count = { slots: new Uint32Array(SLOTS + 1), total: 0, latest: slot };
      if (this.#counts.size >= this.#maxKeys) this.#dropOldest();
      this.#counts.set(key, count);
    }
    for (let passed = Math.min(slot - count.latest, count.slots.length); passed > 0; passed -= 1) {
      const index = (slot - passed + 1) % count.slots.length;
      count.total -= count.slots[index] ?? 0;
      count.slots[index] = 0;
    }
    count.latest = slot;
    return count;
  }

  /** The slot of the last of the `amount` oldest counts. */
  #lastOfOldest({ slots, latest }: Count, amount: number): number {
    let seen = 0;
    for (let slot = Math.max(0, latest - slots.length + 1); slot < latest; slot += 1) {
      seen += slots[slot % slots.length] ?? 0;
      if (seen >= amount) return slot;
    }
    return latest;
  }

  #dropOldest(): void {
    for (const key of this.#counts.keys()) return void this.#counts.delete(key);
  }
}

/** Header fields that tell a caller its limit: draft-ietf-httpapi-ratelimit-headers-11. */
export const limitFields = (
  policy: string,
  { limit, windowSeconds }: Pick<SlidingWindow, "limit" | "windowSeconds">,
  { remaining, resetSeconds }: Decision,
) => ({
  "RateLimit-Policy": `"${policy}";q=${limit};w=${windowSeconds}`,
  RateLimit: `"${policy}";r=${remaining};t=${resetSeconds}`,
});
