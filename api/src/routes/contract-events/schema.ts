import { z } from "zod";
import { rewardTx } from "../../http/examples.ts";
import { flag, isoTime, line, timestamp, walletAddress, wholeNumber } from "../../http/fields.ts";
import { DEFAULT_LIMIT, MAX_LIMIT } from "../../http/list.ts";

const once = z.string("must be given once");
const MOST_TYPES = 20;
/** Highest ledger number: the largest signed 32-bit integer. */
const MAX_LEDGER = 2 ** 31 - 1;

const filter = {
  contract: once
    .pipe(line(64))
    .optional()
    .meta({ description: "name of a contract, such as campaign, or asset for the reward asset; or its id (C...)" }),
  type: once
    .transform((text) => text.split(","))
    .pipe(z.array(line(64)).max(MOST_TYPES, `must have at most ${MOST_TYPES} types`))
    .optional()
    .meta({ description: "types, with commas between them", json: { type: "string", examples: ["reward,mint"] } }),
  campaign_id: wholeNumber(1).optional().meta({ description: "id of a campaign of the caller" }),
  merchant_id: wholeNumber(1).optional(),
  wallet_address: walletAddress.optional().meta({
    description: "wallet that the event names, or that a `reward` paid",
  }),
  tx_hash: once
    .regex(/^[0-9a-fA-F]{64}$/, "must be 64 hex digits")
    .toLowerCase()
    .optional(),
  from_ledger: wholeNumber(1, MAX_LEDGER).optional(),
  to_ledger: wholeNumber(1, MAX_LEDGER).optional().meta({ description: "last ledger" }),
  from: timestamp
    .optional()
    .meta({ description: "events of ledgers that closed at this time or later; UTC, ISO 8601" }),
  to: timestamp.optional().meta({ description: "events of ledgers that closed before this time; UTC, ISO 8601" }),
};

export type Filter = z.output<z.ZodObject<typeof filter>>;

const raw = flag("true: with topics and value in XDR");

const cursor = once
  .regex(/^\d{19}-\d{10}$/, "must be the next_cursor of an earlier answer or an event's id")
  .optional()
  .meta({ description: "id of the last event seen: the answer continues after it" });

export const eventFile = z.string().meta({
  description: "a line per event: CSV with a header, or JSON as GET /contract-events shows it",
  examples: ["id,contract_id,contract,type,ledger,ledger_closed_at,tx_hash,data\r\n"],
});

/** Filter of a topic of the WebSocket. */
export const topicFilter = z.strictObject({ ...filter, raw }).superRefine(checkRanges);

export const eventStream = z.string().meta({
  description: "server-sent events; each has its id, and an event as GET /contract-events shows it as JSON in `data`",
  examples: ["retry: 2000\nid: 0000000317827584000-0000000001\n\n"],
});

export const listQuery = z
  .strictObject({
    ...filter,
    order: z.enum(["asc", "desc"], "must be asc or desc").default("asc").meta({ description: "asc: oldest first" }),
    raw,
    cursor,
    after: cursor.meta({
      description: "stream: id of the last event, if the header Last-Event-ID can't be sent",
    }),
    limit: wholeNumber(1, MAX_LIMIT)
      .optional()
      .meta({ json: { type: "integer", minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT } }),
    format: z
      .enum(["csv", "ndjson"], "must be csv or ndjson")
      .optional()
      .meta({ description: "all events as a file of this format, instead of a page" }),
  })
  .superRefine(checkRanges)
  .refine(({ format, limit }) => format === undefined || limit === undefined, {
    path: ["limit"],
    message: "must be left out where format is given: a file has all events",
  })
  .meta({ examples: [{ type: "reward", limit: "20" }] });

/** An empty range is a mistake: its answer would look as if nothing had happened. */
function checkRanges({ from_ledger, to_ledger, from, to }: Filter, issue: z.core.$RefinementCtx): void {
  const add = (field: string, message: string) => issue.addIssue({ code: "custom", path: [field], message });
  if (from_ledger !== undefined && to_ledger !== undefined && from_ledger > to_ledger) {
    add("from_ledger", "must not be above to_ledger");
  }
  if (from && to && from >= to) add("from", "must be before to");
}

export const eventView = z
  .strictObject({
    id: z.string(),
    contract_id: z.string(),
    contract: z.string(),
    type: z.string(),
    ledger: z.int(),
    ledger_closed_at: isoTime,
    tx_hash: z.string(),
    data: z.unknown().meta({ description: "decoded event; integers are raw (amounts in stroops), as strings" }),
    topics_xdr: z
      .array(z.string())
      .nullish()
      .meta({ description: "with raw=true: base64; null if an earlier release stored the event" }),
    value_xdr: z
      .string()
      .nullish()
      .meta({ description: "with raw=true: base64; null if an earlier release stored the event" }),
  })
  .meta({
    id: "ContractEvent",
    examples: [
      {
        id: "0000000317827584000-0000000001",
        contract_id: "CADQOBYHA4DQOBYHA4DQOBYHA4DQOBYHA4DQOBYHA4DQOBYHA4DQP5KR",
        contract: "campaign",
        type: "reward",
        ledger: 74,
        ledger_closed_at: "2026-11-21T17:55:05.000Z",
        tx_hash: rewardTx,
        data: { campaign: "2", merchant: "1", seq: "2", paid: "125000000" },
      },
    ],
  });
