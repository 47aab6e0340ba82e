import type { Context } from "../context/context.ts";
import type { Terms } from "../programmes/catalogue/service.ts";
import * as catalogue from "../programmes/catalogue/service.ts";
import type { Item } from "../programmes/catalogue/store.ts";
import * as points from "../programmes/points/ledger.ts";

/** An item that anybody can redeem for 10 points a piece, without limit, unless `change` says otherwise. */
export function createItem({ db, clock }: Context, merchantId: number, change: Partial<Terms> = {}): Promise<Item> {
  const terms = {
    name: "Coffee",
    description: null,
    price: 10,
    stock: null,
    platform_points: false,
    contract_item_id: null,
    starts_at: null,
    ends_at: null,
    ...change,
  };
  return db.commit((store) => catalogue.create(store, merchantId, terms, clock.now()));
}

/** The only tier of points that tests give. */
const EVERYBODY = { name: "everybody", from: 0, percent: 100 };

/** Points of a merchant, or of the platform for null. */
export async function givePoints(
  { db, clock }: Pick<Context, "db" | "clock">,
  userId: number,
  merchantId: number | null,
  amount: number,
): Promise<void> {
  const credit = { userId, merchantId, kind: "award", points: amount, cause: `test:${crypto.randomUUID()}` } as const;
  await db.commit((store) => points.credit(store, { ...credit, tiers: [EVERYBODY], now: clock.now() }));
}

/** Points that a user can spend, of a merchant's or (null) the platform's. */
export async function pointsOf({ db, clock }: Context, userId: number, merchantId: number | null): Promise<number> {
  const balances = await db.read((store) => points.balances(store, userId, clock.now()));
  return balances.find(({ merchant_id }) => merchant_id === merchantId)?.available ?? 0;
}
