import { eq, like } from "drizzle-orm";
import { afterEach, expect, it } from "vitest";
import { fund } from "../parties/merchants/fund.ts";
import { jobs as jobTable } from "../store/db/schema/jobs.ts";
import * as jobs from "../store/jobs/jobs.ts";
import { createParts } from "../testing/parts.ts";
import { createCampaign, createMerchant, createWorld, type World } from "../testing/world.ts";
import { claimOne } from "./transaction-queue.ts";

let world: World;
afterEach(() => world[Symbol.asyncDispose]());

/** A merchant that has asked for a grant and then for a campaign. */
async function merchantWith(grant: "demo" | "funding"): Promise<number> {
  world = createWorld({ DEMO_GRANT: grant === "demo" ? "5" : "0" });
  const { context } = world;
  const { merchant } = await createMerchant(context);
  if (grant === "funding") {
    const asked = { merchantId: merchant.id, amount: 5n, key: "k", actor: "operator" };
    await context.db.commit((store) => fund(context, store, asked));
  }
  await createCampaign(context, merchant.id, { activate: false });
  return merchant.id;
}

const claim = (merchantId: number) => claimOne(createParts(world).parts, String(merchantId));

/** The grant failed for now: its next attempt is a minute away. */
const putOff = (runAt: Date) =>
  world.context.db.commit(async (store) => {
    await store.update(jobTable).set({ run_at: runAt }).where(like(jobTable.key, "grant:%"));
  });

it.each(["demo", "funding"] as const)("a grant (%s) goes before the campaign that it pays for", async (grant) => {
  const merchantId = await merchantWith(grant);
  const runAt = new Date(Date.now() + 60_000);
  await putOff(runAt);
  expect(await claim(merchantId)).toBeUndefined();
  const { db } = world.context;
  const campaignJob = await db.read(async (store) =>
    store.select().from(jobTable).where(like(jobTable.key, "campaign:%")).get(),
  );
  expect(campaignJob).toMatchObject({ run_at: runAt, failures: 0, last_error: "waits for the merchant's grant" });

  const past = new Date(Date.now() - 1000);
  await putOff(past);
  const first = await claim(merchantId);
  expect(first?.payload).toMatchObject({ kind: "grant" });
  await db.commit(async (store) => {
    await jobs.complete(store, first as jobs.Job);
    await store.update(jobTable).set({ run_at: past });
  });
  expect((await claim(merchantId))?.payload).toMatchObject({ kind: "campaign" });
});

it("what waits for a grant looks again within a minute, since the grant's wait may become shorter", async () => {
  const merchantId = await merchantWith("funding");
  await putOff(new Date(Date.now() + 3_600_000));
  expect(await claim(merchantId)).toBeUndefined();
  await putOff(new Date(Date.now() - 1000));
  const { db } = world.context;
  const due = await db.read((store) => jobs.dueGroups(store, "transaction-submission", new Date(Date.now() + 60_000)));
  expect(due).toMatchObject([{ due: 2 }]);
});

it("what takes nothing of the merchant's balance doesn't wait for a grant", async () => {
  const merchantId = await merchantWith("funding");
  await putOff(new Date(Date.now() + 60_000));
  const pause = { kind: "campaign-step", campaign_id: 1, step: "pause" };
  const now = new Date(Date.now() - 1000);
  await world.context.db.commit(async (store) => {
    await store.delete(jobTable).where(eq(jobTable.key, "campaign:1"));
    const job = { queue: "transaction-submission" as const, key: "campaign-step:1", group: String(merchantId) };
    await jobs.add(store, { ...job, payload: pause, now });
  });
  expect((await claim(merchantId))?.payload).toEqual(pause);
});
