import { and, desc, eq, sql } from "drizzle-orm";
import { MOST_OF_ALL_LOOKED_AT } from "../../base/page.ts";
import { isOpenAt } from "../../programmes/catalogue/store.ts";
import { fullText, value } from "../../store/db/dialect.ts";
import { issuances } from "../../store/db/schema/issuances.ts";
import { catalogueItems } from "../../store/db/schema/redemptions.ts";
import { prepared, type Store } from "../../store/db/store.ts";
import { type IndexedType, MAX_HITS, type Searcher, type SearchType } from "./kinds.ts";

// Finds the records for a search, best first. Their content is read only for the page that is shown (show.ts).

export interface Found {
  type: SearchType;
  /** Row id in the search index, or the record's id if its kind has no index. */
  row: number;
  /** Lower is better. */
  score: number;
}

/** Number of newest rows that are ranked: scoring all rows of a frequent word would hold up the process. */
const MAX_RANKED = sql.raw("2000");

const text = (name: string) => sql`${sql.placeholder(name)}`;
const found = {
  row: sql<number>`rowid`.mapWith(Number),
  score: sql<number>`score`.mapWith(Number),
};

/** SQL condition: an item can be redeemed now; whether a campaign is public depends only on its status. */
const OPEN = sql`(kind <> 'item' or exists (
  select 1 from ${catalogueItems}
  where ${catalogueItems.id} = record_id and ${isOpenAt(value(catalogueItems.starts_at, "now"))}
))`;

/** SQL condition: the searcher may see the record. A drop is visible to users who have proven a wallet with a share in it. */
const VISIBLE = sql`(
  ${text("all")} = 1
  or (visibility = 'public' and ${OPEN})
  or merchant_id = ${text("merchant")}
  or (visibility = 'shares' and record_id in (
    select drop_shares.drop_id from user_wallets
    join drop_shares on drop_shares.wallet_address = user_wallets.address
    where user_wallets.user_id = ${text("user")} and user_wallets.proven_at is not null
  ))
)`;

/** Weights: a word in the name of a record, of its merchant, in its description. */
const records = fullText("search_index", "query", [8, 3, 1]);

/** The row of the oldest record that is looked at: the searcher may see none of them. */
const OLDEST = sql`coalesce((select rowid from ${records.rows} order by rowid desc limit 1 offset ${text("newer")}), 0)`;

const selectIndexed = prepared((store) =>
  store
    .select({ type: sql<IndexedType>`kind`, ...found })
    .from(sql`(
      select rowid, kind, ${records.score} as score from ${records.rows}
      where rowid >= ${OLDEST} and ${VISIBLE} and kind = coalesce(${text("type")}, kind)
      order by rowid desc limit ${MAX_RANKED}
    ) as newest`)
    .orderBy(sql`score`, sql`rowid desc`)
    .limit(MAX_HITS)
    .prepare(),
);

/** Campaigns, catalogue items and drops, by the expression of `ftsQuery`. @param most records that match and are looked at, the newest */
export async function indexed(
  store: Store,
  searcher: Searcher,
  { query, type, now }: { query: string; type: IndexedType | null; now: Date },
  most = MOST_OF_ALL_LOOKED_AT,
): Promise<Found[]> {
  return selectIndexed(store).all({
    query,
    newer: most - 1,
    type,
    now,
    all: searcher.kind === "admin" ? 1 : 0,
    merchant: searcher.kind === "merchant" ? searcher.merchantId : null,
    user: searcher.kind === "user" ? searcher.userId : null,
  });
}

const people = fullText("search_users", "query", [4, 2, 1]);

const selectUsers = prepared((store) =>
  store
    .select({ type: sql<"user">`'user'`, ...found })
    .from(sql`(
      select rowid, ${people.score} as score from ${people.rows} order by rowid desc limit ${MAX_RANKED}
    ) as newest`)
    .orderBy(sql`score`, sql`rowid desc`)
    .limit(MAX_HITS)
    .prepare(),
);

/** Users by name, e-mail address or wallet: only for administrators. */
export async function users(store: Store, query: string): Promise<Found[]> {
  return selectUsers(store).all({ query });
}

const issuance = { type: sql<"issuance">`'issuance'`, row: issuances.id, score: sql<number>`0`.mapWith(Number) };
const ofMerchant = eq(issuances.merchant_id, value(issuances.merchant_id, "merchant"));

const selectByReference = prepared((store) =>
  store
    .select(issuance)
    .from(issuances)
    .where(
      and(
        ofMerchant,
        sql`${issuances.idempotency_key} >= ${text("from")}`,
        sql`${issuances.idempotency_key} < ${text("to")}`,
      ),
    )
    .orderBy(issuances.idempotency_key)
    .limit(MAX_HITS)
    .prepare(),
);

const selectByWallet = prepared((store) =>
  store
    .select(issuance)
    .from(issuances)
    .where(and(eq(issuances.wallet_address, sql.placeholder("wallet")), ofMerchant))
    .orderBy(desc(issuances.id))
    .limit(MAX_HITS)
    .prepare(),
);

const WALLET = /^[GC][A-Z2-7]{55}$/;
/** Sorts after every text that begins with the same text. */
const LAST = "\u{10ffff}";

/** Issuances by the beginning of the merchant's own reference (the idempotency key), or a whole wallet address. */
export async function issuancesOf(store: Store, merchant: number, words: string): Promise<Found[]> {
  if (WALLET.test(words)) return selectByWallet(store).all({ merchant, wallet: words });
  return selectByReference(store).all({ merchant, from: words, to: words + LAST });
}
