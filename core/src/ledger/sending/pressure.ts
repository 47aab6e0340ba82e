/** Pause after a node has said that it is full: about a ledger. */
const PAUSE_MS = 5_000;

/** Remembers for a while that the node can't take more transactions. */
export class Pressure {
  #until = 0;

  /** @param code of a transaction that the node refused */
  refused(code: string): void {
    if (code === "TRY_AGAIN_LATER") this.#until = performance.now() + PAUSE_MS;
  }

  isHigh(): boolean {
    return performance.now() < this.#until;
  }
}
