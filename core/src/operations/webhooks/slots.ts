// Who may be sent a request now. Requests wait for others' servers: one that doesn't answer holds its place until it is given up. So that
// endpoints that hang keep no other waiting, they share places of their own, and those that answer promptly never need these.

/** Requests at a time to one endpoint, by how it answered the last time. */
const EACH = { promptly: 32, late: 8 };
/** To one that didn't answer the last time, or was never asked by this process. */
const EACH_SILENT = 1;
/** Requests at a time to all endpoints that answered promptly the last time, and to all others. */
const PLACES = { prompt: 256, slow: 1_024 };
/** An answer is prompt within this time. */
const PROMPT_MS = 1_000;

export type Pool = keyof typeof PLACES;

export interface Place {
  endpoint: string;
  /** By `performance.now()`. */
  since: number;
  pool: Pool;
}

export class Slots {
  /** How endpoints answered the last time; those that didn't aren't in it. */
  readonly #known = new Map<string, keyof typeof EACH>();
  readonly #taken = new Map<string, number>();
  /** Oldest first. */
  readonly #places = new Set<Place>();
  readonly #used = { prompt: 0, slow: 0 };

  poolOf(endpoint: string): Pool {
    return this.#known.get(endpoint) === "promptly" ? "prompt" : "slow";
  }

  /** How many requests may be sent to an endpoint now. @param promised places that are as good as taken */
  roomFor(endpoint: string, promised: Record<Pool, number> = { prompt: 0, slow: 0 }): number {
    const pool = this.poolOf(endpoint);
    const ofAll = PLACES[pool] - this.#used[pool] - promised[pool];
    return Math.max(0, Math.min(ofAll, this.#limitOf(endpoint) - (this.#taken.get(endpoint) ?? 0)));
  }

  #limitOf(endpoint: string): number {
    const known = this.#known.get(endpoint);
    return known ? EACH[known] : EACH_SILENT;
  }

  /** Endpoints that have as many requests as they may. */
  full(): string[] {
    return [...this.#taken].flatMap(([endpoint, taken]) => (taken < this.#limitOf(endpoint) ? [] : [endpoint]));
  }

  take(endpoint: string, now: number): Place {
    const place = { endpoint, since: now, pool: this.poolOf(endpoint) };
    this.#places.add(place);
    this.#taken.set(endpoint, (this.#taken.get(endpoint) ?? 0) + 1);
    this.#used[place.pool] += 1;
    return place;
  }

  /** When a request has ended: it was answered, or refused at once, or given up. */
  free(place: Place, { isAnswered, now }: { isAnswered: boolean; now: number }): void {
    const { endpoint, since, pool } = place;
    this.#places.delete(place);
    this.#used[pool] -= 1;
    const taken = (this.#taken.get(endpoint) ?? 1) - 1;
    if (taken > 0) this.#taken.set(endpoint, taken);
    else this.#taken.delete(endpoint);
    if (now - since < PROMPT_MS) this.#known.set(endpoint, "promptly");
    else if (isAnswered) this.#known.set(endpoint, "late");
    else this.#known.delete(endpoint);
  }

  /** An endpoint that is late counts as silent until it answers; its requests move to the places of the slow while there are any. */
  moveLate(now: number): void {
    for (const place of this.#places) {
      if (now - place.since < PROMPT_MS) return;
      if (place.pool === "slow") continue;
      this.#known.delete(place.endpoint);
      if (this.#used.slow >= PLACES.slow) continue;
      place.pool = "slow";
      this.#used.prompt -= 1;
      this.#used.slow += 1;
    }
  }
}
