import { DatabaseUnavailable } from "@merit/core/store/db/unavailable.ts";
import { afterEach, expect, it, vi } from "vitest";
import { startService, type TestService } from "../../testing/service.ts";
import { routes } from "../index.ts";

const TOKEN = "metrics-token-0123456789";

let service: TestService;
afterEach(() => service[Symbol.asyncDispose]());

it("counts requests by route template, and shows what waits in the queues", async () => {
  service = await startService();
  const { key, campaignId } = await service.merchant();
  const body = {
    idempotency_key: "first",
    campaign_id: campaignId,
    wallet_address: "GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF",
    amount: "1",
  };
  const { status, body: issuance } = await service.call("POST /api/rewards/issue", { key, body });
  expect(status).toBe(202);
  await service.call(`GET /api/rewards/issuances/${issuance.id}`, { key });
  const answer = await service.call("GET /metrics");
  expect(answer.headers.get("content-type")).toContain("text/plain");
  expect(answer.body).toContain(
    'merit_http_request_duration_seconds_count{method="GET",route="/rewards/issuances/:id",status="2xx"} 1',
  );
  expect(answer.body).toContain('merit_jobs{queue="reward-issuance",state="waiting"} 1');
  expect(answer.body).toContain('merit_jobs{queue="reward-issuance",state="leased"} 0');
});

it("answers without its database too, and says that it is not ready", async () => {
  service = await startService();
  const { db } = service.world.context;
  const failure = new DatabaseUnavailable("failing", "SQLITE_IOERR", undefined);
  const lost = [vi.spyOn(db, "read").mockRejectedValue(failure), vi.spyOn(db, "source").mockRejectedValue(failure)];
  const stored = /^merit_(jobs|dead_letters|indexer_gaps|sponsored_transactions|database_bytes)\b/m;
  try {
    const { status, body } = await service.call("GET /metrics");
    expect(status).toBe(200);
    expect(body).toContain('merit_ready{part="database"} 0');
    expect(body).not.toMatch(stored);
  } finally {
    for (const spy of lost) spy.mockRestore();
  }
  expect((await service.call("GET /metrics")).body).toMatch(/^merit_indexer_gaps 0$/m);
});

it("stays small however many routes were called, and is compressed", async () => {
  service = await startService();
  const { metrics } = service.world.context;
  for (const { path, method } of routes) {
    for (const status of [200, 404]) metrics.requestServed({ method: method.toUpperCase(), route: path, status }, 0.1);
  }
  const answer = await service.call("GET /metrics", { headers: { "accept-encoding": "gzip" } });
  expect(answer.headers.get("content-encoding")).toBe("gzip");
  expect(answer.body.length / routes.length).toBeLessThan(2_500);
});

it("requires the token if one is set", async () => {
  service = await startService({ METRICS_TOKEN: TOKEN });
  const status = async (authorization?: string) =>
    (await service.call("GET /api/metrics", authorization === undefined ? {} : { headers: { authorization } })).status;
  expect(await status()).toBe(401);
  expect(await status("Bearer metrics-token-012345678X")).toBe(401);
  expect(await status(`Basic ${TOKEN}`)).toBe(401);
  expect(await status(`Bearer ${TOKEN}`)).toBe(200);
  expect(await status(`bearer ${TOKEN}`)).toBe(200);
});

it("lets nobody guess the token beyond the limit, by the answer to the right one neither", async () => {
  service = await startService({
    ...{ METRICS_TOKEN: TOKEN, RATE_LIMIT_WHITELIST: "192.0.2.1", RATE_LIMIT_ADDRESS: "3" },
  });
  const status = async (token: string) =>
    (await service.call("GET /metrics", { headers: { authorization: `Bearer ${token}` } })).status;
  for (let n = 0; n < 3; n += 1) expect(await status("wrong")).toBe(401);
  expect(await status("wrong")).toBe(429);
  expect(await status(TOKEN)).toBe(429);
});
