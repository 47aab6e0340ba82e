import { and, desc, eq, getTableColumns, gt, gte, isNotNull, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { type Looked, MOST_OF_ALL_LOOKED_AT, type PageRequest } from "../../base/page.ts";
import { isGiven, unlessTaken, value } from "../../store/db/dialect.ts";
import { isOlder } from "../../store/db/newest.ts";
import {
  type CatalogueStatus,
  catalogueItems,
  contractItemChanges,
  contractItems,
} from "../../store/db/schema/redemptions.ts";
import { prepared, type Store } from "../../store/db/store.ts";

/** An item with what the contract has of it, and with the terms that are on their way there or that the ledger refused. */
export type Item = typeof catalogueItems.$inferSelect & {
  token: typeof contractItems.$inferSelect | null;
  change: typeof contractItemChanges.$inferSelect | null;
};
export type NewItem = typeof catalogueItems.$inferInsert;

export interface Filter {
  merchant_id?: number | undefined;
  status?: CatalogueStatus | undefined;
}

/** The version of a price follows from the price. */
export type Change = Partial<Omit<NewItem, "id" | "price_version">>;

/** Inserts an item. @returns its id; null if another item has the same contract item */
export async function insert(store: Store, row: NewItem): Promise<number | null> {
  const { id } = catalogueItems;
  return unlessTaken(store, async () => (await store.insert(catalogueItems).values(row).returning({ id }).get()).id);
}

const items = (store: Store) =>
  store
    .select({ ...getTableColumns(catalogueItems), token: contractItems, change: contractItemChanges })
    .from(catalogueItems)
    .leftJoin(contractItems, eq(contractItems.item, catalogueItems.contract_item_id))
    .leftJoin(contractItemChanges, eq(contractItemChanges.item_id, catalogueItems.id));

const selectById = prepared((store) => items(store).where(isGiven(catalogueItems.id)).prepare());

export async function byId(store: Store, id: number): Promise<Item | undefined> {
  return selectById(store).get({ id });
}

/** An item of this merchant; another merchant's is treated as missing. */
export async function ownedBy(store: Store, merchantId: number, id: number): Promise<Item | undefined> {
  const item = await byId(store, id);
  return item?.merchant_id === merchantId ? item : undefined;
}

/** Newest first, ids below `before`. */
export async function list(store: Store, { merchant_id, status, ...page }: Filter & PageRequest): Promise<Item[]> {
  return select(store, page, [
    merchant_id === undefined ? undefined : eq(catalogueItems.merchant_id, merchant_id),
    status === undefined ? undefined : eq(catalogueItems.status, status),
  ]);
}

/** SQL condition: an item can be redeemed then, for points within its window and from stock, or for tokens on the ledger. */
export const isOpenAt = (now: Date | SQL) =>
  and(
    eq(catalogueItems.status, "active"),
    or(
      and(
        isNotNull(catalogueItems.price),
        or(isNull(catalogueItems.stock), gt(catalogueItems.stock, 0)),
        or(isNull(catalogueItems.starts_at), lte(catalogueItems.starts_at, now)),
        or(isNull(catalogueItems.ends_at), gt(catalogueItems.ends_at, now)),
      ),
      sql`exists (select 1 from ${contractItems}
        where ${contractItems.item} = ${catalogueItems.contract_item_id}
        and ${contractItems.active} = 1 and ${contractItems.stock} > 0)`,
    ),
  );

/** Items that can be redeemed now, newest first. */
export async function listOpen(
  store: Store,
  { merchant_id, now, ...page }: Omit<Filter, "status"> & PageRequest & { now: Date },
  most = MOST_OF_ALL_LOOKED_AT,
): Promise<Looked<Item>> {
  const { id } = catalogueItems;
  const among = [
    eq(catalogueItems.status, "active"),
    merchant_id === undefined ? undefined : eq(catalogueItems.merchant_id, merchant_id),
  ];
  const last = await store
    .select({ id })
    .from(catalogueItems)
    .where(and(...among, isOlder(id, page)))
    .orderBy(desc(id))
    .limit(1)
    .offset(most - 1)
    .get();
  const rows = await select(store, page, [...among, isOpenAt(now), last && gte(id, last.id)]);
  return { rows, end: last?.id };
}

async function select(store: Store, page: PageRequest, conditions: (SQL | undefined)[]): Promise<Item[]> {
  return items(store)
    .where(and(...conditions, isOlder(catalogueItems.id, page)))
    .orderBy(desc(catalogueItems.id))
    .limit(page.limit);
}

/** The item's id; undefined if the stock isn't `expectedStock` (if given), null if another item has the same contract item. */
export async function update(
  store: Store,
  id: number,
  change: Change,
  expectedStock?: number | null,
): Promise<number | undefined | null> {
  const asExpected =
    expectedStock === undefined ? undefined : sql`${catalogueItems.stock} is not distinct from ${expectedStock}`;
  const found = await unlessTaken(store, async () =>
    store
      .update(catalogueItems)
      .set({ ...change, ...(change.price !== undefined && { price_version: nextVersion(change.price) }) })
      .where(and(eq(catalogueItems.id, id), asExpected))
      .returning({ id: catalogueItems.id })
      .get(),
  );
  return found === null ? null : found?.id;
}

const nextVersion = (price: number | null) =>
  sql`${catalogueItems.price_version} + case when ${catalogueItems.price} is distinct from ${price} then 1 else 0 end`;

const takeFromStock = prepared((store) =>
  store
    .update(catalogueItems)
    .set({ stock: sql`${catalogueItems.stock} - ${sql.placeholder("quantity")}` })
    .where(
      and(
        isGiven(catalogueItems.id),
        or(isNull(catalogueItems.stock), gte(catalogueItems.stock, value(catalogueItems.stock, "quantity"))),
      ),
    )
    .returning({ stock: catalogueItems.stock })
    .prepare(),
);

/** Takes units from an item's stock; undefined if it has fewer. `limited`: whether there is a stock at all. */
export async function take(store: Store, id: number, quantity: number): Promise<{ limited: boolean } | undefined> {
  const row = await takeFromStock(store).get({ id, quantity });
  return row && { limited: row.stock !== null };
}

const giveToStock = prepared((store) =>
  store
    .update(catalogueItems)
    .set({ stock: sql`${catalogueItems.stock} + ${sql.placeholder("quantity")}` })
    .where(isGiven(catalogueItems.id))
    .prepare(),
);

/** Gives units back; an unlimited stock stays unlimited. */
export async function giveBack(store: Store, id: number, quantity: number): Promise<void> {
  await giveToStock(store).run({ id, quantity });
}

/** The item that names this one of the contract. */
export async function byContractItem(store: Store, contractItemId: string): Promise<Item | undefined> {
  return items(store).where(eq(catalogueItems.contract_item_id, contractItemId)).get();
}
