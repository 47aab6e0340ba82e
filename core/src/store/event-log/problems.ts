import { problem } from "../../base/errors.ts";

/** @param newest the last position that there is */
export const positionUnknown = (newest: string) =>
  problem(
    410,
    "position_unknown",
    "Position unknown",
    `The last position that there is, is ${newest}: the one that you gave is of a database or ledger that is no more. Begin without a position, and read your records again.`,
  );
