/**
 * What can be found. Another table is searched once a migration has given it triggers like those of campaigns in
 * 0009_search_index.sql, with the next number of a kind, and its name is in `indexedTypes`.
 */
export const indexedTypes = ["campaign", "item", "drop"] as const;
export type IndexedType = (typeof indexedTypes)[number];

export const searchTypes = [...indexedTypes, "issuance", "user"] as const;
export type SearchType = (typeof searchTypes)[number];

/** Who searches, as far as it decides what they see. */
export type Searcher =
  | { kind: "user"; userId: number }
  | { kind: "merchant"; merchantId: number }
  | { kind: "admin"; userId: number };

/** Most that one search finds. */
export const MAX_HITS = 200;
