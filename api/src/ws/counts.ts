/** Counts how many things each key has at once, up to a limit. */
export class Counts {
  readonly limit: number;
  readonly #held = new Map<string, number>();

  constructor(limit: number) {
    this.limit = limit;
  }

  /** False if the key has reached its limit. */
  take(key: string): boolean {
    const held = this.#held.get(key) ?? 0;
    if (held >= this.limit) return false;
    this.#held.set(key, held + 1);
    return true;
  }

  release(key: string): void {
    const held = this.#held.get(key) ?? 0;
    if (held > 1) this.#held.set(key, held - 1);
    else this.#held.delete(key);
  }
}
