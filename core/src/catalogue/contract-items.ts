import { and, desc, eq } from "drizzle-orm";
import { field } from "../db/dialect.ts";
import { contractEvents } from "../db/schema/contract-events.ts";
import { catalogueItems } from "../db/schema/redemptions.ts";
import type { Store } from "../db/store.ts";
import { MAX_STROOPS } from "../money.ts";
import { contractItemUnknown } from "./problems.ts";

// The redemption contract keeps its own catalogue, for tokens. What its `item_set` events say is shown beside the items that name it.

export interface ContractItem {
  /** u64, decimal */
  item: string;
  /** The merchant's number on the ledger (u64, decimal). */
  merchant: string;
  /** Stroops per unit. */
  price: bigint;
  price_version: number;
  active: boolean;
}

type Terms = { token_price: bigint; token_price_version: number; token_active: boolean };

const NO_TERMS = { token_price: null, token_price_version: null, token_active: null };

/** Undefined for an event that this code's contract doesn't emit, for example after an upgrade. */
export function readContractItem(data: unknown): ContractItem | undefined {
  const { item, merchant, price, price_version, active } = data as Record<string, unknown>;
  if (typeof item !== "string" || typeof merchant !== "string" || typeof price !== "string") return undefined;
  if (typeof price_version !== "number" || typeof active !== "boolean" || !/^\d{1,19}$/.test(price)) return undefined;
  if (BigInt(price) > MAX_STROOPS) return undefined;
  return { item, merchant, price: BigInt(price), price_version, active };
}

const termsOf = ({ price, price_version, active }: ContractItem): Terms => ({
  token_price: price,
  token_price_version: price_version,
  token_active: active,
});

/**
 * The fields of an item that names one of the contract, or none.
 * @throws Problem 409 `contract_item_unknown` if the indexer knows no such item of this merchant
 */
export async function link(store: Store, merchantId: number, item: string | null) {
  if (item === null) return { contract_item_id: null, ...NO_TERMS };
  const found = await latest(store, item);
  if (found?.merchant !== String(merchantId)) throw contractItemUnknown(item);
  return { contract_item_id: item, ...termsOf(found) };
}

async function latest(store: Store, item: string): Promise<ContractItem | undefined> {
  const ofItem = eq(field(contractEvents.data, "item"), item);
  const row = await store
    .select({ data: contractEvents.data })
    .from(contractEvents)
    .where(and(eq(contractEvents.contract, "redemption"), eq(contractEvents.type, "item_set"), ofItem))
    .orderBy(desc(contractEvents.id))
    .limit(1)
    .get();
  return row && readContractItem(row.data);
}

/** Takes over what an `item_set` event says, in the commit that stores it. */
export async function follow(store: Store, data: unknown): Promise<void> {
  const found = readContractItem(data);
  if (!found) return;
  await store.update(catalogueItems).set(termsOf(found)).where(eq(catalogueItems.contract_item_id, found.item));
}
