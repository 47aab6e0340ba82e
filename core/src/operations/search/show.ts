import { sql } from "drizzle-orm";
import { formatAmount } from "../../base/money.ts";
import { listed } from "../../store/db/dialect.ts";
import { campaigns } from "../../store/db/schema/campaigns.ts";
import { issuances } from "../../store/db/schema/issuances.ts";
import { merchants } from "../../store/db/schema/merchants.ts";
import { prepared, type Store } from "../../store/db/store.ts";
import type { Found } from "./find.ts";
import type { SearchType } from "./kinds.ts";
import { partsOf, type TextPart } from "./query.ts";

/** A record that was found, as it is shown. */
export interface Hit {
  type: SearchType;
  id: number;
  title: string;
  /** The title in parts, with matches marked. */
  highlight: TextPart[];
  /** The merchant's name; of a user the e-mail address; of an issuance what it pays. */
  subtitle: string | null;
  merchant_id: number | null;
}

interface Row extends Omit<Hit, "highlight"> {
  row: number;
}

const rows = listed("rows", issuances.id);

const selectIndexed = prepared((store) =>
  store
    .select({
      row: sql<number>`rowid`.mapWith(Number),
      type: sql<SearchType>`kind`,
      id: sql<number>`record_id`.mapWith(Number),
      title: sql<string>`title`,
      subtitle: sql<string | null>`(select name from ${merchants} where id = merchant_id)`,
      merchant_id: sql<number | null>`merchant_id`.mapWith(Number),
    })
    .from(sql`search_index`)
    .where(sql`rowid in ${rows}`)
    .prepare(),
);

const selectUsers = prepared((store) =>
  store
    .select({
      row: sql<number>`rowid`.mapWith(Number),
      type: sql<SearchType>`'user'`,
      id: sql<number>`rowid`.mapWith(Number),
      title: sql<string>`name`,
      subtitle: sql<string | null>`nullif(email, '')`,
      merchant_id: sql<number | null>`null`,
    })
    .from(sql`search_users`)
    .where(sql`rowid in ${rows}`)
    .prepare(),
);

const selectIssuances = prepared((store) =>
  store
    .select({
      row: issuances.id,
      id: issuances.id,
      title: issuances.idempotency_key,
      amount: issuances.amount,
      campaign: campaigns.name,
      merchant_id: issuances.merchant_id,
    })
    .from(issuances)
    .innerJoin(campaigns, sql`${campaigns.id} = ${issuances.campaign_id}`)
    .where(sql`${issuances.id} in ${rows}`)
    .prepare(),
);

/** Reads what was found, in its order. `q` is the text that found it. */
export async function show(store: Store, found: readonly Found[], q: string): Promise<Hit[]> {
  const read = new Map<string, Row>();
  const keep = (index: string, kept: Row[]) => {
    for (const row of kept) read.set(`${index}:${row.row}`, row);
  };
  const of = (index: string) =>
    JSON.stringify(found.filter(({ type }) => indexOf(type) === index).map(({ row }) => row));
  keep("records", await selectIndexed(store).all({ rows: of("records") }));
  keep("users", await selectUsers(store).all({ rows: of("users") }));
  const paid = await selectIssuances(store).all({ rows: of("issuances") });
  keep(
    "issuances",
    paid.map(({ amount, campaign, ...row }) => {
      return {
        ...row,
        type: "issuance",
        subtitle: amount === null ? campaign : `${formatAmount(amount)}, ${campaign}`,
      };
    }),
  );
  return found.flatMap(({ type, row }) => {
    const hit = read.get(`${indexOf(type)}:${row}`);
    return hit ? [present(hit, q)] : [];
  });
}

const indexOf = (type: SearchType) => (type === "user" ? "users" : type === "issuance" ? "issuances" : "records");

function present({ row, ...hit }: Row, q: string): Hit {
  return { ...hit, highlight: partsOf(hit.title, q) };
}
