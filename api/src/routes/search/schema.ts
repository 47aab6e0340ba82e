import { searchTypes } from "@merit/core/operations/search/kinds.ts";
import { searchIdPattern } from "@merit/core/operations/search/search-id.ts";
import { z } from "zod";
import { id, isoTime, line, oneOf, timestamp, wholeNumber } from "../../http/fields.ts";
import { cursorOf, limit, listOf, partsOf } from "../../http/list.ts";

const type = z.enum(searchTypes, oneOf(searchTypes));
const searchId = z.string().regex(searchIdPattern);

export const searchQuery = z
  .strictObject({
    q: line(100).meta({ description: "words; each must be the beginning of a word in the result" }),
    type: type.optional().meta({ description: "type to search; default: all that the caller may see" }),
    limit,
    cursor: z
      .string("must be given once")
      .transform(decodePlace)
      .optional()
      .meta({ description: "next_cursor of the previous page, with the same q and type" }),
  })
  .meta({ examples: [{ q: "spr" }] });

interface Place {
  searchId: string;
  offset: number;
}

export const placeCursor = ({ searchId, offset }: Place) => cursorOf(searchId, offset);

function decodePlace(cursor: string): Place {
  const [searchId = "", offset] = partsOf(cursor, /^([0-9a-f]{48}):([1-9]\d{0,3})$/);
  return { searchId, offset: Number(offset) };
}

const hit = z
  .strictObject({
    type,
    id: z.int(),
    title: z.string().meta({ description: "name; for an issuance its idempotency key" }),
    highlight: z
      .array(z.strictObject({ text: z.string(), match: z.boolean() }))
      .meta({ description: "the title in parts; those that match are marked" }),
    subtitle: z
      .string()
      .nullable()
      .meta({ description: "the merchant's name; for an issuance amount and campaign, for a user the e-mail address" }),
    merchant_id: z.int().nullable(),
  })
  .meta({ id: "SearchHit" });

export const searchView = listOf(hit)
  .extend({
    search_id: searchId.meta({ description: "id of this search for POST /search/{id}/click" }),
    total: z.int().meta({ description: "number of hits on all pages, at most 200" }),
  })
  .meta({
    id: "SearchResults",
    examples: [
      {
        search_id: "5f0c7a1e9b3d42688a61c0ffee15600d0c11d0a9e2b7464f",
        total: 1,
        data: [
          {
            type: "campaign",
            id: 2,
            title: "Spring roast",
            highlight: [
              { text: "Spring", match: true },
              { text: " roast", match: false },
            ],
            subtitle: "Corner Coffee",
            merchant_id: 1,
          },
        ],
        has_more: false,
        next_cursor: null,
      },
    ],
  });

export const clickParams = z
  .object({ id: searchId })
  .meta({ examples: [{ id: "5f0c7a1e9b3d42688a61c0ffee15600d0c11d0a9e2b7464f" }] });
export const clickBody = z.strictObject({ type, id }).meta({ examples: [{ type: "campaign", id: 2 }] });

const DEFAULT_QUERIES = 20;
const MAX_QUERIES = 100;

export const statisticsQuery = z
  .strictObject({
    from: timestamp.optional().meta({ description: "default: 30 days before `to`" }),
    to: timestamp.optional().meta({ description: "default: now" }),
    limit: wholeNumber(1, MAX_QUERIES).default(DEFAULT_QUERIES).meta({ description: "number of queries in each list" }),
  })
  .meta({ examples: [{ limit: "20" }] });

const share = z.number().meta({ description: "share from 0 to 1" });
const queryView = z
  .strictObject({
    query: z.string(),
    searches: z.int(),
    average_hits: z.number(),
    clicks: z.int(),
    click_rate: share,
  })
  .meta({ id: "SearchedQuery" });

export const statisticsView = z
  .strictObject({
    from: isoTime.meta({ description: "first moment of the period" }),
    to: isoTime.meta({ description: "the moment behind the period" }),
    searches: z.int(),
    without_hits: z.int(),
    clicks: z.int(),
    click_rate: share,
    average_ms: z.number(),
    top_queries: z.array(queryView),
    queries_without_hits: z.array(queryView),
  })
  .meta({
    id: "SearchAnalytics",
    examples: [
      {
        from: "2026-10-22T18:00:00.000Z",
        to: "2026-11-21T18:00:00.000Z",
        searches: 15,
        without_hits: 3,
        clicks: 9,
        click_rate: 0.6,
        average_ms: 1.2,
        top_queries: [
          { query: "spr", searches: 12, average_hits: 1.5, clicks: 9, click_rate: 0.75 },
          { query: "tea", searches: 3, average_hits: 0, clicks: 0, click_rate: 0 },
        ],
        queries_without_hits: [{ query: "tea", searches: 3, average_hits: 0, clicks: 0, click_rate: 0 }],
      },
    ],
  });
