import * as steps from "@merit/core/programmes/campaigns/steps.ts";
import { jobs } from "@merit/core/store/db/schema/jobs.ts";
import { complete } from "@merit/core/store/jobs/jobs.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startService, type TestService } from "../../testing/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());

const bodies = [
  ...["fund", "pause", "resume", "end", "settle", "drop"].map((step) => ({ step })),
  { step: "extend", ends_at: "2100-01-01T00:00:00Z" },
];

const ask = (key: string, id: number, step: string, headers: Record<string, string> = {}) =>
  service.call(`POST /api/campaigns/${id}/steps`, { key, body: { step }, headers });
const stepJobs = (id: number) =>
  service.world.context.db.read(async (store) =>
    (await store.select().from(jobs)).filter(({ key }) => key === `campaign-step:${id}`),
  );

/** Does the worker's work when the ledger has taken the step. */
const land = (id: number, step: steps.CampaignStep, remainder?: bigint) =>
  service.world.context.db.commit(async (store) => {
    const done = { txHash: "b".repeat(64), now: new Date(), ...(remainder !== undefined && { remainder }) };
    expect(await steps.finish(store, id, step, done)).toBe(true);
    for (const job of await store.select().from(jobs)) {
      if (job.key === `campaign-step:${id}`) await complete(store, job);
    }
  });

describe("steps of a campaign", () => {
  it("lead from active over paused and ended to settled, each confirmed by the ledger", async () => {
    const { key, campaignId } = await service.merchant();
    for (const [step, to] of [
      ["pause", "paused"],
      ["resume", "active"],
      ["end", "ended"],
      ["settle", "settled"],
    ] as const) {
      const before = (await service.call(`GET /api/campaigns/me/${campaignId}`, { key })).body;
      const asked = await ask(key, campaignId, step);
      expect(asked).toMatchObject({ status: 202, body: { status: before.status, next_status: to } });
      await land(campaignId, step, step === "settle" ? 97_5000000n : undefined);
      const done = await ask(key, campaignId, step);
      expect(done).toMatchObject({
        status: 200,
        body: { status: to, next_status: null, status_tx_hash: "b".repeat(64) },
      });
      expect(done.body.remainder).toBe(step === "settle" ? "97.5" : null);
    }
  });

  it("asked for many times at once is one job", async () => {
    const { key, campaignId } = await service.merchant();
    const replies = await Promise.all(Array.from({ length: 10 }, () => ask(key, campaignId, "pause")));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([202]));
    expect(await stepJobs(campaignId)).toMatchObject([
      { payload: { kind: "campaign-step", campaign_id: campaignId, step: "pause" } },
    ]);
  });

  it.each([
    [{}, "step", "is required"],
    [{ step: "pauze" }, "step", "has pauze, which is not a step: did you mean pause?"],
    [{ step: 1 }, "step", /^must be one of fund, pause, /],
    [{ step: "pause", budget: "5" }, "budget", /is not a field of this call/],
    [{ step: "extend" }, "budget", "must be given, or ends_at"],
    [{ step: "extend", budget: "-1" }, "budget", /digits/],
  ])("name what is wrong: %j", async (body, field, message) => {
    const { key, campaignId } = await service.merchant();
    const reply = await service.call(`POST /api/campaigns/${campaignId}/steps`, { key, body });
    expect(reply.body).toMatchObject({ status: 422, code: "validation_failed", errors: [{ field }] });
    expect(reply.body.errors[0].message).toMatch(message);
    expect(await stepJobs(campaignId)).toEqual([]);
  });

  it.each(bodies)("$step is the merchant's alone", async (body) => {
    const [{ campaignId, ...owner }, stranger] = [await service.merchant(), await service.merchant()];
    const { accessToken: token } = await service.user();
    const call = (credentials: object) =>
      service.call(`POST /api/campaigns/${campaignId}/steps`, { ...credentials, body });
    expect((await call({ key: stranger.key })).body).toMatchObject({ status: 404, code: "not_found" });
    for (const credentials of [{}, { token }])
      expect((await call(credentials)).body).toMatchObject({ status: 401, code: "missing_api_key" });
    const { body: shown } = await service.call(`GET /api/campaigns/me/${campaignId}`, owner);
    expect(shown).toMatchObject({ status: "active", next_status: null, next_budget: null });
  });

  it("come one after the other", async () => {
    const { key, campaignId } = await service.merchant();
    await ask(key, campaignId, "pause");
    for (const step of ["end", "resume", "settle", "fund"]) {
      const { body, headers } = await ask(key, campaignId, step);
      expect(body).toMatchObject({ status: 409, code: "campaign_busy" });
      expect(headers.get("retry-after")).toBe("5");
    }
    expect(await stepJobs(campaignId)).toHaveLength(1);
  });

  it.each([
    ["resume an ended one", "end", "resume"],
    ["settle an active one", undefined, "settle"],
    ["settle a paused one", "pause", "settle"],
  ] as const)("that make no sense are refused: %s", async (_, before, step) => {
    const { key, campaignId } = await service.merchant();
    if (before) {
      await ask(key, campaignId, before);
      await land(campaignId, before);
    }
    expect((await ask(key, campaignId, step)).body).toMatchObject({ status: 409, code: "campaign_step_not_allowed" });
    expect(await stepJobs(campaignId)).toEqual([]);
  });

  it("don't touch a campaign that the ledger doesn't have", async () => {
    const { key, campaignId } = await service.merchant({ activate: false });
    for (const step of ["pause", "end"]) {
      expect((await ask(key, campaignId, step)).body).toMatchObject({
        code: "campaign_step_not_allowed",
        detail: expect.stringContaining("the status pending"),
      });
    }
  });

  it("with an Idempotency-Key answer a repeat as the first time, also after the step is done", async () => {
    const { key, campaignId } = await service.merchant();
    const headers = { "idempotency-key": "pause-1" };
    const first = await ask(key, campaignId, "pause", headers);
    await land(campaignId, "pause");
    await ask(key, campaignId, "resume");
    const again = await ask(key, campaignId, "pause", headers);
    expect(again).toMatchObject({ status: 202, body: first.body });
    expect(again.headers.get("idempotency-replayed")).toBe("true");
  });
});

describe("PATCH /campaigns/<merchant_id>/<id>", () => {
  const rename = (key: string, id: number, body: unknown) =>
    service.call(`PATCH /api/campaigns/me/${id}`, { key, body });

  it("renames and changes nothing else", async () => {
    const { key, campaignId } = await service.merchant();
    const before = (await service.call(`GET /api/campaigns/me/${campaignId}`, { key })).body;
    const { status, body } = await rename(key, campaignId, { name: " Autumn " });
    expect(status).toBe(200);
    expect(body).toEqual({ ...before, name: "Autumn", updated_at: body.updated_at });
  });

  it("is the merchant's alone", async () => {
    const [{ campaignId, ...owner }, stranger] = [await service.merchant(), await service.merchant()];
    const change = (merchant: number | string, credentials: object) =>
      service.call(`PATCH /api/campaigns/${merchant}/${campaignId}`, { ...credentials, body: { name: "Mine" } });
    for (const merchant of [owner.id, stranger.id, "me"])
      expect((await change(merchant, { key: stranger.key })).status).toBe(404);
    expect((await change(stranger.id, { key: owner.key })).status).toBe(404);
    const { accessToken: token } = await service.user();
    for (const others of [{}, { token }])
      expect((await change("me", others)).body).toMatchObject({ status: 401, code: "missing_api_key" });
    expect((await change(owner.id, { key: owner.key })).body.name).toBe("Mine");
  });

  it("refuses the terms, which stand on the ledger", async () => {
    const { key, campaignId } = await service.merchant();
    const { body } = await rename(key, campaignId, { name: "A", budget: "5" });
    expect(body).toMatchObject({ status: 422, errors: [{ field: "budget" }] });
  });
});
