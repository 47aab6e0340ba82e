import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { demoPath, writeDemo } from "@merit/core/base/demo-file.ts";
import { eventually } from "@merit/core/testing/wait.ts";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { rawRequest } from "../testing/raw-request.ts";
import { startService, type TestService } from "../testing/service.ts";

let service: TestService;
afterEach(() => service[Symbol.asyncDispose]());

/** A node that answers with what it was sent. Pages ask the real ledger in test/browser. */
async function startNode(): Promise<string> {
  const node = createServer((incoming, response) => {
    let text = "";
    incoming.setEncoding("utf8").on("data", (part) => {
      text += part;
    });
    incoming.on("end", () => response.end(JSON.stringify({ result: { url: incoming.url, body: text } })));
  });
  await new Promise<void>((resolve) => node.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void node.close());
  return `http://127.0.0.1:${(node.address() as AddressInfo).port}`;
}

interface Reply {
  status: number;
  body: { result?: { url: string; body: string }; error?: { code: number; message: string } } & Record<string, unknown>;
}

async function send(
  method: string,
  path: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: object } = {},
): Promise<Reply> {
  const { url } = service.server;
  const json: Record<string, string> = method === "POST" ? { origin: url, "content-type": "application/json" } : {};
  const sent = { method, headers: { ...json, ...headers }, ...(body && { body: JSON.stringify(body) }) };
  const reply = await rawRequest(url + path, sent);
  return { status: reply.status, body: JSON.parse(reply.body || "{}") };
}
const call = (method: string, headers: Record<string, string> = {}) =>
  send("POST", "/app/rpc", { headers, body: { jsonrpc: "2.0", id: 1, method } });

const elsewhere = [
  ["through a proxy", { "x-forwarded-for": "203.0.113.7" }],
  ["by a name that somebody's DNS gives to this machine", { host: "evil.example", origin: "http://evil.example" }],
] as const;

describe("the explorer's calls of the ledger", () => {
  it("reach the node, and bring its answer back", async () => {
    service = await startService({ MERIT_RPC_URL: `${await startNode()}/path?token=secret` });
    const { status, body } = await call("getLatestLedger");
    expect([status, body.result?.url]).toEqual([200, "/path?token=secret"]);
    expect(JSON.parse(body.result?.body ?? "")).toEqual({ jsonrpc: "2.0", id: 1, method: "getLatestLedger" });
  });

  it.each(["sendTransaction", "localnet_increaseTime"])(
    "change the local ledger by %s from this machine",
    async (method) => {
      service = await startService({ MERIT_RPC_URL: await startNode() });
      expect((await call(method)).body.result?.body).toContain(method);
      for (const [, headers] of elsewhere) expect((await call(method, headers)).body.error?.code).toBe(-32601);
    },
  );

  it("only read on other networks, and fund nobody there", async () => {
    service = await startService({ MERIT_NETWORK: "testnet", MERIT_RPC_URL: await startNode() });
    expect((await call("getEvents")).body.result?.body).toContain("getEvents");
    for (const method of ["sendTransaction", "localnet_increaseTime", "somethingElse"]) {
      expect((await call(method)).body.error?.message).toContain(`don't call ${method} here`);
    }
    expect((await send("POST", "/app/fund", { body: { address: `G${"A".repeat(55)}` } })).status).toBe(404);
    expect((await send("GET", "/app/demo")).status).toBe(404);
  });

  it("are not open to pages of other sites, nor to malformed calls", async () => {
    service = await startService({ MERIT_RPC_URL: await startNode() });
    expect((await call("getEvents", { origin: "https://evil.example" })).status).toBe(403);
    expect((await send("POST", "/app/rpc", { body: { method: "getEvents" } })).status).toBe(422);
    expect((await send("POST", "/app/fund", { body: { address: "G/../x" } })).status).toBe(422);
  });

  it("say that the node doesn't answer, and not where it is", async () => {
    service = await startService({ MERIT_RPC_URL: "http://127.0.0.1:9/secret" });
    const { body } = await call("getLatestLedger");
    expect(body.error?.message).toContain("didn't answer");
    expect(JSON.stringify(body)).not.toContain("secret");
    expect((await send("POST", "/app/fund", { body: { address: `G${"A".repeat(55)}` } })).status).toBe(502);
  });

  it("hold no answer in memory, however long: a caller that leaves ends it at the node as well", async () => {
    let isOver = false;
    const node = createServer((_, response) => {
      const part = Buffer.alloc(1 << 20, " ");
      const write = () => {
        while (!isOver && response.write(part));
      };
      response.on("drain", write).on("close", () => {
        isOver = true;
      });
      write();
    });
    await new Promise<void>((resolve) => node.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void node.close());
    service = await startService({ MERIT_RPC_URL: `http://127.0.0.1:${(node.address() as AddressInfo).port}` });
    const { url } = service.server;
    const control = new AbortController();
    const reply = await fetch(`${url}/app/rpc`, {
      method: "POST",
      headers: { origin: url, "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "getLedgers" }),
      signal: control.signal,
    });
    const { value } = (await reply.body?.getReader().read()) ?? {};
    expect(Buffer.from(value ?? "").toString("utf8", 0, 3)).toBe("   ");
    control.abort();
    await eventually(() => expect(isOver).toBe(true));
  });

  it("fund an account of the local ledger", async () => {
    service = await startService({ MERIT_RPC_URL: await startNode() });
    const address = `G${"A".repeat(55)}`;
    const { body } = await send("POST", "/app/fund", { body: { address } });
    expect(body.result?.url).toBe(`/friendbot?addr=${address}`);
  });
});

describe("the demo's keys", () => {
  it("are told to this machine alone, and to no script of another site", async () => {
    service = await startService();
    const none = { wallet_address: null, wallet_secret: null, api_key: null };
    expect((await send("GET", "/app/demo")).body).toEqual(none);
    const demo = { merchant_id: 1, api_key: "mk_test_1", wallet_address: "GA", wallet_secret: "SA" };
    writeDemo(demoPath(service.world.context.settings), demo);
    const { body } = await send("GET", "/app/demo");
    expect(body).toEqual({ wallet_address: "GA", wallet_secret: "SA", api_key: "mk_test_1" });
    for (const [, headers] of elsewhere) expect((await send("GET", "/app/demo", { headers })).status).toBe(404);
    expect((await send("GET", "/app/demo", { headers: { origin: service.server.url } })).status).toBe(404);
  });
});
