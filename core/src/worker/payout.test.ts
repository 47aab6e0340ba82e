import type { xdr } from "@stellar/stellar-sdk";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Campaign } from "../campaigns/store.ts";
import type { Outcome } from "../chain/outcome.ts";
import { accept } from "../rewards/accept.ts";
import * as issuances from "../rewards/store.ts";
import { newWallet, openLine } from "../testing/chain.ts";
import { claimRewards, createCrew, rewardEvent, type TestLedger } from "../testing/crew.ts";
import { createCampaign, createMerchant, createWorld, type World } from "../testing/world.ts";
import type { Crew } from "./crew.ts";
import type { Batch } from "./payments.ts";
import { payBatch } from "./payout.ts";

let world: World;
let crew: Crew;
let ledger: TestLedger;
let campaign: Campaign;
let batch: Batch;
beforeEach(async () => {
  world = createWorld();
  ({ crew, ledger } = createCrew(world));
  const { merchant } = await createMerchant(world.context);
  campaign = await createCampaign(world.context, merchant.id);
  for (const idempotency_key of ["a", "b"]) {
    const wallet_address = newWallet();
    world.chain.lines.set(wallet_address, openLine);
    const reward = { campaign_id: campaign.id, wallet_address, amount: 10n, user_id: null, idempotency_key };
    await accept(world.context, merchant.id, reward);
  }
  batch = await claimRewards(world, campaign.id);
});
afterEach(() => world[Symbol.asyncDispose]());

const landed = (seq: bigint, numbers: number[]): Outcome => ({
  kind: "confirmed",
  txHash: `tx-${seq}`,
  ledger: 101,
  events: [
    rewardEvent(
      seq,
      numbers.map((number) => ({ number })),
      numbers.map(() => "PAID"),
    ),
  ],
  returnValue: undefined as unknown as xdr.ScVal,
});
const rows = () =>
  world.context.db.read((store) =>
    issuances.byIds(
      store,
      batch.payments.map((row) => row.issuance.id),
    ),
  );

it("is paid in halves where the network takes less at once than a batch", async () => {
  const [a = 0, b = 0] = batch.payments.map(({ issuance }) => issuance.number);
  ledger.simulations = [["PAID", "PAID"], ["PAID"], ["PAID"]];
  ledger.outcomes = [{ kind: "dead", reason: "txSorobanInvalid" }, landed(1n, [a]), landed(2n, [b])];
  await payBatch(crew, batch);
  expect(await rows()).toMatchObject([
    { status: "confirmed", tx_hash: "tx-1" },
    { status: "confirmed", tx_hash: "tx-2" },
  ]);
  expect(crew.channels.free).toBe(1);
});

it("goes back to the queue, its attempt returned, when its transactions are not included", async () => {
  const dead: Outcome = { kind: "dead", reason: "it was not included in time" };
  ledger.simulations = Array.from({ length: 3 }, () => ["PAID", "PAID"]);
  ledger.outcomes = [dead, dead, dead];
  await payBatch(crew, batch);
  expect(await rows()).toMatchObject(
    batch.payments.map(() => ({ status: "pending", attempts: 0, submission_id: null })),
  );
});

it("is tried again, each reward alone, when a lone reward is still too large", async () => {
  ledger.simulations = [["PAID", "PAID"], ["PAID"], ["PAID"]];
  ledger.outcomes = Array.from({ length: 3 }, () => ({ kind: "dead", reason: "txSorobanInvalid" }) as const);
  await payBatch(crew, batch);
  expect(await rows()).toMatchObject(
    batch.payments.map(() => ({
      status: "pending",
      attempts: 1,
      error_message: expect.stringContaining("txSorobanInvalid"),
    })),
  );
});
