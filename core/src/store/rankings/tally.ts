/** The parts of a row of the points ledger that count. */
export interface Earned {
  userId: number;
  /** Whole points; a negative number takes back points counted before. */
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
  /** Rank by user id; 0 for none. */
  ranks: Uint32Array;
}

const MIN_SIZE = 1024;

/**
 * Points of each user in one period. User ids are dense, so they index plain arrays: 1,000,000 users take 16 MB, and
 * another row costs the same with one user or a million.
 */
export class Tally {
  #points = new Float64Array(MIN_SIZE);
  /** When the user came to these points. */
  #reachedAt = new Float64Array(MIN_SIZE);

  add({ userId, points, at }: Earned): void {
    this.#grow(userId);
    this.#points[userId] = (this.#points[userId] as number) + points;
    if (points > 0 && at > (this.#reachedAt[userId] as number)) this.#reachedAt[userId] = at;
  }

  /** Most points first; with equal points, the user who had them earlier, then the one who registered earlier. */
  rank(isGone: (userId: number) => boolean): Ranking {
    const points = this.#points;
    const byTime = sortedBy(this.#listed(isGone), (user) => this.#reachedAt[user] as number);
    const users = sortedBy(byTime, (user) => -(points[user] as number));
    const ranking = {
      users: new Uint32Array(new SharedArrayBuffer(users.length * Uint32Array.BYTES_PER_ELEMENT)),
      points: new Float64Array(new SharedArrayBuffer(users.length * Float64Array.BYTES_PER_ELEMENT)),
      ranks: new Uint32Array(new SharedArrayBuffer(points.length * Uint32Array.BYTES_PER_ELEMENT)),
    };
    ranking.users.set(users);
    for (let index = 0; index < users.length; index += 1) {
      const user = users[index] as number;
      ranking.points[index] = points[user] as number;
      ranking.ranks[user] = index + 1;
    }
    return ranking;
  }

  /** Users with points, in the order of registration, which the sorts keep where all else is the same. */
  #listed(isGone: (userId: number) => boolean): Uint32Array<ArrayBuffer> {
    const users = new Uint32Array(this.#points.length);
    let count = 0;
    for (let user = 0; user < users.length; user += 1) {
      if ((this.#points[user] as number) <= 0 || isGone(user)) continue;
      users[count] = user;
      count += 1;
    }
    return users.subarray(0, count);
  }

  #grow(userId: number): void {
    if (userId < this.#points.length) return;
    const size = Math.max(userId + 1, this.#points.length * 2);
    this.#points = resized(this.#points, size);
    this.#reachedAt = resized(this.#reachedAt, size);
  }
}

function resized(from: Float64Array, size: number): Float64Array<ArrayBuffer> {
  const to = new Float64Array(size);
  to.set(from);
  return to;
}

const DIGIT = 2 ** 11;

/**
 * Radix sort by whole keys that span less than 2^53, smallest first; stable, so that sorting by the lesser key before the
 * greater one orders by both. Comparing takes several times as long for a million.
 */
function sortedBy(users: Uint32Array<ArrayBuffer>, keyOf: (user: number) => number): Uint32Array<ArrayBuffer> {
  const size = users.length;
  let keys = new Float64Array(size);
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < size; index += 1) {
    const key = keyOf(users[index] as number);
    keys[index] = key;
    if (key < least) least = key;
    if (key > most) most = key;
  }
  for (let index = 0; index < size; index += 1) keys[index] = (keys[index] as number) - least;
  let from = users;
  let to = new Uint32Array(size);
  let keysTo = new Float64Array(size);
  for (let unit = 1; unit <= most - least; unit *= DIGIT) {
    const places = placesOf(keys, unit);
    for (let index = 0; index < size; index += 1) {
      const key = keys[index] as number;
      const digit = Math.floor(key / unit) % DIGIT;
      const place = places[digit] as number;
      places[digit] = place + 1;
      to[place] = from[index] as number;
      keysTo[place] = key;
    }
    [from, to] = [to, from];
    [keys, keysTo] = [keysTo, keys];
  }
  return from;
}

/** The index at which the keys of each digit begin. */
function placesOf(keys: Float64Array, unit: number): Uint32Array {
  const places = new Uint32Array(DIGIT + 1);
  for (let index = 0; index < keys.length; index += 1) {
    const digit = Math.floor((keys[index] as number) / unit) % DIGIT;
    places[digit + 1] = (places[digit + 1] as number) + 1;
  }
  for (let digit = 1; digit <= DIGIT; digit += 1) {
    places[digit] = (places[digit] as number) + (places[digit - 1] as number);
  }
  return places;
}
