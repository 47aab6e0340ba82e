import { afterAll, beforeAll, expect, it } from "vitest";
import { selectReward } from "../../ledger/contract-events/store.ts";
import { selectPage as selectPoints } from "../../programmes/points/store.ts";
import { selectPage as selectRedemptions } from "../../programmes/redemptions/store.ts";
import type { Store } from "../../store/db/store.ts";
import { queryPlan } from "../../testing/query-plan.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { selectOfMerchant } from "../transactions/store.ts";
import { selectByKeys, selectEqual, selectFailed, selectPage } from "./store.ts";

let world: World;
beforeAll(() => {
  world = createWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const select = {
  "failed rewards": (store: Store, filter: object) => selectFailed(store, filter),
  issuances: (store: Store, filter: object) => selectPage(store, filter),
  transactions: (store: Store, filter: object) => selectOfMerchant(store, filter),
  redemptions: (store: Store, filter: object) => selectRedemptions(store, filter),
  points: (store: Store, filter: object) => selectPoints(store, filter),
  "the known": (store: Store) => selectByKeys(store),
  "the equals": (store: Store) => selectEqual(store),
  "the event": (store: Store) => selectReward(store),
};

it.each([
  ["issuances", {}, "issuances_by_merchant"],
  ["issuances", { status: "failed" }, "issuances_by_status"],
  ["issuances", { status: "failed", before: 9 }, "issuances_by_status"],
  ["issuances", { campaign_id: 1 }, "issuances_by_campaign (merchant_id=? AND campaign_id=?)"],
  ["issuances", { campaign_id: 1, before: 9 }, "issuances_by_campaign (merchant_id=? AND campaign_id=? AND id<?)"],
  ["issuances", { campaign_id: 1, status: "failed" }, "issuances_by_campaign_and_status"],
  ["issuances", { campaign_id: 1, wallet_address: "G" }, "issuances_by_wallet"],
  ["issuances", { campaign_id: 1, idempotency_key: "order-1" }, "issuances_by_key"],
  ["failed rewards", {}, "COVERING INDEX issuances_by_status (merchant_id=? AND status=?)"],
  ["failed rewards", { campaign_id: 1 }, "COVERING INDEX issuances_by_campaign_and_status"],
  [
    "failed rewards",
    { before: 9, end: 5, from: "2026" },
    "issuances_by_status (merchant_id=? AND status=? AND id>? AND id<?)",
  ],
  ["failed rewards", { wallet_address: "G", end: 5, dead_letter: true }, "issuances_by_status"],
  ["failed rewards", { idempotency_key: "order-1", dead_letter: true }, "issuances_by_key"],
  ["issuances", { wallet_address: "G" }, "issuances_by_wallet"],
  ["issuances", { status: "confirmed", wallet_address: "G" }, "issuances_by_wallet"],
  ["issuances", { idempotency_key: "order-1", status: "failed" }, "issuances_by_key"],
  ["the known", {}, "SEARCH reward_issuances USING INDEX issuances_by_key (merchant_id=? AND idempotency_key=?)"],
  ["the equals", {}, "USING INDEX issuances_by_wallet (wallet_address=? AND merchant_id=? AND id>?)"],
  ["the event", {}, "contract_events_by_tx"],
  ["issuances", { from: "2026" }, "issuances_by_time (merchant_id=? AND created_at>?)"],
  ["issuances", { to: "2026", status: "confirmed" }, "issuances_by_time (merchant_id=? AND created_at<?)"],
  ["issuances", { to: "2026", campaign_id: 1, before: 9 }, "issuances_by_time (merchant_id=? AND created_at<?)"],
  ["transactions", { from: "2026", to: "2027" }, "issuances_by_time (merchant_id=? AND created_at>? AND created_at<?)"],
  ["redemptions", { merchant_id: 1, from: "2026", status: "pending" }, "redemptions_by_time"],
  ["redemptions", { user_id: 1, from: "2026" }, "redemptions_by_user"],
  ["points", { merchant_id: 1, to: "2026", before: 9 }, "point_transactions_by_merchant_and_time"],
  ["points", { user_id: 1, to: "2026" }, "point_transactions_by_user"],
  ["transactions", {}, "issuances_by_status"],
  ["transactions", { campaign_id: 1 }, "issuances_by_campaign_and_status"],
  ["transactions", { campaign_id: 1, wallet_address: "G" }, "issuances_by_wallet"],
  ["transactions", { wallet_address: "G" }, "issuances_by_wallet"],
] as const)("lists %s of %o by an index, however many there are", async (list, filter, index) => {
  const { db } = world.context;
  const query = await db.read(async (store) => select[list](store, filter).getQuery());
  const plan = queryPlan(world.path, query);
  expect(plan).toContain(index);
  expect(plan).not.toContain("TEMP B-TREE");
});
