import { randomInt } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { validationFailed } from "../../base/errors.ts";
import { isIndexed } from "../../ledger/contract-events/store.ts";
import { requireRoom } from "../../ledger/sending/room.ts";
import { contractItemChanges } from "../../store/db/schema/redemptions.ts";
import type { Store } from "../../store/db/store.ts";
import { askLedger } from "../../store/jobs/ask-ledger.ts";
import { save, setStock, type TokenTerms } from "./contract-items.ts";
import { contractItemBusy, stockChanged } from "./problems.ts";
import type { Item } from "./store.ts";

// A merchant's items are set in the redemption contract by the service, with the operator's key.

export type ItemChange = typeof contractItemChanges.$inferSelect;

/** Terms and stock to change; the others stay as they are. */
export interface WantedToken extends Partial<TokenTerms> {
  stock?: number | undefined;
  /** Refuses the change if the stock has changed, as far as the service knows. */
  expected_stock?: number | undefined;
}

/**
 * Number for a new item of the contract. Another merchant's is refused there, and a database that was turned back would count
 * the same numbers again. Wallets name it as a JSON number.
 */
export const newNumber = (): string => String(randomInt(1, 2 ** 48 - 1));

type OrBigint<Terms> = { [Name in keyof Terms]: Terms[Name] extends number ? number | bigint : Terms[Name] };

/** A text that is the same for the same terms only, also as the contract has them. */
export const termsKey = ({ price, active, fulfil_within, cancel_within, wallet_limit }: OrBigint<TokenTerms>): string =>
  [price, active, fulfil_within, cancel_within, wallet_limit ?? 0].join(" ");

const DEFAULTS = { active: true, cancel_within: 0, wallet_limit: null };

/** @throws Problem 422 if a new item lacks a term, or the wallet could cancel for longer than the item lasts */
function wholeTerms(wanted: WantedToken, present: TokenTerms | null): TokenTerms {
  const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
  const { price, active, fulfil_within, cancel_within, wallet_limit } = {
    ...DEFAULTS,
    ...present,
    ...given,
  } as TokenTerms;
  const missing = Object.entries({ price, fulfil_within }).filter(([, value]) => value === undefined);
  if (missing.length > 0) {
    throw validationFailed(
      missing.map(([name]) => ({ field: `token.${name}`, message: "is required for a new item" })),
    );
  }
  if (cancel_within > fulfil_within) {
    throw validationFailed([{ field: "token.cancel_within", message: "must be at most fulfil_within" }]);
  }
  return { price, active, fulfil_within, cancel_within, wallet_limit };
}

/**
 * Has the ledger take an item's terms and stock, in the caller's commit. Nothing is sent for those that it has.
 * @throws Problem 409 `contract_item_busy`, `stock_changed`, 422, 429 `too_many_waiting`
 */
export async function ask(
  store: Store,
  { id, merchant_id, token, change }: Item,
  wanted: WantedToken,
  now: Date,
): Promise<void> {
  if (change?.status === "pending") throw contractItemBusy(id);
  const terms = wholeTerms(wanted, token);
  const expected_stock = token?.stock ?? 0;
  if (wanted.expected_stock !== undefined && wanted.expected_stock !== expected_stock) {
    throw stockChanged(id, expected_stock);
  }
  const stock = wanted.stock === undefined || wanted.stock === expected_stock ? null : wanted.stock;
  const replaces = token && termsKey(token);
  if (replaces === termsKey(terms) && stock === null) return remove(store, id);
  if (!token) await requireRoom(store, merchant_id);
  const row = {
    ...terms,
    replaces,
    stock,
    expected_stock,
    status: "pending" as const,
    error_message: null,
    updated_at: now,
  };
  await store
    .insert(contractItemChanges)
    .values({ item_id: id, ...row })
    .onConflictDoUpdate({ target: contractItemChanges.item_id, set: row });
  // Two transactions, one after the other: the contract sets terms and stock in different calls.
  const step = replaces === termsKey(terms) ? "stock" : "terms";
  await askLedger(store, merchant_id, { kind: "contract-item", item_id: id, step }, now);
}

/** Records that the ledger has the terms. `txHash`: by the service's own transaction; null: it had them. */
export async function confirmTerms(
  store: Store,
  { id, merchant_id, contract_item_id }: Item,
  change: ItemChange,
  { txHash, priceVersion, now }: { txHash: string | null; priceVersion: number; now: Date },
): Promise<void> {
  // An event that has been read may have been followed by others.
  const isRead = txHash !== null && (await isIndexed(store, "redemption", txHash));
  if (contract_item_id !== null && !isRead) {
    const { price, active, fulfil_within, cancel_within, wallet_limit } = change;
    const terms = { price, active, fulfil_within, cancel_within, wallet_limit, price_version: priceVersion };
    await save(store, { item: contract_item_id, merchant: String(merchant_id), ...terms });
  }
  if (change.stock === null) return remove(store, id);
  await askLedger(store, merchant_id, { kind: "contract-item", item_id: id, step: "stock" }, now);
}

export async function confirmStock(
  store: Store,
  { id, contract_item_id }: Item,
  { stock }: ItemChange,
  txHash: string,
): Promise<void> {
  if (contract_item_id !== null && !(await isIndexed(store, "redemption", txHash))) {
    await setStock(store, contract_item_id, sql`${stock}`);
  }
  await remove(store, id);
}

export async function note(
  store: Store,
  itemId: number,
  change: Pick<ItemChange, "error_message" | "updated_at"> & { status?: "failed" },
): Promise<void> {
  await store.update(contractItemChanges).set(change).where(eq(contractItemChanges.item_id, itemId));
}

export async function remove(store: Store, itemId: number): Promise<void> {
  await store.delete(contractItemChanges).where(eq(contractItemChanges.item_id, itemId));
}
