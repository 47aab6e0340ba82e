import { formatAmount } from "@merit/core/base/money.ts";
import { prune } from "@merit/core/store/idempotency/store.ts";
import type { Job } from "@merit/core/store/jobs/jobs.ts";
import * as jobs from "@merit/core/store/jobs/jobs.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startService, type TestService, type TestUser } from "../../testing/service.ts";

let service: TestService;
let admin: TestUser;
beforeAll(async () => {
  service = await startService();
  admin = await service.admin();
});
afterAll(() => service[Symbol.asyncDispose]());

const call = (request: string, options = {}) => service.call(request, { token: admin.accessToken, ...options });
const fund = (id: number, amount: string, key: string) =>
  call(`POST /api/admin/merchants/${id}/fund`, { body: { amount }, headers: { "Idempotency-Key": key } });
const grantJobs = (merchantId: number) =>
  service.world.context.db.commit(async (store) => {
    const now = new Date();
    const claim = {
      queue: "transaction-submission",
      group: String(merchantId),
      now,
      limit: 60,
    } as const;
    return (await jobs.claim(store, claim)).filter(({ key }: Job) => key.startsWith("grant:"));
  });

it("lists and shows merchants", async () => {
  const merchant = await service.merchant(null);
  const { grants, ...shown } = (await call(`GET /api/admin/merchants/${merchant.id}`)).body;
  expect(grants).toEqual({ data: [], has_more: false, next_cursor: null });
  expect((await call("GET /api/admin/merchants?limit=1")).body.data).toEqual([shown]);
  const { body: found } = await call(`GET /api/admin/merchants?email=${shown.email.slice(0, -4).toUpperCase()}`);
  expect(found.data).toEqual([shown]);
  expect((await call("GET /api/admin/merchants?email=nobody")).body.data).toEqual([]);
  expect((await call("GET /api/admin/merchants/999999")).body).toMatchObject({ status: 404, code: "not_found" });
});

it("funds a merchant once per key, at once and much later", async () => {
  const { id } = await service.merchant(null);
  const answers = await Promise.all(Array.from({ length: 5 }, () => fund(id, "12.5", "order-77")));
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202]);
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect(answers[0]?.body).toMatchObject({ merchant_id: id, amount: "12.5", status: "pending", tx_hash: null });

  // Stored answers live a day, but the key belongs to the grant for good.
  const { db } = service.world.context;
  const aDayLater = () => db.commit((store) => prune(store, new Date(Date.now() + 60_000)));
  await aDayLater();
  expect((await fund(id, "12.5", "order-77")).body.id).toBe(answers[0]?.body.id);
  await aDayLater();
  expect((await fund(id, "13", "order-77")).body).toMatchObject({ status: 422, code: "idempotency_key_reused" });
  await aDayLater();
  const other = await service.merchant(null);
  expect((await fund(other.id, "12.5", "order-77")).body).toMatchObject({ code: "idempotency_key_reused" });

  const [job, ...more] = await grantJobs(id);
  expect(more).toEqual([]);
  expect(job?.payload).toMatchObject({ kind: "grant", merchant_id: id, amount: "125000000" });
  const { body: log } = await call(`GET /api/admin/audit-log?subject=merchant:${id}`);
  expect(log.data).toMatchObject([{ action: "merchant.fund", detail: { amount: formatAmount(125_000_000n) } }]);
  await fund(id, "1", "order-78");
  const page = async (query: string) => (await call(`GET /api/admin/merchants/${id}?limit=1${query}`)).body.grants;
  const newest = await page("");
  expect(newest).toMatchObject({ data: [{ amount: "1" }], has_more: true });
  const oldest = await page(`&cursor=${newest.next_cursor}`);
  expect(oldest).toMatchObject({ data: [{ amount: "12.5", status: "pending" }], has_more: false });
});

it("requires a key, an amount and an existing merchant", async () => {
  const { id } = await service.merchant(null);
  const without = await call(`POST /api/admin/merchants/${id}/fund`, { body: { amount: "1" } });
  expect(without.body).toMatchObject({ code: "validation_failed", errors: [{ field: "Idempotency-Key" }] });
  expect((await fund(id, "0", "a")).body).toMatchObject({ code: "validation_failed", errors: [{ field: "amount" }] });
  expect((await fund(999_999, "1", "b")).body).toMatchObject({ status: 404, code: "not_found" });
  expect(await grantJobs(id)).toEqual([]);
});
