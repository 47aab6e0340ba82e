import { validationFailed } from "@merit/core/base/errors.ts";

// Lists of events are also given as streams of them, at the same path: the header Accept says which.

/** The media type of server-sent events. */
export const EVENT_STREAM = "text/event-stream";

type Given = Record<string, unknown>;

/** @throws Problem 422 for what only a stream takes */
export const requireListed = (given: Given): void =>
  refuse(given, `belongs to a stream: ask for one by the header Accept: ${EVENT_STREAM}`);

/** @throws Problem 422 for what only a list takes */
export const requireStreamed = (given: Given): void => refuse(given, "belongs to the list: leave it out of a stream");

function refuse(given: Given, message: string): void {
  const fields = Object.keys(given).filter((field) => given[field] !== undefined);
  if (fields.length > 0) throw validationFailed(fields.map((field) => ({ field, message })));
}
