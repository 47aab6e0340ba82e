import { once } from "node:events";
import { connect } from "node:net";
import type { LiveMessage } from "@merit/core/base/live/live.ts";
import { eventually } from "@merit/core/testing/wait.ts";
import { createWorld } from "@merit/core/testing/world.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startServer } from "../server.ts";
import { startService, type TestService } from "../testing/service.ts";
import { beatsByHand, refusal, TestSocket } from "../testing/socket.ts";
import { MAX_WAITING_BYTES, usualTiming } from "./connection.ts";

// A real client at the real server.

let service: TestService;
beforeEach(async () => {
  service = await startService({ WS_CONNECTIONS_PER_USER: "2", CORS_ORIGINS: "https://shop.example" });
});
afterEach(() => service[Symbol.asyncDispose]());

const url = () => service.server.url;
const update = (name = "Ada L."): LiveMessage => {
  const place = { rank: 1, points: 30, user_id: 1, display_name: name };
  const periods = { all: [place], week: [], month: [] };
  return { event: "leaderboard:update", data: { updated_at: "2026-11-21T18:00:00.000Z", periods } };
};

describe("who is connected", () => {
  it("receives what is published, unchanged", async () => {
    const [ada, bob] = [await service.user(), await service.user()];
    using first = await TestSocket.login(url(), ada.accessToken);
    using second = await TestSocket.login(url(), bob.accessToken);
    service.world.context.live.publish(update());
    expect(await first.next()).toEqual(update());
    expect(await second.next()).toEqual(update());
  });

  it("learns its user, and when its token ends", async () => {
    const ada = await service.user();
    using client = new TestSocket(url());
    await client.say({ type: "auth", token: ada.accessToken });
    expect(await client.next()).toEqual({
      event: "ready",
      data: { user_id: ada.id, expires_at: expect.stringMatching(/Z$/) },
    });
  });

  it("receives nothing before it has logged in", async () => {
    const ada = await service.user();
    using client = new TestSocket(url());
    await eventually(() => expect(client.socket.readyState).toBe(client.socket.OPEN));
    service.world.context.live.publish(update("too early"));
    await client.say({ type: "auth", token: ada.accessToken });
    expect(await client.next()).toMatchObject({ event: "ready" });
    service.world.context.live.publish(update());
    expect(await client.next()).toEqual(update());
  });

  it("can renew its token, but not become another", async () => {
    const [ada, bob] = [await service.user(), await service.user()];
    using client = await TestSocket.login(url(), ada.accessToken);
    const { body } = await service.call("POST /api/auth/refresh", { body: { refreshToken: ada.refreshToken } });
    await client.say({ type: "auth", token: body.accessToken });
    expect(await client.next()).toMatchObject({ event: "ready", data: { user_id: ada.id } });
    await client.say({ type: "auth", token: bob.accessToken });
    expect(await client.closed).toMatchObject({ code: 4401 });
  });

  it("has two connections where two are allowed, and room again when one is closed", async () => {
    const ada = await service.user();
    using first = await TestSocket.login(url(), ada.accessToken);
    using _second = await TestSocket.login(url(), ada.accessToken);
    await expect(TestSocket.login(url(), ada.accessToken)).rejects.toThrow("closed: 4429");
    first.socket.close();
    await first.closed;
    using _third = await TestSocket.login(url(), ada.accessToken);
  });
});

describe("what is refused", () => {
  it.each([
    ["a wrong token", { type: "auth", token: "x" }, 4401],
    ["no token", { type: "auth" }, 4400],
    ["another message", { type: "subscribe" }, 4400],
    ["no JSON", "hello", 4400],
    ["a large message", "x".repeat(5000), 1009],
  ])("%s", async (_, message, code) => {
    using client = new TestSocket(url());
    await client.say(message);
    expect(await client.closed).toMatchObject({ code });
  });

  it("binary frames", async () => {
    using client = new TestSocket(url());
    await eventually(() => expect(client.socket.readyState).toBe(client.socket.OPEN));
    client.socket.send(Buffer.from("{}"));
    expect(await client.closed).toMatchObject({ code: 4400 });
  });

  it("the token of a session that has ended", async () => {
    const ada = await service.user();
    await service.call("POST /api/auth/logout", { body: { refreshToken: ada.refreshToken } });
    await expect(TestSocket.login(url(), ada.accessToken)).rejects.toThrow("closed: 4401");
  });

  it("too many messages", async () => {
    const ada = await service.user();
    using client = await TestSocket.login(url(), ada.accessToken);
    for (let count = 0; count < 20; count += 1) await client.say({ type: "auth", token: ada.accessToken });
    expect(await client.closed).toMatchObject({ code: 4429 });
  });

  it("pages of other origins, and of none", async () => {
    expect(await refusal(url(), { origin: "https://evil.example" })).toEqual({
      status: 403,
      code: "origin_not_allowed",
    });
    expect(await refusal(url(), { origin: "null" })).toMatchObject({ status: 403 });
    const ada = await service.user();
    for (const origin of ["https://shop.example", url()]) {
      using client = new TestSocket(url(), { origin });
      await client.say({ type: "auth", token: ada.accessToken });
      expect(await client.next()).toMatchObject({ event: "ready" });
    }
  });

  it("other paths, which answer as without an upgrade", async () => {
    const headers = { upgrade: "h2c", connection: "upgrade" };
    const response = await new Promise<string>((resolve) => {
      const socket = connect(Number(new URL(url()).port), "127.0.0.1");
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`GET /api/ws?token=x HTTP/1.1\r\nhost: localhost\r\n${lines.join("")}\r\n`);
      socket.once("data", (data) => {
        resolve(data.toString());
        socket.destroy();
      });
    });
    expect(response).toMatch(/^HTTP\/1\.1 404 /);
  });
});

describe("how many", () => {
  it("from one address, which is free again when one is gone", async () => {
    await using strict = await startService({ WS_CONNECTIONS_PER_ADDRESS: "1", RATE_LIMIT_WHITELIST: "192.0.2.1" });
    const ada = await strict.user();
    using first = await TestSocket.login(strict.server.url, ada.accessToken);
    expect(await refusal(strict.server.url)).toEqual({ status: 429, code: "too_many_connections" });
    first.socket.close();
    await first.closed;
    await eventually(async () => {
      using _second = await TestSocket.login(strict.server.url, ada.accessToken);
    });
  });

  it("in all, and in a minute", async () => {
    await using full = await startService({ WS_CONNECTIONS: "1" });
    using _first = await TestSocket.login(full.server.url, (await full.user()).accessToken);
    expect(await refusal(full.server.url)).toEqual({ status: 503, code: "no_connections_left" });
    await using slow = await startService({ RATE_LIMIT_ADDRESS: "2", RATE_LIMIT_WHITELIST: "192.0.2.1" });
    for (let count = 0; count < 2; count += 1) {
      using client = new TestSocket(slow.server.url);
      await client.say("x");
      await client.closed;
    }
    expect(await refusal(slow.server.url)).toEqual({ status: 429, code: "too_many_requests" });
  });
});

describe("time", () => {
  const timed = async (timing: { authMs?: number; beatMs?: number } = {}) => {
    const world = createWorld();
    const server = await startServer(world.context, { ...usualTiming, ...timing });
    // biome-ignore lint/suspicious/noExplicitAny: tests read what the API is expected to send
    const call = async (path: string, body: object): Promise<any> => {
      const headers = { "content-type": "application/json" };
      const response = await fetch(`${server.url}/api${path}`, { method: "POST", headers, body: JSON.stringify(body) });
      return response.status === 204 ? undefined : response.json();
    };
    const user = await call("/auth/register", { email: "ada@example.com", password: "password of Ada" });
    const close = async () => {
      await server.close();
      await world[Symbol.asyncDispose]();
    };
    return { url: server.url, context: world.context, call, user, [Symbol.asyncDispose]: close };
  };

  it("closes whoever says nothing", async () => {
    await using at = await timed({ authMs: 20 });
    using client = new TestSocket(at.url);
    expect(await client.closed).toMatchObject({ code: 4408 });
  });

  it("closes when the token ends", async () => {
    await using at = await timed();
    using early = new TestSocket(at.url);
    const ready = (await early.ask({ type: "auth", token: at.user.accessToken })) as { data: { expires_at: string } };
    const justBefore = new Date(Date.parse(ready.data.expires_at) - 1);
    at.context.clock = { now: () => justBefore };
    using client = await TestSocket.login(at.url, at.user.accessToken);
    expect(await client.closed).toEqual({ code: 4401, reason: "the access token has expired" });
  });

  it("closes when the session ends, and not before", async () => {
    await using at = await timed();
    using hand = beatsByHand();
    using client = await TestSocket.login(at.url, at.user.accessToken);
    for (let count = 0; count < 3; count += 1) {
      const pinged = once(client.socket, "ping");
      hand.beat();
      await pinged;
      // The answer to the ping is there before this message.
      expect(await client.ask({ type: "auth", token: at.user.accessToken })).toMatchObject({ event: "ready" });
    }
    await at.call("/auth/logout", { refreshToken: at.user.refreshToken });
    hand.beat();
    expect(await client.closed).toEqual({ code: 4401, reason: "the session has ended" });
  });

  it("cuts off whoever answers no ping", async () => {
    await using at = await timed({ beatMs: 20 });
    using client = new TestSocket(at.url, { autoPong: false });
    expect(await client.closed).toMatchObject({ code: 1006 });
  });
});

it("cuts off a client that doesn't read, and serves the others", async () => {
  const [slow, quick] = [await service.user(), await service.user()];
  using deaf = await TestSocket.login(url(), slow.accessToken);
  using other = await TestSocket.login(url(), quick.accessToken);
  deaf.socket.pause();
  const name = "x".repeat(MAX_WAITING_BYTES);
  const isCutOff = () => service.world.logs.some((line) => line.includes("reads too slowly"));
  // The system's own buffers take some megabytes before anything waits.
  while (!isCutOff()) {
    service.world.context.live.publish(update(name));
    expect(await other.next()).toEqual(update(name));
  }
  service.world.context.live.publish(update());
  expect(await other.next()).toEqual(update());
});

it("tells everybody when the service stops, and lets nobody in any more", async () => {
  const ada = await service.user();
  using client = await TestSocket.login(url(), ada.accessToken);
  using silent = new TestSocket(url());
  await eventually(() => expect(silent.socket.readyState).toBe(silent.socket.OPEN));
  const stopped = service.server.close();
  expect(await client.closed).toMatchObject({ code: 1001 });
  expect(await silent.closed).toMatchObject({ code: 1001 });
  await stopped;
});
