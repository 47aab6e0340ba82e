import { and, asc, eq, gt, sql } from "drizzle-orm";
import { defineRecurringJob } from "../../context/recurring.ts";
import { rowCount, value } from "../../store/db/dialect.ts";
import { campaigns } from "../../store/db/schema/campaigns.ts";
import { drops } from "../../store/db/schema/drops.ts";
import { merchants } from "../../store/db/schema/merchants.ts";
import { catalogueItems } from "../../store/db/schema/redemptions.ts";
import { renamedMerchants } from "../../store/db/schema/search.ts";
import { prepared, type SQLiteTable, type Store, unionAll } from "../../store/db/store.ts";
import { type IndexedType, indexedTypes } from "./kinds.ts";

/** Records of one commit: each is split into words again. */
const AT_ONCE = 100;
/** Commits for one merchant in a run: one who changes its name all the time keeps no others waiting. */
const MOST_PARTS = 100;

const tableOf = { campaign: campaigns, item: catalogueItems, drop: drops } satisfies Record<IndexedType, SQLiteTable>;
/** In the order of the kinds' numbers. */
const tables = indexedTypes.map((type) => tableOf[type]);
/** The index numbers its rows so: this times the record's id, plus the kind's number. */
const KINDS = 8;

const selectRows = prepared((store) => {
  const [a, b, c] = tables.map((table, kind) => {
    const { id, merchant_id } = table;
    const page = store
      .select({
        row: sql<number>`${id} * ${sql.raw(String(KINDS))} + ${sql.raw(String(kind))}`.mapWith(Number).as("row"),
      })
      .from(table)
      .where(and(eq(merchant_id, value(merchant_id, "merchant")), gt(id, value(id, `after${kind}`))))
      .orderBy(asc(id))
      .limit(rowCount("limit"))
      .as("page");
    return store.select({ row: page.row }).from(page);
  });
  if (!a || !b || !c) throw new Error("no table is searched");
  return unionAll(a, b, c).orderBy(sql`1`).limit(rowCount("limit")).prepare();
});

/** Gives the next records of a renamed merchant its name. @returns true if there may be more */
export async function nameNext(store: Store, merchant: number, limit: number): Promise<boolean> {
  const isMerchant = eq(renamedMerchants.merchant_id, merchant);
  const renamed = await store.select().from(renamedMerchants).where(isMerchant).get();
  if (!renamed) return false;
  const after = tables.map((_, kind) => [`after${kind}`, Math.floor((renamed.done - kind) / KINDS)]);
  const found = await selectRows(store).all({ merchant, limit, ...Object.fromEntries(after) });
  const rows = found.map(({ row }) => row);
  const done = rows.at(-1);
  if (done !== undefined) {
    const name = sql`(select ${merchants.name} from ${merchants} where ${merchants.id} = ${merchant})`;
    const list = sql.join(
      rows.map((row) => sql`${row}`),
      sql`, `,
    );
    await store.run(sql`update search_index set merchant = ${name} where rowid in (${list})`);
  }
  if (done === undefined || rows.length < limit) {
    await store.delete(renamedMerchants).where(isMerchant);
    return false;
  }
  await store.update(renamedMerchants).set({ done }).where(isMerchant);
  return true;
}

export const renamedJob = defineRecurringJob({
  name: "merchant-names",
  title: "Lets the search find the records of renamed merchants by the new names",
  every: 60,
  async run({ db }, { signal }) {
    const renamed = await db.read(async (store) => store.select().from(renamedMerchants));
    for (const { merchant_id } of renamed) {
      for (let part = 0; part < MOST_PARTS; part++) {
        signal.throwIfAborted();
        if (!(await db.commit((store) => nameNext(store, merchant_id, AT_ONCE)))) break;
      }
    }
    return { merchants: renamed.length };
  },
});
