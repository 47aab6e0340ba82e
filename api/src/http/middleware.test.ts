import { afterEach, expect, it } from "vitest";
import { startService, type TestService } from "../testing/service.ts";

let service: TestService;
afterEach(() => service[Symbol.asyncDispose]());

const lines = () =>
  service.world.logs.map((line) => JSON.parse(line)).filter(({ msg }: { msg: string }) => msg === "request");

it("logs requests with their id at the default level, but no probes", async () => {
  service = await startService({ LOG_LEVEL: "" });
  const { key, id } = await service.merchant();
  const headers = { "X-Request-Id": "order-7" };
  await service.call("GET /api/rewards/issuances/7?wallet=GABC", { key, headers });
  await service.call("GET /api/nothing", { headers: { "X-Request-Id": "order-8" } });
  for (const probe of ["health", "api/ready", "metrics"]) await service.call(`GET /${probe}`);
  expect(lines()).toMatchObject([
    { level: 30, request_id: "order-7", method: "GET", route: "/rewards/issuances/:id", status: 422, merchant_id: id },
    { level: 30, request_id: "order-8", route: null, status: 404 },
  ]);
  expect(lines()[0]).toHaveProperty("ms");
  expect(service.world.logs.join()).not.toMatch(`${key}`);
  expect(service.world.logs.join()).not.toContain("GABC");
});

it("logs probes at the level debug", async () => {
  service = await startService({ LOG_LEVEL: "debug" });
  await service.call("GET /health");
  expect(lines()).toMatchObject([{ level: 20, route: "/health" }]);
});
