import type { EventSource, Window } from "./source.ts";
import type { StoredPosition } from "./store.ts";

/** A ledger whose header hash is stored: another chain of the same name has another hash for it. */
export interface Anchor {
  ledger: number;
  hash: string;
}

/** The anchor moves on after this many ledgers, so that it stays within what nodes keep. */
export const ANCHOR_DISTANCE = 1_000;

/** Clocks of the service and of the network differ by less. */
const CLOCK_DIFFERENCE_MS = 5 * 60_000;

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
 * @returns "behind" if the node hasn't reached the position yet; then nothing can be said. "ahead" if the ledger itself hasn't reached
 * it, long after the position was stored: the answer that named it was wrong.
 * @throws LedgerChanged
 */
export async function checkLedger(
  source: EventSource,
  window: Window,
  position: StoredPosition,
  anchor: Anchor | undefined,
): Promise<"same" | "behind" | "ahead"> {
  let isKnown = anchor === undefined;
  if (anchor && anchor.ledger >= window.oldest && anchor.ledger <= window.latest) {
    const ledger = await source.ledger(anchor.ledger);
    if (ledger && ledger.hash !== anchor.hash) {
      throw new LedgerChanged(`Ledger ${anchor.ledger} has the hash ${ledger.hash}, but the data has ${anchor.hash}`);
    }
    isKnown = ledger !== undefined;
  }
  if (window.latest >= position.ledger) return "same";
  if (!isKnown || position.storedAt === null) return "behind";
  const latest = await source.ledger(window.latest);
  const closedLater = latest ? latest.closedAt.getTime() - position.storedAt.getTime() : 0;
  return closedLater > CLOCK_DIFFERENCE_MS ? "ahead" : "behind";
}
