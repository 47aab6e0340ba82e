import { LEDGERS_PER_DAY } from "../../base/days.ts";

/** In the order of the contract's numbers. */
export const proposalStates = [
  "pending",
  "active",
  "defeated",
  "cancelled",
  "succeeded",
  "queued",
  "expired",
  "executed",
] as const;
export type StateName = (typeof proposalStates)[number];

/** Ledgers after the vote in which a won proposal may be queued: 14 days. */
export const QUEUE_WINDOW = 14 * LEDGERS_PER_DAY;
