import { afterEach, beforeEach, expect, it } from "vitest";
import { merit, problem, startApi, streamed, type TestApi } from "../testing/cli.ts";

let api: TestApi;
let env: Record<string, string>;
beforeEach(async () => {
  api = await startApi();
  env = { MERIT_URL: api.url, MERIT_API_KEY: "key", XDG_CONFIG_HOME: "/nonexistent" };
});
afterEach(() => api[Symbol.asyncDispose]());

const event = {
  id: "evt_1865324582400000",
  type: "issuance.failed",
  object: "issuance",
  object_id: "7",
  created_at: "2026-11-21T17:55:06.018Z",
  data: { id: 7, amount: "12.5", error_message: "no trustline" },
};
const page = { data: [event], has_more: false, next_cursor: null };

it("lists events by type, object and time", async () => {
  api.on("GET /events", { body: page });
  const options = ["--type", "issuance.failed", "--object", "issuance", "--object-id", "7", "--limit", "5"];
  const { code, out } = await merit(["event", "list", ...options], { env });
  expect(code).toBe(0);
  expect(api.requests[0]?.query).toEqual({
    type: "issuance.failed",
    object: "issuance",
    object_id: "7",
    limit: "5",
  });
  expect(out).toMatch(/^evt_1865324582400000 .+ issuance\.failed +issuance 7$/m);
});

it.each([
  ["event list", "GET /events"],
  ["webhook deliveries 3", "GET /webhooks/3/deliveries"],
  ["webhook attempts 3", "GET /webhooks/3/deliveries"],
  ["voucher list --campaign 3", "GET /campaigns/3/vouchers"],
  ["voucher batches --campaign 3", "GET /campaigns/3/voucher-batches"],
])("sends none of the options that every command has: %s", async (command, route) => {
  api.on(route, { body: { data: [], has_more: false, next_cursor: null } });
  const options = ["--json", "--url", api.url, "--api-key", "other", "--limit", "5"];
  const { code, out } = await merit([...command.split(" "), ...options], { env: { XDG_CONFIG_HOME: "/nonexistent" } });
  expect({ code, data: JSON.parse(out).data }).toEqual({ code: 0, data: [] });
  expect(api.requests[0]).toMatchObject({ query: { limit: "5" }, headers: { "x-api-key": "other" } });
  expect(Object.keys(api.requests[0]?.query ?? {})).toEqual(["limit"]);
});

it("reads all pages", async () => {
  const first = { ...page, has_more: true, next_cursor: "abc" };
  api.on("GET /events", (_, count) => ({ body: count === 0 ? first : page }));
  const { out } = await merit(["event", "list", "--all", "--json"], { env });
  expect(JSON.parse(out).data).toEqual([event, event]);
  expect(api.requests[1]?.query).toMatchObject({ cursor: "abc" });
});

it("shows users their own", async () => {
  const headers = { authorization: "Bearer token" };
  const user = { ...env, MERIT_TOKEN: "token" };
  api.on("GET /events", { body: page });
  api.on(`GET /events/${event.id}`, { body: event });
  await merit(["event", "list", "--mine"], { env: user });
  await merit(["event", "show", event.id, "--mine"], { env: user });
  const stopped = new AbortController();
  api.on("GET /events", ({ query }) => streamed(query.after ?? "evt_5", [event]));
  await merit(["event", "follow", "--mine"], { env: user, signal: stopped.signal, onOut: () => stopped.abort() });
  expect(api.requests.map(({ query }) => query)).toEqual([{}, {}, {}]);
  for (const request of api.requests) expect(request).toMatchObject({ headers });
});

it("shows an event with its object", async () => {
  api.on("GET /events/evt_1865324582400000", { body: event });
  const { out } = await merit(["event", "show", event.id], { env });
  expect(out).toMatch(/^error_message +no trustline$/m);
});

it("follows events as they happen, from now on or from an event on, and says how to continue", async () => {
  const stopped = new AbortController();
  api.on("GET /events", ({ query }) => streamed(query.after ?? "evt_5", [event]));
  const follow = (args: string[]) =>
    merit(["event", "follow", ...args], { env, signal: stopped.signal, onOut: () => stopped.abort() });
  const { code, out, err } = await follow(["--object", "issuance"]);
  expect(out).toMatch(/^2026-11-21T17:55:06.018Z {2}evt_1865324582400000 {2}issuance\.failed +issuance 7\n$/);
  expect(err).toContain(`To continue, add --after ${event.id}\n`);
  expect(code).toBe(0);
  expect(api.requests[0]?.query).toEqual({ object: "issuance" });
});

it("says that events behind the position were deleted, and where to go on", async () => {
  api.on("GET /events", () => problem(410, "events_deleted", "Begin behind evt_9."));
  const { code, err } = await merit(["event", "follow", "--after", "evt_5"], { env });
  expect(code).toBe(1);
  expect(err).toContain("Begin behind evt_9.");
  expect(err).toContain("events_deleted");
});
