import { connect } from "node:net";
import { topics } from "@merit/core/base/wake.ts";
import { confirm } from "@merit/core/payouts/rewards/settle.ts";
import { newWallet, openLine } from "@merit/core/testing/chain.ts";
import { eventually, LIMIT_MS } from "@merit/core/testing/wait.ts";
import { createWorld } from "@merit/core/testing/world.ts";
import { expect, it, vi } from "vitest";
import { checkAddress, createApp, startServer } from "./server.ts";
import { startService } from "./testing/service.ts";

it("a close finishes running requests and refuses new ones", async () => {
  await using service = await startService({ DISTRIBUTE_TIMEOUT_SECONDS: "120" });
  const { db, wake, settings } = service.world.context;
  const merchant = await service.merchant();
  const wallet = newWallet();
  service.world.chain.lines.set(wallet, openLine);
  using accepted = wake.subscribe(topics.queue("reward-issuance"));
  const body = { campaign_id: merchant.campaignId, wallet_address: wallet, amount: "1" };
  const running = service.call("POST /api/rewards/distribute", { key: merchant.key, body });
  await accepted.next({ timeoutMs: LIMIT_MS });

  const closed = service.server.close();
  // A call that came before the close had begun is still answered.
  await eventually(() => expect(service.call("GET /health")).rejects.toThrow());
  await db.commit((store) => confirm(store, [{ id: 1, txHash: "e".repeat(64) }], { settings, now: new Date() }));
  expect(await running).toMatchObject({ status: 200, body: { status: "confirmed" } });
  await closed;
});

it("a close doesn't wait for connections that no request has come on", async () => {
  const service = await startService();
  const { hostname, port } = new URL(service.server.url);
  const socket = connect(Number(port), hostname);
  const ended = new Promise((resolve) => socket.once("close", resolve));
  await new Promise((resolve) => socket.once("connect", resolve));
  // The server has accepted it once it answers another one.
  await service.call("GET /health");
  await service.server.close();
  await ended;
  await service.world[Symbol.asyncDispose]();
});

it("a process that stops tells load balancers so, and takes calls until they had the time to notice", async () => {
  await using service = await startService({ SHUTDOWN_DELAY_SECONDS: "5" });
  const { key } = await service.merchant();
  expect((await service.call("GET /health")).status).toBe(200);
  const closed = service.server.close();
  for (const probe of ["/health", "/ready"]) {
    const { status, body } = await service.call(`GET ${probe}`);
    expect(status).toBe(503);
    expect(body.checks.api).toMatchObject({ status: "failed", detail: expect.stringContaining("this process stops") });
  }
  expect((await service.call("GET /api/merchants/me", { key })).status).toBe(200);
  await closed;
  await expect(service.call("GET /health")).rejects.toThrow();
});

it("says that a close may take as long as distribute waits for the ledger", async () => {
  await using service = await startService({ DISTRIBUTE_TIMEOUT_SECONDS: "120" });
  expect(service.server.closesWithinMs).toBeGreaterThan(123_000);
});

it("a taken port is named, with what to do", async () => {
  await using service = await startService();
  const port = new URL(service.server.url).port;
  await using world = createWorld({ PORT: port });
  const taken = `Port ${port} on 127.0.0.1 is taken: stop what listens there, or set PORT`;
  await expect(startServer(world.context)).rejects.toThrow(taken);
  await expect(checkAddress(world.context.settings)).rejects.toThrow(taken);
});

it("a host that isn't this machine's is named, with what to do", async () => {
  const elsewhere = checkAddress({ host: "203.0.113.9", port: 0 });
  await expect(elsewhere).rejects.toThrow("203.0.113.9 is no address of this machine: set HOST");
});

it("a port that can be used is free again after the check", async () => {
  const [first, second] = [await startService(), createWorld()];
  const { port } = new URL(first.server.url);
  await first[Symbol.asyncDispose]();
  await using world = second;
  const settings = { ...world.context.settings, port: Number(port) };
  await checkAddress(settings);
  await (await startServer({ ...world.context, settings })).close();
});

it("a process without the API's calls serves health checks and metrics, and nothing else", async () => {
  await using world = createWorld();
  const server = await startServer(world.context, undefined, "probes");
  const statusOf = async (path: string) => (await fetch(server.url + path)).status;
  expect(await Promise.all(["/health", "/ready", "/metrics"].map(statusOf))).toEqual([200, 503, 200]);
  expect(await Promise.all(["/", "/docs", "/api/merchants/me", "/api/leaderboard"].map(statusOf))).toEqual([
    404, 404, 404, 404,
  ]);
  const port = Number(new URL(server.url).port);
  const settings = { ...world.context.settings, port };
  await expect(startServer({ ...world.context, settings }, undefined, "probes")).rejects.toThrow("set METRICS_PORT");
  await server.close();
});

it("logs a caller that leaves before the end of an answer at debug, and other failures as errors", async () => {
  await using service = await startService({ LOG_LEVEL: "debug" });
  const { context } = service.world;
  const lines = (level: number, msg: string) =>
    service.world.logs.map((line) => JSON.parse(line)).filter((line) => line.level === level && line.msg === msg);
  const { key } = await service.merchant(null);
  const { server, call } = service;
  const reader = new AbortController();
  const stream = await fetch(`${server.url}/api/events`, {
    headers: { accept: "text/event-stream", "x-api-key": key },
    signal: reader.signal,
  });
  expect(stream.status).toBe(200);
  reader.abort();
  const left = "the caller left before the end of the answer";
  await eventually(() => expect(lines(20, left).length).toBeGreaterThan(0));
  const streams = { open: vi.fn(), close: () => {} };
  const app = createApp(context, streams);
  for (const code of ["EPIPE", "ECONNRESET"]) app.emit("error", Object.assign(new Error("write"), { code }));
  app.emit("error", new Error("no answer could be made"));
  expect((await call("GET /health")).status).toBe(200);
  expect(lines(20, left).map(({ err }) => err.code)).toEqual(expect.arrayContaining(["EPIPE", "ECONNRESET"]));
  expect(lines(50, "response failed").map(({ err }) => err.message)).toEqual(["no answer could be made"]);
});
