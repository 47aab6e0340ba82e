import { afterEach, beforeEach, expect, it } from "vitest";
import { contractEvents } from "../db/schema.ts";
import { createWorld, type World } from "../testing/world.ts";
import { findPayingTransaction } from "./paid-before.ts";

let world: World;
beforeEach(async () => {
  world = createWorld();
  const payments = [
    { number: 1, reference: "aa".repeat(8), result: "PAID" },
    { number: 2, reference: "bb".repeat(8), result: "NO_TRUSTLINE" },
  ];
  // As the indexer writes it: 64-bit integers are text.
  const event = {
    id: "0000000000000000001-0000000001",
    contract_id: "C",
    contract: "campaign",
    type: "reward",
    ledger: 7,
    ledger_closed_at: new Date(),
    tx_hash: "paid-by-this",
    data: { campaign: "3", merchant: "1", seq: "1", paid: "10", payments },
  };
  await world.context.db.commit(async (store) => store.insert(contractEvents).values(event));
});
afterEach(() => world[Symbol.asyncDispose]());

it.each([
  { campaign: 3, number: 1, reference: "aa".repeat(8), found: "paid-by-this" },
  { campaign: 3, number: 1, reference: "cc".repeat(8), found: null },
  { campaign: 3, number: 2, reference: "bb".repeat(8), found: null },
  { campaign: 4, number: 1, reference: "aa".repeat(8), found: null },
])("campaign $campaign, number $number, reference $reference: $found", async ({ found, ...payment }) => {
  expect(await world.context.db.read((store) => findPayingTransaction(store, payment))).toBe(found);
});
