import type { EventSource, Window } from "./source.ts";

/** A ledger whose header hash is stored: another chain of the same name has another hash for it. */
export interface Anchor {
  ledger: number;
  hash: string;
}

/** The anchor moves on after this many ledgers, so that it stays within what nodes keep. */
export const ANCHOR_DISTANCE = 1_000;

export class LedgerChanged extends Error {
  override name = "LedgerChanged";

  constructor(cause: string) {
    super(
      `${cause}: this node serves another ledger than the one that was read before, or the ledger was reset. ` +
        "MERIT_RPC_URL must name a node of the ledger that the data belongs to.",
    );
  }
}

/**
 * Checks that the node still serves the ledger that the stored events come from.
 * @param reached last ledger whose events are stored
 * @returns "behind" if the node hasn't reached it yet; then nothing can be said
 * @throws LedgerChanged
 */
export async function checkLedger(
  source: EventSource,
  window: Window,
  reached: number,
  anchor: Anchor | undefined,
): Promise<"same" | "behind"> {
  if (anchor && anchor.ledger >= window.oldest && anchor.ledger <= window.latest) {
    const hash = await source.ledgerHash(anchor.ledger);
    if (hash !== undefined && hash !== anchor.hash) {
      throw new LedgerChanged(`Ledger ${anchor.ledger} has the hash ${hash}, but the data has ${anchor.hash}`);
    }
  }
  return window.latest < reached ? "behind" : "same";
}
