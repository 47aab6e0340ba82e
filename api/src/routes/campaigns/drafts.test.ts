import { systemClock } from "@merit/core/base/clock.ts";
import * as steps from "@merit/core/programmes/campaigns/steps.ts";
import { jobs } from "@merit/core/store/db/schema/jobs.ts";
import { newWallet } from "@merit/core/testing/chain.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startService, type TestService } from "../../testing/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());

/** Dates count from one moment, so that the same number of days gives the same date. */
const now = Math.floor(Date.now() / 1000);
const inDays = (days: number) => new Date((now + days * 86_400) * 1000).toISOString();
const terms = { name: "Spring", budget: "100", starts_at: inDays(0), ends_at: inDays(30), per_wallet_cap: "5" };

const draftWith = (key: string, change: object = {}, headers: Record<string, string> = {}) =>
  service.call("POST /api/campaigns", { key, body: { ...terms, draft: true, ...change }, headers });
const ask = (key: string, id: number, step: string) =>
  service.call(`POST /api/campaigns/${id}/steps`, { key, body: { step } });
const change = (key: string, id: number, body: object) => service.call(`PATCH /api/campaigns/me/${id}`, { key, body });
const jobsOf = (id: number) =>
  service.world.context.db.read(async (store) =>
    (await store.select().from(jobs)).filter(({ key }) => key.endsWith(`:${id}`) && key.startsWith("campaign")),
  );

async function newDraft(fields: object = {}): Promise<{ merchantId: number; key: string; id: number }> {
  const { id: merchantId, key } = await service.merchant(null);
  return { merchantId, key, id: (await draftWith(key, fields)).body.id };
}

/** Does the worker's work when the ledger has taken the draft, or refuses it. */
const land = (id: number) =>
  service.world.context.db.commit((store) =>
    steps.open(store, id, { contractCampaignId: 1_000_000 + id, txHash: "c".repeat(64), now: new Date() }),
  );
const refuse = (id: number, reason: string) =>
  service.world.context.db.commit(async (store) => {
    await steps.abandon(store, id, "fund", { error_message: reason, updated_at: new Date() });
    await store.delete(jobs);
  });

describe("a draft", () => {
  it("is kept without a job, and only its merchant sees it", async () => {
    const { id: merchantId, key } = await service.merchant(null);
    const { status, body } = await draftWith(key);
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...terms, status: "draft", contract_campaign_id: null, reserved: "0" });
    expect(await jobsOf(body.id)).toEqual([]);
    expect((await service.call("GET /api/campaigns", { key })).body.data).toEqual([body]);
    expect((await service.call(`GET /api/campaigns/me/${body.id}`, { key })).body).toEqual(body);
    const { accessToken: token } = await service.user();
    for (const credentials of [{}, { token }]) {
      expect((await service.call(`GET /api/campaigns/${merchantId}`, credentials)).body.data).toEqual([]);
      const shown = await service.call(`GET /api/campaigns/${merchantId}/${body.id}`, credentials);
      expect(shown.body.code).toBe("not_found");
    }
  });

  it("is shown to administrators as to its merchant", async () => {
    const { id: merchantId, key } = await service.merchant(null);
    const { body } = await draftWith(key);
    const { accessToken: token } = await service.admin();
    expect((await service.call(`GET /api/campaigns/${merchantId}`, { token })).body.data).toEqual([body]);
    expect((await service.call(`GET /api/campaigns/${merchantId}/${body.id}`, { token })).body).toEqual(body);
  });

  it("is made once per Idempotency-Key, however concurrently", async () => {
    const { key } = await service.merchant(null);
    const replies = await Promise.all(Array.from({ length: 5 }, () => draftWith(key, {}, { "idempotency-key": "d" })));
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
    expect((await service.call("GET /api/campaigns", { key })).body.data).toHaveLength(1);
  });

  it("changes the given terms", async () => {
    const { key, id } = await newDraft();
    const { body } = await change(key, id, {
      ...{ budget: "250.5", per_wallet_cap: null, ends_at: inDays(60) },
      ...{ on_missing_trustline: "hold", hold_until: inDays(59) },
    });
    expect(body).toMatchObject({
      ...{ ...terms, budget: "250.5", per_wallet_cap: null, ends_at: inDays(60) },
      ...{ on_missing_trustline: "hold", hold_until: inDays(59) },
    });
  });

  it.each([
    [{}, "body"],
    [{ ends_at: inDays(-1) }, "ends_at"],
    [{ starts_at: inDays(40) }, "ends_at"],
    [{ budget: "0" }, "budget"],
    [{ name: "A", draft: false }, "draft"],
  ])("refuses %j", async (body, field) => {
    const { key, id } = await newDraft();
    expect((await change(key, id, body)).body).toMatchObject({ status: 422, errors: [{ field }] });
  });

  it("can't have a budget below what is reserved", async () => {
    const { key, id } = await newDraft();
    const reward = { idempotency_key: crypto.randomUUID(), campaign_id: id, wallet_address: newWallet(), amount: "50" };
    expect((await service.call("POST /api/rewards/issue", { key, body: reward })).status).toBe(202);
    expect((await change(key, id, { budget: "49" })).body).toMatchObject({
      status: 422,
      errors: [{ field: "budget" }],
    });
    expect((await change(key, id, { budget: "50" })).status).toBe(200);
  });
});

describe("the step fund", () => {
  it("opens the draft once the ledger has confirmed it; concurrent calls are one job", async () => {
    const { merchantId, key, id } = await newDraft();
    const replies = await Promise.all(Array.from({ length: 5 }, () => ask(key, id, "fund")));
    for (const { status, body } of replies) {
      expect(status).toBe(202);
      expect(body).toMatchObject({ status: "draft", next_status: "active" });
    }
    expect(await jobsOf(id)).toMatchObject([{ payload: { kind: "campaign-step", campaign_id: id, step: "fund" } }]);
    await land(id);
    expect(await ask(key, id, "fund")).toMatchObject({
      status: 200,
      body: { status: "active", next_status: null, contract_campaign_id: 1_000_000 + id, tx_hash: "c".repeat(64) },
    });
    expect((await service.call(`GET /api/campaigns/${merchantId}`)).body.data).toMatchObject([{ id }]);
  });

  it("leaves a draft with the reason where the ledger refuses it, to be corrected and funded again", async () => {
    const { key, id } = await newDraft();
    await ask(key, id, "fund");
    await refuse(id, "Your balance can't cover it.");
    const shown = await service.call(`GET /api/campaigns/me/${id}`, { key });
    expect(shown.body).toMatchObject({
      status: "draft",
      next_status: null,
      error_message: "Your balance can't cover it.",
    });
    expect((await change(key, id, { budget: "10" })).body).toMatchObject({ budget: "10", error_message: null });
    expect((await ask(key, id, "fund")).status).toBe(202);
  });

  it("is refused once the draft's window is over", async () => {
    const { key, id } = await newDraft();
    service.world.context.clock = { now: () => new Date(Date.now() + 31 * 86_400_000) };
    const { body } = await ask(key, id, "fund");
    service.world.context.clock = systemClock;
    expect(body).toMatchObject({ status: 409, code: "campaign_expired" });
    expect(await jobsOf(id)).toEqual([]);
  });

  it("refuses other changes while the step is in progress", async () => {
    const { key, id } = await newDraft();
    await ask(key, id, "fund");
    expect((await change(key, id, { budget: "1" })).body.code).toBe("campaign_busy");
    expect((await change(key, id, { name: "Early spring" })).body.name).toBe("Early spring");
    expect((await ask(key, id, "drop")).body.code).toBe("draft_not_droppable");
    for (const step of ["resume", "pause", "end"]) expect((await ask(key, id, step)).body.code).toBe("campaign_busy");
  });

  it("lets rewards wait for it, as for a campaign that was just created", async () => {
    const { key, id } = await newDraft();
    await ask(key, id, "fund");
    const reward = { idempotency_key: crypto.randomUUID(), campaign_id: id, wallet_address: newWallet(), amount: "1" };
    const { body } = await service.call("POST /api/rewards/issue", { key, body: reward });
    const issuance = await service.call(`GET /api/rewards/issuances/${body.id}`, { key });
    expect(issuance.body.error_message).toMatch(/not confirmed on the ledger/);
  });
});

describe("the step drop", () => {
  it("is final, and may be repeated", async () => {
    const { merchantId, key, id } = await newDraft();
    for (let i = 0; i < 2; i++) {
      const body = { status: "failed", error_message: "its merchant gave the draft up" };
      expect(await ask(key, id, "drop")).toMatchObject({ status: 200, body });
    }
    expect((await ask(key, id, "fund")).body.code).toBe("campaign_step_not_allowed");
    expect((await change(key, id, { budget: "1" })).body.status).toBe(422);
    expect((await service.call(`GET /api/campaigns/${merchantId}`)).body.data).toEqual([]);
    expect((await service.call(`GET /api/campaigns/${merchantId}/${id}`)).body.code).toBe("not_found");
  });

  it("is refused for campaigns that are on the ledger", async () => {
    const { key, campaignId } = await service.merchant();
    expect((await ask(key, campaignId, "drop")).body).toMatchObject({ status: 409, code: "draft_not_droppable" });
  });
});
