/** How many things each key holds at once, up to a limit. */
export class Counts {
  readonly #limit: number;
  readonly #held = new Map<string, number>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** False if the key holds as many as it may. */
  take(key: string): boolean {
    const held = this.#held.get(key) ?? 0;
    if (held >= this.#limit) return false;
    this.#held.set(key, held + 1);
    return true;
  }

  release(key: string): void {
    const held = this.#held.get(key) ?? 0;
    if (held > 1) this.#held.set(key, held - 1);
    else this.#held.delete(key);
  }
}
