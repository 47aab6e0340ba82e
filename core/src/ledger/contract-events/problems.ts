import { problem } from "../../base/errors.ts";

/** @param first the place behind which all are kept */
export const contractEventsDeleted = (first: string) =>
  problem(
    410,
    "events_deleted",
    "Events deleted",
    `Payments of the asset and events of contracts that aren't Merit's are deleted after CONTRACT_EVENTS_RETENTION_DAYS, and some behind this position have been. Begin behind ${first} to get all that are kept, or ask for one of Merit's contracts, whose events are kept for ever.`,
  );
