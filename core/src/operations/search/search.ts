import type { Context } from "../../context/context.ts";
import type { Store } from "../../store/db/store.ts";
import * as analytics from "./analytics.ts";
import * as find from "./find.ts";
import { type IndexedType, indexedTypes, MAX_HITS, type Searcher, type SearchType } from "./kinds.ts";
import { ftsQuery, normalised, withoutAddresses } from "./query.ts";
import { newSearchId, nonceOf } from "./search-id.ts";
import { type Hit, show } from "./show.ts";

export interface Search {
  q: string;
  /** Null: of all types. */
  type: SearchType | null;
  limit: number;
  /** A later page of an earlier search. */
  place?: { searchId: string; offset: number };
}

export interface SearchPage {
  searchId: string;
  hits: Hit[];
  /** Number of hits on all pages, at most MAX_HITS. */
  total: number;
  /** Offset of the next page; null after the last one. */
  next: number | null;
}

/** Finds what the searcher may see. The first page of a search is counted, without who asked. */
export async function search(context: Context, searcher: Searcher, request: Search): Promise<SearchPage> {
  const began = performance.now();
  const offset = request.place?.offset ?? 0;
  const query = ftsQuery(request.q);
  const { found, hits } = await context.db.read(async (store) => {
    const found = query === null ? [] : await findAll(store, searcher, { ...request, query, now: context.clock.now() });
    return { found, hits: await show(store, found.slice(offset, offset + request.limit), request.q) };
  });
  const searchId = request.place?.searchId ?? newSearchId(context, searcher);
  if (!request.place) {
    await context.db.commit((store) =>
      analytics.insert(store, {
        nonce: nonceOf(searchId),
        query: withoutAddresses(normalised(request.q)),
        type: request.type,
        searcher: searcher.kind,
        hits: found.length,
        took_ms: Math.round(performance.now() - began),
        created_at: context.clock.now(),
      }),
    );
  }
  const end = offset + request.limit;
  return { searchId, hits, total: found.length, next: end < found.length ? end : null };
}

/** A merchant's issuances come first, since only its own references find them; the rest is in order of relevance. */
async function findAll(
  store: Store,
  searcher: Searcher,
  { q, type, query, now }: Search & { query: string; now: Date },
): Promise<find.Found[]> {
  const asked = (one: SearchType) => type === null || type === one;
  const found: find.Found[] = [];
  if (type === null || isIndexed(type)) found.push(...(await find.indexed(store, searcher, { query, type, now })));
  if (searcher.kind === "admin" && asked("user")) found.push(...(await find.users(store, query)));
  found.sort((a, b) => a.score - b.score);
  if (searcher.kind === "merchant" && asked("issuance")) {
    found.unshift(...(await find.issuancesOf(store, searcher.merchantId, q.trim())));
  }
  return found.slice(0, MAX_HITS);
}

const isIndexed = (type: SearchType): type is IndexedType => (indexedTypes as readonly string[]).includes(type);
