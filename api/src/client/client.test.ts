import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { newWallet } from "@merit/core/testing/chain.ts";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startService, type TestService } from "../testing/service.ts";
import { type Client, createClient } from "./client.ts";
import { ApiProblem, ForeignAnswer, NoAnswer } from "./errors.ts";
import type { CodeOf } from "./types.ts";

let service: TestService;
let merchant: Awaited<ReturnType<TestService["merchant"]>>;
let client: Client;
beforeAll(async () => {
  service = await startService();
  merchant = await service.merchant();
  client = createClient({ url: `${service.server.url}/api`, apiKey: merchant.key });
});
afterAll(() => service[Symbol.asyncDispose]());

const reward = (key: string) => ({
  idempotency_key: key,
  campaign_id: merchant.campaignId,
  wallet_address: newWallet(),
  amount: "1",
});

describe("against the service", () => {
  it("sends bodies and distinguishes answers by their status", async () => {
    const body = reward("client-1");
    const first = await client.call("POST /rewards/issue", { body });
    expect(first).toMatchObject({ status: 202, body: { status: "pending", idempotency_key: "client-1" } });
    const again = await client.call("POST /rewards/issue", { body: { ...body, amount: "2" } });
    expect(again).toMatchObject({ status: 200, body: { id: first.body.id } });
    expect(again.headers.get("idempotency-mismatch")).toBe("true");
  });

  it("fills paths and queries", async () => {
    const { body: own } = await client.call("GET /merchants/me");
    const params = { merchant_id: own.id };
    const { body } = await client.call("GET /campaigns/:merchant_id", {
      params,
      query: { limit: 1, cursor: undefined },
    });
    expect(body.data).toHaveLength(1);
    expect(body.data[0]?.merchant_id).toBe(own.id);
  });

  it("sends the idempotency key", async () => {
    const body = { name: "Twice", budget: "1", starts_at: "2026-01-01T00:00:00Z", ends_at: "2099-01-01T00:00:00Z" };
    const [first, again] = [
      await client.call("POST /campaigns", { body, idempotencyKey: "twice" }),
      await client.call("POST /campaigns", { body, idempotencyKey: "twice" }),
    ];
    expect(again.body.id).toBe(first.body.id);
  });

  it("sends access tokens, omits optional bodies, and accepts answers without a body", async () => {
    const url = `${service.server.url}/api`;
    const { accessToken } = await service.user();
    const user = createClient({ url, accessToken });
    expect((await user.call("GET /auth/sessions")).body.data).toHaveLength(1);
    expect(await user.call("POST /auth/logout")).toMatchObject({ status: 204, body: undefined });
    const refused = await user.call("GET /auth/sessions").catch((error) => error);
    expect(refused).toMatchObject({ problem: { code: "invalid_token" } });
  });

  it("throws problems with their code and fields", async () => {
    const call = client.call("POST /rewards/issue", { body: { ...reward("client-2"), amount: "-1" } });
    const error = await call.catch((error) => error);
    expect(error).toBeInstanceOf(ApiProblem);
    const code: CodeOf<"POST /rewards/issue"> = "validation_failed";
    expect(error.problem).toMatchObject({ status: 422, code, errors: [{ field: "amount" }] });
  });

  it("a path parameter can't lead to another path", async () => {
    const call = client.call("GET /rewards/issuances/:id", { params: { id: "../dead-letters" } });
    await expect(call).rejects.toMatchObject({ problem: { code: "not_found" } });
  });

  it("accepts an error status as an answer if the caller asks for it", async () => {
    const { status, body } = await client.call("GET /ready", { accept: [503] });
    expect(status).toBe(503);
    expect(body.status).toBe("degraded");
  });

  it("a call that isn't in the table of routes doesn't compile", () => {
    const never = async () => {
      // @ts-expect-error no such call
      await client.call("GET /merchants/you");
      // @ts-expect-error a body is needed
      await client.call("POST /rewards/issue");
      // @ts-expect-error no such field
      await client.call("POST /trustline/verify", { body: { wallet: "G" } });
      // @ts-expect-error the path has a parameter
      await client.call("GET /rewards/issuances/:id", {});
      // @ts-expect-error no such filter
      await client.call("GET /campaigns", { query: { colour: "red" } });
      // @ts-expect-error no such state
      await client.call("GET /rewards/issuances", { query: { status: "lost" } });
      // @ts-expect-error amounts are text
      (await client.call("GET /merchants/me/campaigns/:id", { params: { id: 1 } })).body.budget satisfies number;
      // @ts-expect-error no such problem of this call
      "email_taken" satisfies CodeOf<"POST /rewards/issue">;
    };
    expect(never).toBeTypeOf("function");
  });
});

describe("a reward that is distributed without a key from the caller", () => {
  const pay = (client: Client, amount = "1") =>
    client.call("POST /rewards/distribute", { body: { campaign_id: 1, wallet_address: "G", amount } });

  /** A service that gives these answers in order, then 200. @returns the keys that it received */
  async function keysOf(answers: ("lost" | number)[], use: (client: Client) => Promise<unknown>): Promise<unknown[]> {
    const keys: unknown[] = [];
    const server = createServer((request, response) => {
      keys.push(request.headers["idempotency-key"]);
      const answer = answers.shift() ?? 200;
      if (answer === "lost") return void response.destroy();
      response.writeHead(answer, { "content-type": "application/json" });
      response.end(JSON.stringify({ title: "So", id: 1, status: "confirmed", tx_hash: null }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    await use(createClient({ url: `http://127.0.0.1:${port}`, apiKey: "secret" }));
    server.close();
    return keys;
  }

  it.each(["lost", 500, 504] as const)("is paid once when it is repeated after the answer was %s", async (answer) => {
    const [first, other, again] = await keysOf([answer], async (client) => {
      await expect(pay(client)).rejects.toThrow();
      await pay(client, "2");
      await pay(client);
    });
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(other).not.toBe(first);
    expect(again).toBe(first);
  });

  it.each([200, 409, 422])("is a new payment after the first was answered with %s", async (answer) => {
    const [first, second] = await keysOf([answer], async (client) => {
      await pay(client).catch(() => undefined);
      await pay(client);
    });
    expect(second).not.toBe(first);
  });

  it("is a new payment a minute after the answer was lost", async () => {
    const [first, second] = await keysOf(["lost"], async (client) => {
      await pay(client).catch(() => undefined);
      const now = performance.now();
      vi.spyOn(performance, "now").mockReturnValue(now + 60_001);
      await pay(client).finally(() => vi.restoreAllMocks());
    });
    expect(second).not.toBe(first);
  });

  it("uses the caller's key if there is one", async () => {
    const body = { campaign_id: 1, wallet_address: "G", amount: "1" };
    const keys = await keysOf([], (client) =>
      client.call("POST /rewards/distribute", { body, idempotencyKey: "order-1" }),
    );
    expect(keys).toEqual(["order-1"]);
  });
});

describe("against a server that isn't Merit", () => {
  const answering = async (listener: RequestListener) => {
    const server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const other = createClient({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, apiKey: "secret" });
    const result = await other.call("GET /merchants/me", { timeoutMs: 200 }).catch((error) => error);
    server.closeAllConnections();
    server.close();
    return result;
  };

  it("rejects an HTML page", async () => {
    expect(await answering((_, response) => response.end("<html>"))).toBeInstanceOf(ForeignAnswer);
  });

  it("a redirect isn't followed: it would carry the key away", async () => {
    const paths: (string | undefined)[] = [];
    const error = await answering((request, response) => {
      paths.push(request.url);
      response.writeHead(302, { location: "/elsewhere" }).end();
    });
    expect(error).toBeInstanceOf(ForeignAnswer);
    expect(paths).toEqual(["/merchants/me"]);
  });

  it("a gateway's error is a problem, with the time to wait", async () => {
    const error = await answering((_, response) => response.writeHead(502, { "retry-after": "7" }).end("Bad gateway"));
    expect(error).toBeInstanceOf(ApiProblem);
    expect(error).toMatchObject({ retryAfter: 7, problem: { status: 502 } });
  });

  it("times out if there is no answer", async () => {
    expect(await answering(() => {})).toBeInstanceOf(NoAnswer);
  });

  it("reports a cut connection", async () => {
    expect(await answering((_, response) => response.destroy())).toBeInstanceOf(NoAnswer);
  });
});
