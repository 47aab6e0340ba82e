import * as mails from "@merit/core/parties/mail/store.ts";
import * as grants from "@merit/core/parties/merchants/grant-store.ts";
import { shut, writeEpoch } from "@merit/core/payouts/rewards/epoch.ts";
import { fail } from "@merit/core/payouts/rewards/settle.ts";
import type { QueueName } from "@merit/core/store/db/schema/jobs.ts";
import * as jobs from "@merit/core/store/jobs/jobs.ts";
import { newWallet } from "@merit/core/testing/chain.ts";
import { afterEach, beforeEach, expect, it } from "vitest";
import { startService, type TestService, type TestUser } from "../../testing/service.ts";

let service: TestService;
let admin: TestUser;
beforeEach(async () => {
  service = await startService();
  admin = await service.admin();
});
afterEach(() => service[Symbol.asyncDispose]());

const now = new Date();
const call = (request: string, options = {}) => service.call(request, { token: admin.accessToken, ...options });
const state = async (queue: QueueName) =>
  (await call("GET /api/admin/queues")).body.data.find(({ name }: { name: string }) => name === queue);
const letters = async (queue: QueueName, query = "") =>
  (await call(`GET /api/admin/queues/${queue}/dead-letters${query}`)).body;

/** Takes the jobs of a group out of their queue as failed for good, newest last. */
const exhaust = (queue: QueueName, group: string, also: (job: jobs.Job) => Promise<unknown> = async () => undefined) =>
  service.world.context.db.commit(async (store) => {
    const later = new Date(Date.now() + 60_000);
    for (const job of await jobs.claim(store, { queue, group, now: later, limit: 60 })) {
      await jobs.deadLetter(store, job, "no answer", now);
      await also(job);
    }
  });

async function failedRewards(keys: string[]) {
  const merchant = await service.merchant();
  const ids: number[] = [];
  for (const idempotency_key of keys) {
    const body = { idempotency_key, campaign_id: merchant.campaignId, wallet_address: newWallet(), amount: "2" };
    ids.push((await service.call("POST /api/rewards/issue", { key: merchant.key, body })).body.id);
  }
  await exhaust("reward-issuance", String(merchant.campaignId));
  const { db } = service.world.context;
  for (const id of ids) await db.commit((store) => fail(store, id, { reason: "no answer", now }));
  return { merchant, ids };
}

const redrive = (queue: QueueName, body?: object) =>
  call(`POST /api/admin/queues/${queue}/dead-letters/redrive`, body && { body });

const statusOf = async (key: string, id: number | undefined) =>
  (await service.call(`GET /api/rewards/issuances/${id}`, { key })).body.status;

it("shows waiting, running and failed jobs", async () => {
  expect(await state("reward-issuance")).toEqual({
    name: "reward-issuance",
    waiting: 0,
    leased: 0,
    oldest_due_at: null,
    dead_letter_queue: "reward-issuance-dlq",
    dead_letters: 0,
  });
  await failedRewards(["a", "b"]);
  const { key, campaignId } = await service.merchant();
  const body = { idempotency_key: "c", campaign_id: campaignId, wallet_address: newWallet(), amount: "1" };
  await service.call("POST /api/rewards/issue", { key, body });
  expect(await state("reward-issuance")).toMatchObject({ waiting: 1, leased: 0, dead_letters: 2 });
  const first = await letters("reward-issuance", "?limit=1");
  expect(first).toMatchObject({ has_more: true, data: [{ reason: "no answer", queue: "reward-issuance-dlq" }] });
  const rest = await letters("reward-issuance", `?limit=1&cursor=${first.next_cursor}`);
  expect(rest).toMatchObject({ has_more: false });
  expect(rest.data[0].id).toBeLessThan(first.data[0].id);
  expect((await call("GET /api/admin/queues/reward-issuance-dlq/dead-letters?limit=1")).body).toEqual(first);
  expect(await call("GET /api/admin/queues/nonsense/dead-letters")).toMatchObject({
    status: 404,
    body: { detail: expect.stringMatching(/name must be a queue: reward-issuance, .* or one of them with -dlq/) },
  });
});

it("redrives a reward once, however often it is requested", async () => {
  const { merchant, ids } = await failedRewards(["a"]);
  const [letter] = (await letters("reward-issuance")).data;
  const once = () => redrive("reward-issuance", { id: letter.id });
  const answers = await Promise.all([once(), once(), once()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(answers.find(({ status }) => status === 200)?.body).toEqual({ redriven: [letter.id], refused: [] });
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe("already_redriven");
  expect(await statusOf(merchant.key, ids[0])).toBe("pending");
  expect(await state("reward-issuance")).toMatchObject({ waiting: 1, dead_letters: 0 });
  const { body } = await call(`GET /api/admin/audit-log?subject=dead_letter:${letter.id}`);
  expect(body.data).toMatchObject([{ action: "dead_letter.redrive", actor: `user:${admin.id}` }]);
  expect((await redrive("email", { id: letter.id })).body).toMatchObject({ status: 404, code: "not_found" });
  const both = await redrive("email", { id: letter.id, limit: 1 });
  expect(both.body).toMatchObject({ status: 422, errors: [{ field: "limit" }] });
});

it("says why a reward can't be redriven", async () => {
  const { db } = service.world.context;
  const newest = async (queue: QueueName) => (await redrive(queue, { id: (await letters(queue)).data[0].id })).body;
  const { merchant } = await failedRewards(["a"]);
  await db.commit((store) => shut(store, "rebuilding", "restored", new Date()));
  expect(await newest("reward-issuance")).toMatchObject({ status: 503, code: "reconciling" });
  await db.commit((store) => writeEpoch(store, { status: "open" }, new Date()));
  const rest = { idempotency_key: "b", campaign_id: merchant.campaignId, wallet_address: newWallet(), amount: "100" };
  expect((await service.call("POST /api/rewards/issue", { key: merchant.key, body: rest })).status).toBe(202);
  expect(await newest("reward-issuance")).toMatchObject({ status: 409, code: "budget_exhausted" });
  // The job was given up, but its reward still waits.
  await exhaust("reward-issuance", String(merchant.campaignId));
  expect(await newest("reward-issuance")).toMatchObject({ status: 409, code: "not_redrivable" });
  const { id } = await service.merchant({ activate: false });
  await exhaust("transaction-submission", String(id));
  expect(await newest("transaction-submission")).toMatchObject({ status: 409, code: "dead_letter_final" });
});

it("redrives all letters that can be redriven, and names the others", async () => {
  const { merchant, ids } = await failedRewards(["a", "b", "c"]);
  // Its letter waits, but its merchant has already redriven it.
  const { status } = await service.call(`POST /api/rewards/issuances/${ids[1]}/redrive`, { key: merchant.key });
  expect(status).toBe(202);
  const { body } = await redrive("reward-issuance");
  expect(body).toMatchObject({ refused: [] });
  expect(body.redriven).toHaveLength(2);
  expect(await Promise.all(ids.map((id) => statusOf(merchant.key, id)))).toEqual(["pending", "pending", "pending"]);
  expect((await redrive("reward-issuance")).body.redriven).toEqual([]);
});

it("redrives the newest ones once under an Idempotency-Key", async () => {
  await failedRewards(["a", "b", "c", "d"]);
  const once = () =>
    call("POST /api/admin/queues/reward-issuance/dead-letters/redrive", {
      body: { limit: 2 },
      headers: { "idempotency-key": "r1" },
    });
  const replies = await Promise.all([once(), once(), once()]);
  const [first] = replies;
  expect(first?.body.redriven).toHaveLength(2);
  for (const { status, body } of [...replies, await once()])
    expect({ status, body }).toEqual({ status: 200, body: first?.body });
  expect(await state("reward-issuance")).toMatchObject({ waiting: 2, dead_letters: 2 });
});

it("doesn't change a letter that it refuses to redrive", async () => {
  const { merchant } = await failedRewards(["a", "b"]);
  const body = { idempotency_key: "c", campaign_id: merchant.campaignId, wallet_address: newWallet(), amount: "98" };
  expect((await service.call("POST /api/rewards/issue", { key: merchant.key, body })).status).toBe(202);
  const { body: answer } = await redrive("reward-issuance");
  expect(answer).toMatchObject({ redriven: [expect.any(Number)], refused: [{ code: "budget_exhausted" }] });
  const waiting = (await letters("reward-issuance")).data;
  expect(waiting).toMatchObject([{ id: answer.refused[0].id, redriven_at: null }]);
  const [older] = (await service.call("GET /api/rewards/issuances?status=failed", { key: merchant.key })).body.data;
  expect(older).toMatchObject({ idempotency_key: "a", error_message: "no answer" });
});

it("redrives mails and grants with their records, but nothing that merchants were told had failed", async () => {
  const { context } = service.world;
  const { id: merchantId, campaignId } = await service.merchant({ activate: false });
  await exhaust("email", "none");
  const mail = await context.db.read((store) => mails.list(store, null, { limit: 1 }));
  const emailId = mail[0]?.id ?? 0;
  const update = (status: "failed") => context.db.commit((store) => mails.update(store, emailId, { status }));
  await exhaust("email", `usual/${emailId}`);
  await update("failed");
  const [mailLetter] = (await letters("email")).data;
  expect((await redrive("email", { id: mailLetter.id })).status).toBe(200);
  expect(await context.db.read((store) => mails.byId(store, emailId))).toMatchObject({ status: "queued" });

  const headers = { "Idempotency-Key": "fund-1" };
  await call(`POST /api/admin/merchants/${merchantId}/fund`, { body: { amount: "5" }, headers });
  const [grant] = await context.db.read((store) => grants.listOf(store, merchantId, { limit: 1 }));
  await exhaust("transaction-submission", String(merchantId));
  const failed = { status: "failed" as const, error_message: "no answer" };
  await context.db.commit((store) => grants.move(store, grant?.reference ?? "", "pending", failed));
  const all = await redrive("transaction-submission", { limit: 10 });
  expect(all.body.redriven).toHaveLength(1);
  expect(all.body.refused).toMatchObject([{ code: "dead_letter_final" }]);
  const again = await context.db.read((store) => grants.listOf(store, merchantId, { limit: 1 }));
  expect(again).toMatchObject([{ status: "pending", error_message: null }]);
  expect(campaignId).toBeGreaterThan(0);
});
