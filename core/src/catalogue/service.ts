import type { Store } from "../db/store.ts";
import { notFound, validationFailed } from "../errors.ts";
import { type Page, type PageRequest, toPage } from "../page.ts";
import { link } from "./contract-items.ts";
import { contractItemTaken, stockChanged } from "./problems.ts";
import type { Change, Filter, Item } from "./store.ts";
import * as rows from "./store.ts";

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

/** @throws Problem 422, 409 `contract_item_unknown`, `contract_item_taken` */
export async function create(store: Store, merchantId: number, input: Terms, now: Date): Promise<Item> {
  requireTerms(input);
  const linked = await link(store, merchantId, input.contract_item_id);
  const item = await rows.insert(store, {
    ...input,
    ...linked,
    merchant_id: merchantId,
    price_version: 1,
    status: "active",
    created_at: now,
    updated_at: now,
  });
  if (!item) throw contractItemTaken(input.contract_item_id ?? "");
  return item;
}

export interface Update extends Partial<Terms> {
  status?: Item["status"];
  /** Refuses the change if the stock has changed, so that no sale in between is lost. */
  expected_stock?: number | null;
}

/**
 * Redemptions made before keep their terms. A changed price gets the next version.
 * @throws Problem 404, 409 `stock_changed`, `contract_item_unknown`, `contract_item_taken`, 422
 */
export async function update(
  store: Store,
  merchantId: number,
  id: number,
  { expected_stock, ...input }: Update,
  now: Date,
): Promise<Item> {
  const item = await getOwn(store, merchantId, id);
  requireTerms({ ...item, ...input });
  const { contract_item_id } = input;
  const linked = contract_item_id === undefined ? {} : await link(store, merchantId, contract_item_id);
  const change: Change = { ...input, ...linked, updated_at: now };
  const updated = await rows.update(store, id, change, expected_stock);
  if (updated === null) throw contractItemTaken(contract_item_id ?? "");
  if (!updated) throw stockChanged(id, item.stock);
  return updated;
}

function requireTerms({ price, contract_item_id, starts_at, ends_at }: Partial<Terms>): void {
  if (price === null && contract_item_id === null) {
    throw validationFailed([{ field: "price", message: "is required without contract_item_id" }]);
  }
  if (starts_at && ends_at && ends_at <= starts_at) {
    throw validationFailed([{ field: "ends_at", message: "must be later than starts_at" }]);
  }
}

/** Takes an item off the list for good, or until its status is set back. Again: no change. @throws Problem 404 */
export async function archive(store: Store, merchantId: number, id: number, now: Date): Promise<Item> {
  const item = await getOwn(store, merchantId, id);
  return item.status === "archived" ? item : update(store, merchantId, id, { status: "archived" }, now);
}

/** @throws Problem 404 if the merchant has no such item */
export async function getOwn(store: Store, merchantId: number, id: number): Promise<Item> {
  const item = await rows.ownedBy(store, merchantId, id);
  if (!item) throw notFound("item", id);
  return item;
}

/** An item that is on offer, or was or will be within its window. @throws Problem 404 also for an archived one */
export async function get(store: Store, id: number): Promise<Item> {
  const item = await rows.byId(store, id);
  if (item?.status !== "active") throw notFound("item", id);
  return item;
}

/** The merchant's items, newest first. */
export function listOwn(store: Store, merchantId: number, request: PageRequest & Pick<Filter, "status">) {
  return toPage({ ...request, merchant_id: merchantId }, (page) => rows.list(store, page));
}

/** What can be redeemed now, newest first. */
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

/** Whether a unit of it can be redeemed for points now. */
export const isAvailable = (item: Item, now: Date): boolean => closedBecause(item, now) === null && item.stock !== 0;
