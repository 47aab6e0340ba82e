import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { startService, type TestService } from "@merit/api/testing/service.ts";
import { variables } from "@merit/core/base/settings/settings.ts";
import { newWallet } from "@merit/core/testing/chain.ts";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Client, createClient } from "./client.ts";
import { ApiProblem, ForeignAnswer, NoAnswer } from "./errors.ts";
import type { CodeOf, RowOf } from "./types.ts";

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

  it("reads all rows of a list, page by page, until the caller has enough", async () => {
    const { key, campaignId: campaign_id } = await service.merchant();
    const own = createClient({ url: `${service.server.url}/api`, apiKey: key });
    for (const name of ["a", "b", "c"])
      await own.call("POST /rewards/issue", { body: { ...reward(name), campaign_id } });
    const keys: string[] = [];
    const query = { limit: 2, campaign_id };
    for await (const row of own.rows("GET /rewards/issuances", { query })) keys.push(row.idempotency_key);
    expect(keys).toEqual(["c", "b", "a"]);
    for await (const row of own.rows("GET /rewards/issuances", { query })) {
      expect(row.idempotency_key).toBe("c");
      break;
    }
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

  it("the type of an event tells the compiler what its data is", async () => {
    const shown = (event: RowOf<"GET /events">): unknown => {
      if (event.type === "issuance.confirmed") return event.data.tx_hash;
      if (event.type === "campaign.created" || event.type === "campaign.ended") return event.data.budget;
      // @ts-expect-error a vote has no budget
      return event.type === "vote.cast" ? event.data.budget : event.data;
    };
    await client.call("POST /rewards/issue", { body: reward("client-3") });
    const { body } = await client.call("GET /events", { query: { type: "issuance.accepted" } });
    expect(shown(body.data[0] as RowOf<"GET /events">)).toMatchObject({ idempotency_key: "client-3" });
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
      // @ts-expect-error no list
      client.rows("GET /merchants/me");
      // @ts-expect-error amounts are text
      (await client.call("GET /rewards/issuances/:id", { params: { id: 1 } })).body.amount satisfies number;
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

  it("is paid once for each of several equal calls whose answers were lost, when each is repeated", async () => {
    const keys = await keysOf(["lost", "lost", "lost"], async (client) => {
      await Promise.allSettled([pay(client), pay(client)]);
      await Promise.allSettled([pay(client)]);
      await Promise.all([pay(client), pay(client)]);
    });
    // The third call repeats one of the first two, and loses its answer again; then each of the two keys is sent once more.
    expect(new Set(keys.slice(0, 2)).size).toBe(2);
    expect(keys.slice(0, 2)).toContain(keys[2]);
    expect(new Set(keys.slice(3))).toEqual(new Set(keys.slice(0, 2)));
  });

  it.each([302, 401, 429])(
    "is still paid once if the first repeat is answered with %s, before its key is looked at",
    async (answer) => {
      const [first, ...repeats] = await keysOf(["lost", answer], async (client) => {
        await Promise.allSettled([pay(client)]);
        await expect(pay(client)).rejects.toThrow();
        await pay(client);
      });
      expect(repeats).toEqual([first, first]);
    },
  );

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

  it("is waited for longer than any service may be set to wait for the ledger, before it answers 202", async () => {
    const waits = vi.spyOn(AbortSignal, "timeout");
    await keysOf([], pay);
    const [waitMs = 0] = waits.mock.lastCall ?? [];
    waits.mockRestore();
    expect(variables.shape.DISTRIBUTE_TIMEOUT_SECONDS.safeParse(String(waitMs / 1_000)).success).toBe(false);
  });

  it("uses the caller's key if there is one", async () => {
    const body = { campaign_id: 1, wallet_address: "G", amount: "1" };
    const keys = await keysOf([], (client) =>
      client.call("POST /rewards/distribute", { body, idempotencyKey: "order-1" }),
    );
    expect(keys).toEqual(["order-1"]);
  });
});

describe("a stream", () => {
  const problem = { status: 401, title: "Unauthorized", code: "invalid_api_key" };

  /** A service whose connections give these frames, one after the other. @returns the positions at which they began */
  async function positionsOf(
    connections: string[],
    use: (client: Client) => Promise<void>,
  ): Promise<(string | null)[]> {
    const positions: (string | null)[] = [];
    const server = createServer(({ url = "" }, response) => {
      positions.push(new URL(url, "http://localhost").searchParams.get("after"));
      const frames = connections.shift();
      if (frames === undefined) return void response.writeHead(401).end(JSON.stringify(problem));
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(frames);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    await use(createClient({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, apiKey: "secret" }));
    server.close();
    return positions;
  }
  const frame = (id: number) => `id: ${id}\ndata: {"id":"${id}"}\n\n`;

  it("goes on behind its last event when the connection ends, and throws when another one can't help", async () => {
    const seen: (string | undefined)[] = [];
    const retries: [string, number][] = [];
    const onRetry = ({ message }: Error, seconds: number) => retries.push([message, seconds]);
    const positions = await positionsOf([frame(1), `id: 1\n\n${frame(2)}`], async (client) => {
      const read = async () => {
        for await (const { data } of client.stream("GET /events", { onRetry })) seen.push(data?.id);
      };
      await expect(read()).rejects.toMatchObject({ problem });
    });
    expect(seen).toEqual(["1", undefined, "2"]);
    expect(positions).toEqual([null, "1", "2"]);
    expect(retries).toEqual([
      ["The connection has ended.", 1],
      ["The connection has ended.", 1],
    ]);
  });

  it("ends when its signal aborts, also in a pause", async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const positions = await positionsOf([frame(1)], async (client) => {
      const onRetry = () => controller.abort();
      for await (const _ of client.stream("GET /events", { signal, onRetry, query: { after: "0" } }));
    });
    expect(positions).toEqual(["0"]);
  });
});

describe("against a server that isn't Merit", () => {
  const answering = async (listener: RequestListener, timing: { timeoutMs?: number } = {}) => {
    const server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const other = createClient({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, apiKey: "secret" });
    const result = await other.call("GET /merchants/me", timing).catch((error) => error);
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
    expect(await answering(() => {}, { timeoutMs: 50 })).toBeInstanceOf(NoAnswer);
  });

  it("reports a cut connection", async () => {
    expect(await answering((_, response) => response.destroy())).toBeInstanceOf(NoAnswer);
  });
});
