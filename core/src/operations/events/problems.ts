import { problem } from "../../base/errors.ts";

/** @param last the id, as the API shows it, of the last one that was deleted */
export const eventsDeleted = (last: string, days: number) =>
  problem(
    410,
    "events_deleted",
    "Events deleted",
    `Events are deleted after ${days} days. Your events behind this position have been deleted, up to ${last}. Begin behind that one to get all that are kept. The API's other lists show what came of the deleted ones.`,
  );
