import { DAY_MS } from "@merit/core/base/days.ts";
import * as extension from "@merit/core/programmes/campaigns/extension.ts";
import * as campaigns from "@merit/core/programmes/campaigns/service.ts";
import * as steps from "@merit/core/programmes/campaigns/steps.ts";
import { jobs } from "@merit/core/store/db/schema/jobs.ts";
import { complete } from "@merit/core/store/jobs/jobs.ts";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { startService, type TestService } from "../../testing/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());

const LATER = "2100-01-01T00:00:00.000Z";
const extend = (key: string, id: number, body: object, headers: Record<string, string> = {}) =>
  service.call(`POST /api/campaigns/${id}/steps`, { key, body: { step: "extend", ...body }, headers });
const jobsOf = (id: number) =>
  service.world.context.db.read(async (store) =>
    (await store.select().from(jobs)).filter(({ key }) => key === `campaign-step:${id}`),
  );

/** Does the worker's work when the ledger has taken the extension. */
const land = (merchantId: number, id: number, target: { budget: bigint; ends_at: Date }) =>
  service.world.context.db.commit(async (store) => {
    const row = await campaigns.get(store, merchantId, id);
    expect(await extension.finish(store, row, target, { txHash: "c".repeat(64), now: new Date() })).toBe(true);
    for (const job of await store.select().from(jobs)) {
      if (job.key === `campaign-step:${id}`) await complete(store, job);
    }
  });

/** Sets the free balance that the ledger answers, in stroops. */
function free(stroops: bigint) {
  const view = vi.spyOn(service.world.context.chain.contracts.pool, "view");
  view.mockImplementation(async () => ({ value: stroops, ledger: 1 }) as never);
  onTestFinished(() => void view.mockRestore());
}

describe("the step extend", () => {
  it("names totals: it shows what comes, and a repeat does nothing, on its way and done", async () => {
    free(1_000_0000000n);
    const { id, key, campaignId } = await service.merchant();
    const before = (await service.call(`GET /api/campaigns/me/${campaignId}`, { key })).body;
    const budget = String(Number(before.budget) + 250);
    const replies = await Promise.all([1, 2, 3].map(() => extend(key, campaignId, { budget, ends_at: LATER })));
    for (const reply of replies) {
      expect(reply).toMatchObject({
        status: 202,
        body: { budget: before.budget, ends_at: before.ends_at, next_budget: budget, next_ends_at: LATER },
      });
    }
    expect(await jobsOf(campaignId)).toMatchObject([
      { payload: { kind: "campaign-extension", campaign_id: campaignId } },
    ]);
    await land(id, campaignId, { budget: BigInt(budget) * 10_000_000n, ends_at: new Date(LATER) });
    expect(await extend(key, campaignId, { budget, ends_at: LATER })).toMatchObject({
      status: 200,
      body: { status: "active", budget, ends_at: LATER, next_budget: null, next_ends_at: null },
    });
    expect(await jobsOf(campaignId)).toEqual([]);
  });

  it("is refused at once above the free balance, with both amounts", async () => {
    free(10_0000000n);
    const { key, campaignId } = await service.merchant();
    const { body } = await service.call(`GET /api/campaigns/me/${campaignId}`, { key });
    const more = (tokens: number) => extend(key, campaignId, { budget: String(Number(body.budget) + tokens) });
    expect(await more(11)).toMatchObject({
      status: 409,
      body: { code: "balance_short", detail: expect.stringMatching(/ is 10, .* 11\./) },
    });
    expect(await more(10)).toMatchObject({ status: 202 });
  });

  it("takes neither budget nor time away", async () => {
    free(0n);
    const { key, campaignId } = await service.merchant();
    const { body } = await extend(key, campaignId, { budget: "0.5", ends_at: "2020-01-01T00:00:00Z" });
    expect(body).toMatchObject({ status: 422, errors: [{ field: "budget" }, { field: "ends_at" }] });
    expect((await extend(key, campaignId, {})).body).toMatchObject({ status: 422 });
  });

  it("and the steps come one after the other", async () => {
    free(0n);
    const { key, campaignId } = await service.merchant();
    expect(await extend(key, campaignId, { ends_at: LATER })).toMatchObject({ status: 202 });
    const other = await extend(key, campaignId, { ends_at: "2101-01-01T00:00:00Z" });
    const pause = await service.call(`POST /api/campaigns/${campaignId}/steps`, { key, body: { step: "pause" } });
    for (const { body } of [other, pause]) expect(body).toMatchObject({ status: 409, code: "campaign_busy" });
  });

  it("is for active and paused campaigns before their end, of this merchant", async () => {
    free(0n);
    const { key, campaignId } = await service.merchant();
    expect((await extend((await service.merchant()).key, campaignId, { ends_at: LATER })).status).toBe(404);
    const { ends_at } = (await service.call(`GET /api/campaigns/me/${campaignId}`, { key })).body;
    const { clock } = service.world.context;
    service.world.context.clock = { now: () => new Date(Date.parse(ends_at) + DAY_MS) };
    const late = await extend(key, campaignId, { ends_at: LATER });
    service.world.context.clock = clock;
    expect(late.body).toMatchObject({ status: 409, code: "campaign_expired" });

    await service.call(`POST /api/campaigns/${campaignId}/steps`, { key, body: { step: "end" } });
    await service.world.context.db.commit((store) =>
      steps.finish(store, campaignId, "end", { txHash: null, now: new Date() }),
    );
    expect((await extend(key, campaignId, { ends_at: LATER })).body).toMatchObject({
      status: 409,
      code: "campaign_step_not_allowed",
      detail: expect.stringMatching(/needs the status active or paused/),
    });
  });

  it("leaves the terms as they were if the ledger refuses it, with the reason", async () => {
    free(0n);
    const { id, key, campaignId } = await service.merchant();
    const asked = await extend(key, campaignId, { ends_at: LATER });
    const why = { error_message: "no", updated_at: new Date() };
    await service.world.context.db.commit(async (store) =>
      extension.abandon(store, await campaigns.get(store, id, campaignId), why),
    );
    const { body } = await service.call(`GET /api/campaigns/me/${campaignId}`, { key });
    expect(body).toMatchObject({ ends_at: asked.body.ends_at, next_ends_at: null, error_message: "no" });
  });
});
