import { afterEach, beforeEach, expect, it } from "vitest";
import { merit, startApi, type TestApi } from "../testing/cli.ts";

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

it("reads all pages", async () => {
  const first = { ...page, has_more: true, next_cursor: "abc" };
  api.on("GET /events", (_, count) => ({ body: count === 0 ? first : page }));
  const { out } = await merit(["event", "list", "--all", "--json"], { env });
  expect(JSON.parse(out).data).toEqual([event, event]);
  expect(api.requests[1]?.query).toMatchObject({ cursor: "abc" });
});

it("shows an event with its object", async () => {
  api.on("GET /events/evt_1865324582400000", { body: event });
  const { out } = await merit(["event", "show", event.id], { env });
  expect(out).toMatch(/^error_message +no trustline$/m);
});
