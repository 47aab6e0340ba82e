import type { Role } from "../../store/db/schema/users.ts";

/**
 * Kinds of records that can be found. To search another table, a migration must give it triggers like those of campaigns in
 * the migration `search_index`, with the next number of a kind, and its name is in `indexedTypes`.
 */
export const indexedTypes = ["campaign", "item", "drop"] as const;
export type IndexedType = (typeof indexedTypes)[number];

export const searchTypes = [...indexedTypes, "issuance", "user"] as const;
export type SearchType = (typeof searchTypes)[number];

/** The properties of the searcher that decide what they see. */
export type Searcher =
  | { kind: "user"; userId: number }
  | { kind: "merchant"; merchantId: number }
  | { kind: "admin"; userId: number };

/** The searcher of a call: its merchant or its user. */
export function searcherOf({
  merchant,
  session,
}: {
  merchant: { id: number } | null;
  session: { user: { id: number; role: Role } } | null;
}): Searcher {
  if (merchant) return { kind: "merchant", merchantId: merchant.id };
  if (!session) throw new Error("a search without a caller");
  return { kind: session.user.role, userId: session.user.id };
}

/** Most hits of one search. */
export const MAX_HITS = 200;
