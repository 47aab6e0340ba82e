import { and, desc, eq, gt, gte, isNotNull, isNull, lt, lte, or, type SQL, sql } from "drizzle-orm";
import { unlessTaken, value } from "../db/dialect.ts";
import { type CatalogueStatus, catalogueItems } from "../db/schema/redemptions.ts";
import { prepared, type Store } from "../db/store.ts";

export type Item = typeof catalogueItems.$inferSelect;
export type NewItem = typeof catalogueItems.$inferInsert;

export interface Filter {
  merchant_id?: number | undefined;
  status?: CatalogueStatus | undefined;
}

/** The version of a price follows from the price. */
export type Change = Partial<Omit<NewItem, "id" | "price_version">>;

interface Place {
  before?: number | undefined;
  limit: number;
}

/** Null if another item has the same contract item. */
export async function insert(store: Store, row: NewItem): Promise<Item | null> {
  return unlessTaken(async () => store.insert(catalogueItems).values(row).returning().get());
}

const selectById = prepared((store) =>
  store
    .select()
    .from(catalogueItems)
    .where(eq(catalogueItems.id, value(catalogueItems.id, "id")))
    .prepare(),
);

export async function byId(store: Store, id: number): Promise<Item | undefined> {
  return selectById(store).get({ id });
}

/** An item of this merchant; another merchant's is treated as missing. */
export async function ownedBy(store: Store, merchantId: number, id: number): Promise<Item | undefined> {
  const item = await byId(store, id);
  return item?.merchant_id === merchantId ? item : undefined;
}

/** Newest first, ids below `before`. */
export async function list(store: Store, { merchant_id, status, before, limit }: Filter & Place): Promise<Item[]> {
  return select(store, limit, [
    merchant_id === undefined ? undefined : eq(catalogueItems.merchant_id, merchant_id),
    status === undefined ? undefined : eq(catalogueItems.status, status),
    before === undefined ? undefined : lt(catalogueItems.id, before),
  ]);
}

/** What somebody could redeem then: for points within its window and from stock, or for tokens on the ledger. */
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
      eq(catalogueItems.token_active, true),
    ),
  );

/** What somebody could redeem now, newest first. */
export async function listOpen(
  store: Store,
  { merchant_id, before, limit, now }: Omit<Filter, "status"> & Place & { now: Date },
): Promise<Item[]> {
  return select(store, limit, [
    isOpenAt(now),
    merchant_id === undefined ? undefined : eq(catalogueItems.merchant_id, merchant_id),
    before === undefined ? undefined : lt(catalogueItems.id, before),
  ]);
}

async function select(store: Store, limit: number, conditions: (SQL | undefined)[]): Promise<Item[]> {
  return store
    .select()
    .from(catalogueItems)
    .where(and(...conditions))
    .orderBy(desc(catalogueItems.id))
    .limit(limit);
}

/** Undefined if the stock isn't `expectedStock` (where that is given), null if another item has the same contract item. */
export async function update(
  store: Store,
  id: number,
  change: Change,
  expectedStock?: number | null,
): Promise<Item | undefined | null> {
  const asExpected =
    expectedStock === undefined ? undefined : sql`${catalogueItems.stock} is not distinct from ${expectedStock}`;
  return unlessTaken(async () =>
    store
      .update(catalogueItems)
      .set({ ...change, ...(change.price !== undefined && { price_version: nextVersion(change.price) }) })
      .where(and(eq(catalogueItems.id, id), asExpected))
      .returning()
      .get(),
  );
}

const nextVersion = (price: number | null) =>
  sql`${catalogueItems.price_version} + case when ${catalogueItems.price} is distinct from ${price} then 1 else 0 end`;

const takeFromStock = prepared((store) =>
  store
    .update(catalogueItems)
    .set({ stock: sql`${catalogueItems.stock} - ${sql.placeholder("quantity")}` })
    .where(
      and(
        eq(catalogueItems.id, value(catalogueItems.id, "id")),
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
    .where(eq(catalogueItems.id, value(catalogueItems.id, "id")))
    .prepare(),
);

/** Gives units back; an unlimited stock stays unlimited. */
export async function giveBack(store: Store, id: number, quantity: number): Promise<void> {
  await giveToStock(store).run({ id, quantity });
}

/** The item that names this one of the contract. */
export async function byContractItem(store: Store, contractItemId: string): Promise<Item | undefined> {
  return store.select().from(catalogueItems).where(eq(catalogueItems.contract_item_id, contractItemId)).get();
}
