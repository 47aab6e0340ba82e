import { MOST_WAITING } from "@merit/core/ledger/sending/room.ts";
import * as jobs from "@merit/core/store/jobs/jobs.ts";
import { newWallet } from "@merit/core/testing/chain.ts";
import { expect, it } from "vitest";
import { startService, type TestService } from "../testing/service.ts";

const ends_at = new Date(Date.now() + 30 * 86_400_000).toISOString();

const waitFor = ({ world: { context } }: TestService, merchant: number, keyOf: (number: number) => string) =>
  context.db.commit((store) =>
    jobs.addAll(store, {
      queue: "transaction-submission",
      jobs: Array.from({ length: MOST_WAITING }, (_, number) => {
        const key = keyOf(number);
        const isOwn = key.startsWith("campaign:");
        return { key, group: isOwn ? String(merchant) : `${merchant}/${key}`, payload: {} };
      }),
      now: context.clock.now(),
    }),
  );

it("claims of a thousand customers keep their merchant from nothing", async () => {
  await using service = await startService();
  const { id, key } = await service.merchant(null);
  await waitFor(service, id, (number) => `drop:${number}`);
  const token = { price: "1", fulfil_within: 86_400, stock: 1 };
  const campaign = { name: "Spring", budget: "1", ends_at };
  expect((await service.call("POST /api/campaigns", { key, body: campaign })).status).toBe(201);
  expect((await service.call("POST /api/catalogue", { key, body: { name: "Tea", token } })).status).toBe(201);
});

it("a thousand items that wait are as many as campaigns", async () => {
  await using service = await startService();
  const { id, key } = await service.merchant(null);
  await waitFor(service, id, (number) => `contract-item:${number}`);
  const campaign = { name: "Spring", budget: "1", ends_at };
  expect((await service.call("POST /api/campaigns", { key, body: campaign })).status).toBe(429);
});

it("a merchant with a thousand transactions waiting can ask for no new record, but end those that it has; others can", async () => {
  await using service = await startService();
  const { id, key } = await service.merchant(null);
  const other = await service.merchant(null);
  const call = (path: Parameters<typeof service.call>[0], body: object) => service.call(path, { key, body });
  const campaign = { name: "Spring", budget: "1", ends_at };
  const draft = (await call("POST /api/campaigns", { ...campaign, draft: true })).body.id;
  const token = { price: "1", fulfil_within: 86_400, stock: 1 };
  const item = (await call("POST /api/catalogue", { name: "Tea", token })).body.id;
  await waitFor(service, id, (number) => `campaign:${1_000_000 + number}`);
  const refused = { status: 429, code: "too_many_waiting" };
  expect(await call("POST /api/campaigns", campaign)).toMatchObject({ status: 429, body: refused });
  expect((await call("POST /api/campaigns", { ...campaign, draft: true })).status).toBe(201);
  expect((await call(`POST /api/campaigns/${draft}/steps`, { step: "fund" })).body).toMatchObject(refused);
  expect((await call(`POST /api/campaigns/${draft}/steps`, { step: "drop" })).status).toBe(200);
  expect((await call("POST /api/catalogue", { name: "Cup", token })).body).toMatchObject(refused);
  const { status, body: cup } = await call("POST /api/catalogue", { name: "Cup", price: 5 });
  expect(status).toBe(201);
  expect((await call(`PATCH /api/catalogue/${cup.id}`, { token })).body).toMatchObject(refused);
  const shares = [{ wallet_address: newWallet(), amount: "1" }];
  expect((await call("POST /api/drops", { name: "Thanks", ends_at, shares })).body).toMatchObject(refused);
  expect((await call(`PATCH /api/catalogue/${item}`, { status: "archived" })).status).toBe(200);
  expect((await service.call("POST /api/campaigns", { key: other.key, body: campaign })).status).toBe(201);
});
