import { Readable } from "node:stream";
import * as campaigns from "@merit/core/campaigns/store.ts";
import { knownNames } from "@merit/core/contract-events/names.ts";
import * as events from "@merit/core/contract-events/service.ts";
import type { Store } from "@merit/core/db/store.ts";
import { validationFailed } from "@merit/core/errors.ts";
import { withPayments } from "@merit/core/rewards/shown-payments.ts";
import { topics } from "@merit/core/wake.ts";
import { listOf } from "../../http/list.ts";
import { type Call, defineRoute } from "../../http/route.ts";
import { fileOf, mediaTypes } from "./file.ts";
import { presentEvent } from "./presenter.ts";
import * as T from "./schema.ts";

type Caller = Pick<Call<"merchant", unknown, unknown, unknown>, "context" | "merchant">;

/** @throws Problem 422 for names and campaigns that are not known */
async function filterOf(store: Store, { context, merchant }: Caller, query: T.Filter): Promise<events.EventFilter> {
  const { type: types, campaign_id, merchant_id, wallet_address: wallet, ...rest } = query;
  const filter = await knownNames(store, context.chain.manifest, { ...rest, types });
  return {
    ...filter,
    wallet,
    campaign: campaign_id === undefined ? undefined : await onLedger(store, merchant.id, campaign_id),
    merchant: merchant_id?.toString(),
  };
}

async function onLedger(store: Store, merchantId: number, id: number): Promise<string> {
  const campaign = await campaigns.ownedBy(store, merchantId, id);
  if (!campaign) throw validationFailed([{ field: "campaign_id", message: "is not the id of a campaign of yours" }]);
  // A campaign that is not on the ledger yet has no events, and no campaign there has this id.
  return String(campaign.contract_campaign_id ?? 0);
}

export const list = defineRoute({
  method: "get",
  path: "/contract-events",
  auth: "merchant",
  summary: "Indexed contract events in the order of the ledger",
  description: `Each event of one condition is found, and conditions of several kinds are all met. The payments of a \`reward\` show who
was paid how much (in stroops) and, for the caller's own campaigns, the issuance.`,
  request: { query: T.listQuery },
  responses: { 200: listOf(T.eventView) },
  errors: {},
  async handler({ context, merchant, query: { cursor, order, limit, raw, ...query } }) {
    const filter = await context.db.read((store) => filterOf(store, { context, merchant }, query));
    const page = await readPage({ context, merchant }, { ...filter, order, limit, after: cursor }, raw);
    return { status: 200, body: { ...page, next_cursor: page.has_more ? (page.data.at(-1)?.id ?? null) : null } };
  },
});

export const stream = defineRoute({
  method: "get",
  path: "/contract-events/stream",
  auth: "merchant",
  summary: "Contract events as they are indexed (server-sent events)",
  description:
    "Begins with the next event, or behind the one that the header `Last-Event-ID` or `after` names. Events that are filled in later than others of a higher ledger are not in it. An `event: problem` says why a stream ends. See docs/live.md.",
  request: { query: T.streamQuery },
  responses: { 200: T.eventStream },
  produces: "text/event-stream",
  errors: { 429: ["too_many_connections"], 503: ["no_connections_left"] },
  async handler({ context, merchant, query: { after, raw, ...query }, stream }) {
    const filter = await context.db.read((store) => filterOf(store, { context, merchant }, query));
    return stream({
      topic: topics.contractEvents,
      after,
      isPosition: (text) => /^\d{19}-\d{10}$/.test(text),
      async latest() {
        const { rows } = await context.db.read((store) => events.list(store, { order: "desc", limit: 1 }));
        return rows[0]?.id ?? "";
      },
      async read(position) {
        const request = { ...filter, limit: READ_AT_ONCE, after: position };
        const { data, has_more } = await readPage({ context, merchant }, request, raw);
        return { events: data, position: data.at(-1)?.id ?? position, hasMore: has_more };
      },
    });
  },
});

/** Events that one read of an export or stream loads: memory and the time of other calls stay the same, however many there are. */
const READ_AT_ONCE = 200;

export const download = defineRoute({
  method: "get",
  path: "/contract-events/export",
  auth: "merchant",
  summary: "All contract events that meet conditions, as CSV (RFC 4180) or lines of JSON",
  description:
    "In the order of the ledger. The events are sent while they are read. A file that is cut off can be continued with its last id as `cursor`.",
  request: { query: T.exportQuery },
  responses: { 200: T.exportFile },
  produces: ["text/csv", "application/x-ndjson"],
  headers: { "Content-Disposition": "name for the file" },
  errors: {},
  async handler({ context, merchant, query: { format, cursor, raw, ...query } }) {
    const filter = await context.db.read((store) => filterOf(store, { context, merchant }, query));
    const read = (after: string | undefined) =>
      readPage({ context, merchant }, { ...filter, limit: READ_AT_ONCE, after }, raw);
    const headers = {
      "Content-Type": mediaTypes[format],
      "Content-Disposition": `attachment; filename="contract-events.${format}"`,
      "Cache-Control": "private, no-store",
    };
    return { status: 200, body: Readable.from(fileOf(format, raw, pages(read, cursor))), headers };
  },
});

type Presented = ReturnType<typeof presentEvent>;

async function readPage({ context, merchant }: Caller, request: events.EventPage, raw: boolean) {
  return context.db.read(async (store) => {
    const { rows, hasMore } = await events.list(store, request);
    const shown = await withPayments(store, rows, merchant.id);
    const xdr = raw
      ? await events.xdrOf(
          store,
          rows.map(({ id }) => id),
        )
      : undefined;
    return { data: shown.map((event) => presentEvent(event, xdr)), has_more: hasMore };
  });
}

async function* pages(
  read: (after: string | undefined) => Promise<{ data: Presented[]; has_more: boolean }>,
  first: string | undefined,
): AsyncGenerator<Presented[]> {
  let after = first;
  for (let hasMore = true; hasMore; ) {
    const { data, has_more } = await read(after);
    yield data;
    hasMore = has_more;
    after = data.at(-1)?.id;
  }
}
