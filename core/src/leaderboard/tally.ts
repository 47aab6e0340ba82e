/** What counts of a row of the ledger of points. */
export interface Earned {
  userId: number;
  /** Whole points; negative takes back what was counted before. */
  points: number;
  /** Unix milliseconds. */
  at: number;
}

/** The users of a period by rank, in memory that threads share: nothing is copied, however many there are. */
export interface Ranking {
  /** User ids; the first has rank 1. */
  users: Uint32Array;
  /** Their points, in the same order. */
  points: Float64Array;
  /** By user id: the rank, 0 for none. */
  ranks: Uint32Array;
}

const MIN_SIZE = 1024;

/**
 * Points of each user in one period. User ids are dense, so they index plain arrays: 1,000,000 users take 25 MB, and
 * another row costs the same with one user or a million.
 */
export class Tally {
  #points = new Float64Array(MIN_SIZE);
  /** When the user came to these points. */
  #reachedAt = new Float64Array(MIN_SIZE);
  #isListed = new Uint8Array(MIN_SIZE);
  /** Everybody who ever earned, in the order of the last ranking: sorting what is nearly sorted takes little time. */
  #order: number[] = [];

  add({ userId, points, at }: Earned): void {
    this.#grow(userId);
    this.#points[userId] = (this.#points[userId] ?? 0) + points;
    if (points > 0) this.#reachedAt[userId] = Math.max(this.#reachedAt[userId] ?? 0, at);
    if (this.#isListed[userId] === 1) return;
    this.#isListed[userId] = 1;
    this.#order.push(userId);
  }

  /** Most points first; of two with the same, who had them earlier, then who registered earlier. */
  rank(isGone: (userId: number) => boolean): Ranking {
    const [points, reachedAt] = [this.#points, this.#reachedAt];
    this.#order.sort(
      (a, b) =>
        (points[b] as number) - (points[a] as number) || (reachedAt[a] as number) - (reachedAt[b] as number) || a - b,
    );
    const ranked = this.#order.filter((user) => (points[user] as number) > 0 && !isGone(user));
    const ranking = {
      users: new Uint32Array(shared(ranked.length * Uint32Array.BYTES_PER_ELEMENT)),
      points: new Float64Array(shared(ranked.length * Float64Array.BYTES_PER_ELEMENT)),
      ranks: new Uint32Array(shared(points.length * Uint32Array.BYTES_PER_ELEMENT)),
    };
    ranked.forEach((user, index) => {
      ranking.users[index] = user;
      ranking.points[index] = points[user] as number;
      ranking.ranks[user] = index + 1;
    });
    return ranking;
  }

  #grow(userId: number): void {
    if (userId < this.#points.length) return;
    const size = Math.max(userId + 1, this.#points.length * 2);
    this.#points = resized(this.#points, new Float64Array(size));
    this.#reachedAt = resized(this.#reachedAt, new Float64Array(size));
    this.#isListed = resized(this.#isListed, new Uint8Array(size));
  }
}

const shared = (bytes: number) => new SharedArrayBuffer(bytes);

function resized<Numbers extends Float64Array | Uint8Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from);
  return to;
}
