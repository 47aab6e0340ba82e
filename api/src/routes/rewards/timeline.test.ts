import { confirm } from "@merit/core/payouts/rewards/settle.ts";
import { newWallet } from "@merit/core/testing/chain.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startService, type TestService } from "../../testing/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());

const timeline = (key: string, id: number) => service.call(`GET /api/rewards/issuances/${id}?timeline=true`, { key });

async function issue({ key, campaignId }: { key: string; campaignId: number }): Promise<number> {
  const reward = { campaign_id: campaignId, wallet_address: newWallet(), amount: "1" };
  const body = { ...reward, idempotency_key: crypto.randomUUID() };
  return (await service.call("POST /api/rewards/issue", { key, body })).body.id;
}

it("shows the steps of a reward and what it waits for, and nothing that a step doesn't have", async () => {
  const merchant = await service.merchant();
  const id = await issue(merchant);
  const { body: issuance } = await service.call(`GET /api/rewards/issuances/${id}`, { key: merchant.key });
  const { created_at } = issuance;
  expect(await timeline(merchant.key, id)).toMatchObject({ status: 200 });
  expect(issuance.timeline).toBeUndefined();
  expect((await timeline(merchant.key, id)).body).toEqual({
    ...issuance,
    timeline: [
      { step: "accepted", at: created_at },
      { step: "waiting", at: created_at, next_attempt_at: created_at },
    ],
  });

  const { db, settings } = service.world.context;
  const txHash = "c".repeat(64);
  await db.commit((store) => confirm(store, [{ id, txHash }], { settings, now: new Date() }));
  expect((await timeline(merchant.key, id)).body).toMatchObject({
    id,
    status: "confirmed",
    timeline: [
      { step: "accepted", at: created_at },
      { step: "in_ledger", at: null, tx_hash: txHash },
      { step: "confirmed", at: null },
    ],
  });
});

it("is visible only to its merchant", async () => {
  const [owner, stranger] = [await service.merchant(), await service.merchant()];
  const id = await issue(owner);
  expect((await timeline(stranger.key, id)).body).toMatchObject({ status: 404, code: "not_found" });
});
