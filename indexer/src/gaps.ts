import type { Window } from "./source.ts";

/** Ledgers whose events were never read because the node had dropped them; both ends included. */
export interface Gap {
  from: number;
  to: number;
}

/**
 * The ledgers after `reached` that the node has already dropped.
 * A page may have ended inside `reached + 1`; that ledger then counts as missing, since its rest is.
 */
export function missingLedgers(reached: number, window: Window): Gap | undefined {
  const next = reached + 1;
  return window.oldest > next ? { from: next, to: window.oldest - 1 } : undefined;
}
