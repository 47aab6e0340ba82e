import { tenantOf } from "../../store/jobs/jobs.ts";

// Decides which endpoints may be sent a request now. Requests wait for others' servers: one that doesn't answer holds its place until it
// is given up. So that endpoints that hang keep no other waiting, they share places of their own, and those that answer promptly never
// need these. No merchant has more than a part of the places, however many webhooks it has.

/** Requests at a time to one endpoint, by how it answered the last time. */
const EACH = { promptly: 32, late: 8 };
/** Requests at a time to an endpoint that didn't answer the last time, or was never asked by this process. */
const EACH_SILENT = 1;
/** Requests at a time to all endpoints that answered promptly the last time, and to all others. */
const PLACES = { prompt: 256, slow: 1_024 };
/** Most places that the endpoints of one merchant may have. */
const EACH_MERCHANT = { prompt: 64, slow: 64 };
/** An answer is prompt within this time. */
const PROMPT_MS = 1_000;

export type Pool = keyof typeof PLACES;

/** Numbers of places, by what they count for. */
export type Counts = Map<string, number>;

function add(counts: Counts, name: string, change: number): void {
  const sum = (counts.get(name) ?? 0) + change;
  if (sum === 0) counts.delete(name);
  else counts.set(name, sum);
}

const nameOf = (endpoint: string, pool: Pool) => `${pool} of ${tenantOf(endpoint)}`;

/** Counts places of an endpoint, for all and for its merchant. */
export function countPlaces(counts: Counts, endpoint: string, pool: Pool, places: number): void {
  add(counts, pool, places);
  add(counts, nameOf(endpoint, pool), places);
}

export interface Place {
  endpoint: string;
  /** Start of the request by `performance.now()`, ms. */
  since: number;
  pool: Pool;
}

export class Slots {
  /** How endpoints answered the last time; those that didn't aren't in it. */
  readonly #known = new Map<string, keyof typeof EACH>();
  readonly #taken = new Map<string, number>();
  /** Oldest first. */
  readonly #places = new Set<Place>();
  readonly #used: Counts = new Map();

  poolOf(endpoint: string): Pool {
    return this.#known.get(endpoint) === "promptly" ? "prompt" : "slow";
  }

  /** How many requests may be sent to an endpoint now, when those that are promised are sent. */
  roomFor(endpoint: string, promised: Counts = new Map()): number {
    const pool = this.poolOf(endpoint);
    const ofMerchant = this.#left(EACH_MERCHANT[pool], nameOf(endpoint, pool), promised);
    const ofEndpoint = this.#limitOf(endpoint) - (this.#taken.get(endpoint) ?? 0);
    return Math.max(0, Math.min(this.#left(PLACES[pool], pool, promised), ofMerchant, ofEndpoint));
  }

  isFull(pool: Pool, promised: Counts = new Map()): boolean {
    return this.#left(PLACES[pool], pool, promised) <= 0;
  }

  #left(places: number, name: string, promised: Counts): number {
    return places - (this.#used.get(name) ?? 0) - (promised.get(name) ?? 0);
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
    countPlaces(this.#used, endpoint, place.pool, 1);
    return place;
  }

  /** Frees the place of a request that has ended: it was answered, or refused at once, or given up. */
  free(place: Place, { isAnswered, now }: { isAnswered: boolean; now: number }): void {
    const { endpoint, since, pool } = place;
    this.#places.delete(place);
    countPlaces(this.#used, endpoint, pool, -1);
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
      if (this.isFull("slow")) continue;
      place.pool = "slow";
      countPlaces(this.#used, place.endpoint, "prompt", -1);
      countPlaces(this.#used, place.endpoint, "slow", 1);
    }
  }
}
