import { notFound, validationFailed } from "../../base/errors.ts";
import { type Page, type PageRequest, toPage } from "../../base/page.ts";
import type { Store } from "../../store/db/store.ts";
import { requireOwn } from "./contract-items.ts";
import { contractItemBusy, contractItemTaken, stockChanged } from "./problems.ts";
import type { Change, Filter, Item } from "./store.ts";
import * as rows from "./store.ts";
import { ask, newNumber, remove, type WantedToken } from "./token-terms.ts";

export type { Item } from "./store.ts";

export interface Terms {
  name: string;
  description: string | null;
  /** Points per unit; null: for tokens only. */
  price: number | null;
  /** null: without limit */
  stock: number | null;
  platform_points: boolean;
  contract_item_id: string | null;
  starts_at: Date | null;
  ends_at: Date | null;
}

/**
 * Creates an item. `token`: has the ledger take these terms; a new item there gets a number.
 * @throws Problem 422, 409 `contract_item_unknown`, `contract_item_taken`, `stock_changed`
 */
export async function create(
  store: Store,
  merchantId: number,
  { token, ...input }: Terms & { token?: WantedToken | undefined },
  now: Date,
): Promise<Item> {
  const contract_item_id = input.contract_item_id ?? (token ? newNumber() : null);
  requireTerms({ ...input, contract_item_id });
  if (input.contract_item_id !== null) await requireOwn(store, merchantId, input.contract_item_id);
  const id = await rows.insert(store, {
    ...input,
    contract_item_id,
    merchant_id: merchantId,
    price_version: 1,
    status: "active",
    created_at: now,
    updated_at: now,
  });
  if (id === null) throw contractItemTaken(contract_item_id ?? "");
  if (token) await ask(store, await getOwn(store, merchantId, id), token, now);
  return getOwn(store, merchantId, id);
}

export interface Update extends Partial<Terms> {
  status?: Item["status"];
  /** Refuses the change if the stock has changed, so that no sale in between is lost. */
  expected_stock?: number | null;
  /** Terms and stock for the ledger to take. */
  token?: WantedToken | undefined;
}

/**
 * Changes an item. Redemptions made before keep their terms. A changed price gets the next version.
 * @throws Problem 404, 409 `stock_changed`, `contract_item_unknown`, `contract_item_taken`, `contract_item_busy`, 422
 */
export async function update(
  store: Store,
  merchantId: number,
  id: number,
  { expected_stock, token, ...input }: Update,
  now: Date,
): Promise<Item> {
  const item = await getOwn(store, merchantId, id);
  const { contract_item_id } = input;
  // A change on its way is one of the present number's.
  if (contract_item_id !== undefined && item.change?.status === "pending") throw contractItemBusy(id);
  if (contract_item_id) await requireOwn(store, merchantId, contract_item_id);
  const number = contract_item_id === undefined ? item.contract_item_id : contract_item_id;
  const change: Change = { ...input, contract_item_id: number ?? (token ? newNumber() : null), updated_at: now };
  requireTerms({ ...item, ...change });
  const updated = await rows.update(store, id, change, expected_stock);
  if (updated === null) throw contractItemTaken(contract_item_id ?? "");
  if (updated === undefined) throw stockChanged(id, item.stock);
  if (contract_item_id !== undefined) await remove(store, id);
  if (token) await ask(store, await getOwn(store, merchantId, id), token, now);
  return getOwn(store, merchantId, id);
}

function requireTerms({ price, contract_item_id, starts_at, ends_at }: Partial<Terms>): void {
  if (price === null && contract_item_id === null) {
    throw validationFailed([{ field: "price", message: "is required without contract_item_id" }]);
  }
  if (starts_at && ends_at && ends_at <= starts_at) {
    throw validationFailed([{ field: "ends_at", message: "must be later than starts_at" }]);
  }
}

/** @throws Problem 404 if the merchant has no such item */
async function getOwn(store: Store, merchantId: number, id: number): Promise<Item> {
  const item = await rows.ownedBy(store, merchantId, id);
  if (!item) throw notFound("item", id);
  return item;
}

/**
 * An item that is on offer, or was or will be within its window.
 * @throws Problem 404 also for an archived one, unless the merchant that reads it is its own
 */
export async function get(store: Store, id: number, readerId?: number): Promise<Item> {
  const item = await rows.byId(store, id);
  if (!item || (item.status !== "active" && item.merchant_id !== readerId)) throw notFound("item", id);
  return item;
}

/** The merchant's items, newest first. */
export function listOwn(store: Store, merchantId: number, request: PageRequest & Pick<Filter, "status">) {
  return toPage({ ...request, merchant_id: merchantId }, (page) => rows.list(store, page));
}

/** Items that can be redeemed now, newest first. */
export function listOpen(
  store: Store,
  request: PageRequest & Pick<Filter, "merchant_id">,
  now: Date,
): Promise<Page<Item>> {
  return toPage({ ...request, now }, (page) => rows.listOpen(store, page));
}

/** Why an item can't be redeemed for points now, whatever its stock; null if it can. */
export function closedBecause({ status, price, starts_at, ends_at }: Item, now: Date): string | null {
  if (status !== "active") return "it is no longer on offer";
  if (price === null) return "it is redeemed for tokens on the ledger only";
  if (starts_at && now < starts_at) return `it starts at ${starts_at.toISOString()}`;
  if (ends_at && now >= ends_at) return `it ended at ${ends_at.toISOString()}`;
  return null;
}

/** True if a unit of it can be redeemed for points now. */
export const isAvailable = (item: Item, now: Date): boolean => closedBecause(item, now) === null && item.stock !== 0;
