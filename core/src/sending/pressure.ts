/** Pause after a node has said that it takes no more for now: about a ledger. */
const PAUSE_MS = 5_000;

/** Whether the node says that more is sent than it takes. */
export class Pressure {
  #until = 0;

  /** @param code of a transaction that the node didn't take */
  refused(code: string): void {
    if (code === "TRY_AGAIN_LATER") this.#until = performance.now() + PAUSE_MS;
  }

  isHigh(): boolean {
    return performance.now() < this.#until;
  }
}
