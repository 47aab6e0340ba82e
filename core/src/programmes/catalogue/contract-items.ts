import { and, eq, type SQL, sql } from "drizzle-orm";
import { stroopsOf } from "../../ledger/contract-events/fields.ts";
import { greatest } from "../../store/db/dialect.ts";
import { contractItems } from "../../store/db/schema/redemptions.ts";
import type { Store } from "../../store/db/store.ts";
import { contractItemUnknown } from "./problems.ts";

// The redemption contract keeps its own catalogue, for tokens. These rows are what its events say, and the same after they are all
// read again. They are shown beside the items that name them.

export type ContractItem = typeof contractItems.$inferSelect;

/** Terms that a merchant sets. `price`: stroops per unit; times in seconds; `wallet_limit`: null for none. */
export type TokenTerms = Pick<ContractItem, "price" | "active" | "fulfil_within" | "cancel_within" | "wallet_limit">;

/** Undefined for an event that this code's contract doesn't emit, for example after an upgrade. */
function readItemSet(data: unknown): Omit<ContractItem, "stock"> | undefined {
  const { item, merchant, price_version, active, ...terms } = data as Record<string, unknown>;
  const price = stroopsOf(terms.price);
  const fulfil_within = Number(terms.fulfil_within);
  const cancel_within = Number(terms.cancel_within);
  // Release 0.2.0 had no limit.
  const { wallet_limit = null } = terms;
  if (typeof item !== "string" || typeof merchant !== "string" || price === undefined) return undefined;
  if (typeof price_version !== "number" || typeof active !== "boolean") return undefined;
  if (!Number.isSafeInteger(fulfil_within) || !Number.isSafeInteger(cancel_within)) return undefined;
  if (wallet_limit !== null && typeof wallet_limit !== "number") return undefined;
  return {
    item,
    merchant,
    price,
    price_version,
    active,
    fulfil_within,
    cancel_within,
    wallet_limit: wallet_limit || null,
  };
}

/** Records an `item_set` or `stock_set` event, in the commit that stores it. */
export async function follow(store: Store, type: string, data: unknown): Promise<void> {
  const { item, stock } = data as Record<string, unknown>;
  if (type === "stock_set" && typeof item === "string" && typeof stock === "number") {
    return setStock(store, item, sql`${stock}`);
  }
  const set = type === "item_set" ? readItemSet(data) : undefined;
  if (set) await save(store, set);
}

/** Terms that the ledger has. The contract creates items without stock. */
export async function save(store: Store, { item, ...terms }: Omit<ContractItem, "stock">): Promise<void> {
  await store
    .insert(contractItems)
    .values({ item, ...terms, stock: 0 })
    .onConflictDoUpdate({ target: contractItems.item, set: terms });
}

export async function setStock(store: Store, item: string, stock: SQL): Promise<void> {
  await store.update(contractItems).set({ stock }).where(eq(contractItems.item, item));
}

/** Takes the units of a redemption from the stock, never below zero; a negative quantity gives refunded units back. */
export async function take(store: Store, item: string, quantity: number): Promise<void> {
  await setStock(store, item, greatest(sql`${contractItems.stock} - ${quantity}`, 0));
}

/** @throws Problem 409 `contract_item_unknown` if the indexer knows no such item of this merchant */
export async function requireOwn(store: Store, merchantId: number, item: string): Promise<void> {
  const own = and(eq(contractItems.item, item), eq(contractItems.merchant, String(merchantId)));
  if (!(await store.select({ item: contractItems.item }).from(contractItems).where(own).get())) {
    throw contractItemUnknown(item);
  }
}
