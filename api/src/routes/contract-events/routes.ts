import { requireListed, requireStreamed } from "../../http/event-stream.ts";
import { FILE_HEADERS, FILE_TYPES, type FileFormat, fileAnswer } from "../../http/files.ts";
import { DEFAULT_LIMIT, listOf } from "../../http/list.ts";
import { defineRoute } from "../../http/route.ts";
import { contractEventFeed, filterOf, READ_AT_ONCE, readPage } from "./feed.ts";
import { fileOf } from "./file.ts";
import type { presentEvent } from "./presenter.ts";
import * as T from "./schema.ts";

export const list = defineRoute({
  method: "get",
  path: "/contract-events",
  auth: "merchant",
  summary: "Indexed contract events in the order of the ledger: a page, all of them as a file, or as they are indexed",
  description: `Values of one filter are alternatives; different filters must all match. The payments of a \`reward\` show who
was paid how much (in stroops) and, for the caller's own campaigns, the issuance. With \`format\`, all events are sent while they are
read, as CSV (RFC 4180) or lines of JSON. A file that is cut off can be continued with its last id as \`cursor\`.
With the header \`Accept: text/event-stream\`, the answer is a stream of server-sent events. It begins behind the event that the header
\`Last-Event-ID\` or \`after\` names, or with the next one. Events that are backfilled later are not streamed. An \`event: problem\` says why
it ends.`,
  request: { query: T.listQuery },
  responses: { 200: listOf(T.eventView) },
  files: { types: FILE_TYPES, schema: T.eventFile },
  headers: FILE_HEADERS,
  events: T.eventStream,
  errors: { 410: ["events_deleted", "position_unknown"], 429: ["too_many_connections"], 503: ["no_connections_left"] },
  async handler({ context, merchant, query: { after, cursor, order, format, limit, raw, ...query }, stream }) {
    if (stream) {
      requireStreamed({ cursor, format, limit, order: order === "asc" ? undefined : order });
      return stream(await contractEventFeed({ context, merchant }, { ...query, raw }), after);
    }
    requireListed({ after });
    const filter = await filterOf({ context, merchant }, query);
    const read = (after: string | undefined, limit: number) =>
      readPage({ context, merchant }, { ...filter, order, limit, after }, raw);
    if (format !== undefined) return file((after) => read(after, READ_AT_ONCE), cursor, { format, raw });
    const page = await read(cursor, limit ?? DEFAULT_LIMIT);
    return { status: 200, body: { ...page, next_cursor: page.has_more ? (page.data.at(-1)?.id ?? null) : null } };
  },
});

type Read = (after: string | undefined) => Promise<Part>;

async function file(read: Read, cursor: string | undefined, { format, raw }: { format: FileFormat; raw: boolean }) {
  // Before the file begins: what is refused is no file.
  const first = await read(cursor);
  return fileAnswer(`contract-events.${format}`, format, fileOf(format, raw, pages(read, first)));
}

type Presented = ReturnType<typeof presentEvent>;

interface Part {
  data: Presented[];
  has_more: boolean;
}

async function* pages(read: Read, first: Part): AsyncGenerator<Presented[]> {
  for (let part = first; ; part = await read(part.data.at(-1)?.id)) {
    yield part.data;
    if (!part.has_more) return;
  }
}
