import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, expect, it, onTestFinished } from "vitest";
import { merit, startApi, streamed, type TestApi } from "../testing/cli.ts";

const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

let api: TestApi;
let env: Record<string, string>;
beforeEach(async () => {
  api = await startApi();
  env = { MERIT_URL: api.url, MERIT_API_KEY: "key", XDG_CONFIG_HOME: "/nonexistent", WEBHOOK_SECRET: SECRET };
});
afterEach(() => api[Symbol.asyncDispose]());

const event = (number: number) => ({
  id: `evt_${number}`,
  type: "issuance.confirmed",
  object: "issuance",
  object_id: "7",
  created_at: "2026-11-21T17:55:06.018Z",
  data: { id: 7 },
});

it("forwards new events, oldest first, signed with the secret", async () => {
  const stopped = new AbortController();
  const received: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    received.push((new Webhook(SECRET).verify(body, request.headers as Record<string, string>) as { id: string }).id);
    response.writeHead(204).end();
    if (received.length === 3) stopped.abort();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  api.on("GET /events", ({ query }, count) => {
    if (count === 0) return streamed("evt_4", []);
    return count === 1 ? streamed("evt_4", [event(5), event(6)]) : streamed(query.after ?? "", [event(7)]);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { out } = await merit(["webhook", "listen", "--forward-to", url], {
    env,
    signal: stopped.signal,
  });
  expect(received).toEqual(["evt_5", "evt_6", "evt_7"]);
  expect(api.requests.map(({ query }) => query.after)).toEqual([undefined, "evt_4", "evt_6"]);
  expect(out).toContain("issuance.confirmed  evt_5  answer 204");
});

it("checks a signature", async () => {
  const now = new Date();
  const body = JSON.stringify(event(5));
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signature = new Webhook(SECRET).sign("evt_5", now, body);
  const request = ["webhook", "verify", "--id", "evt_5", "--timestamp", timestamp, "--signature", signature];
  const verify = (stdin: string, ...options: string[]) => merit([...request, ...options], { env, stdin });
  expect(await verify(body)).toMatchObject({ code: 0, out: "The signature is valid.\n" });
  expect(JSON.parse((await verify(body, "--json")).out)).toEqual({ valid: true });
  const wrong = await verify(`${body} `);
  expect(wrong.code).not.toBe(0);
  expect(wrong.err).toContain("not valid");
});
