import { afterEach, beforeEach, expect, it } from "vitest";
import { merit, problem, startApi, type TestApi } from "../testing/cli.ts";

let api: TestApi;
let env: Record<string, string>;
beforeEach(async () => {
  api = await startApi();
  env = { MERIT_URL: api.url, MERIT_API_KEY: "key", XDG_CONFIG_HOME: "/nonexistent" };
});
afterEach(() => api[Symbol.asyncDispose]());

const webhook = {
  id: 3,
  url: "https://shop.example/hook",
  types: ["issuance.confirmed"],
  status: "enabled",
  disabled_reason: null,
  failing_since: null,
  public_key: "whpk_x",
};
const page = (row: object) => ({ data: [row], has_more: false, next_cursor: null });
const bodyOf = (index: number) => api.requests[index]?.body;

it("creates a webhook and shows its secret", async () => {
  api.on("POST /webhooks", { status: 201, body: { ...webhook, secret: "whsec_x" } });
  const command = ["webhook", "create", webhook.url, "--type", "issuance.confirmed,issuance.failed"];
  const { code, out, err } = await merit(command, { env });
  expect(code).toBe(0);
  expect(bodyOf(0)).toEqual({ url: webhook.url, types: ["issuance.confirmed", "issuance.failed"] });
  expect(out).toMatch(/^Secret +whsec_x$/m);
  expect(err).toContain("not shown again");
});

it("lists and shows webhooks", async () => {
  api.on("GET /webhooks", { body: page(webhook) });
  api.on("GET /webhooks/3", { body: { ...webhook, types: null, status: "disabled", disabled_reason: "gone" } });
  expect((await merit(["webhook", "list"], { env })).out).toMatch(
    /^ *3 +https:\/\/shop.example\/hook +issuance.confirmed +enabled/m,
  );
  expect((await merit(["webhook", "show", "3"], { env })).out).toMatch(/^Types +all\nStatus +disabled: gone$/m);
});

it("changes, rotates, tests and deletes a webhook", async () => {
  api.on("PATCH /webhooks/3", { body: webhook });
  api.on("POST /webhooks/3/steps", (_, count) =>
    count === 0
      ? { body: { ...webhook, secret: "whsec_y", queued: null } }
      : { status: 202, body: { ...webhook, secret: null, queued: 1 } },
  );
  api.on("DELETE /webhooks/3", { status: 204 });
  await merit(["webhook", "update", "3", "--enable", "--type", "all"], { env });
  await merit(["webhook", "update", "3", "--disable", "--type", "issuance.failed"], { env });
  expect([bodyOf(0), bodyOf(1)]).toEqual([
    { types: null, status: "enabled" },
    { types: ["issuance.failed"], status: "disabled" },
  ]);
  expect((await merit(["webhook", "rotate", "3", "--overlap", "2"], { env })).out).toContain("whsec_y");
  expect(bodyOf(2)).toEqual({ step: "rotate", overlap_hours: 2 });
  expect((await merit(["webhook", "test", "3"], { env })).out).toContain("merit webhook attempts 3");
  expect(bodyOf(3)).toEqual({ step: "test" });
  expect(await merit(["webhook", "delete", "3"], { env })).toMatchObject({
    code: 2,
    err: expect.stringContaining("Add --yes to confirm it."),
  });
  expect((await merit(["webhook", "delete", "3", "--yes"], { env })).out).toContain("Webhook 3 is deleted.");
});

it("shows deliveries and attempts", async () => {
  const delivery = {
    id: 7,
    event_id: "evt_1",
    event_type: "issuance.failed",
    status: "pending",
    attempts: 1,
    next_attempt_at: null,
  };
  const attempt = {
    created_at: "2026-11-21T17:55:06.034Z",
    response_status: null,
    response_body: null,
    error: "no answer",
    milliseconds: 5,
  };
  const refused = { ...attempt, response_status: 400, response_body: "bad\n signature", error: null };
  api.on("GET /webhooks/3/deliveries", { body: page({ ...delivery, requests: [refused, attempt] }) });
  expect((await merit(["webhook", "deliveries", "3", "--status", "pending"], { env })).out).toMatch(
    /7 +evt_1 +issuance.failed +pending/,
  );
  expect((await merit(["webhook", "attempts", "3", "--delivery", "7"], { env })).out).toMatch(
    / 7 .* 400 +5 +bad signature\n +7 .* no answer +5/,
  );
  expect(api.requests.map(({ query }) => query)).toEqual([{ status: "pending" }, { delivery_id: "7" }]);
});

it("sends the service only its own options, not those of every command", async () => {
  const common = ["--json", "--url", api.url, "--api-key", "other"];
  for (const list of ["deliveries", "attempts"]) {
    api.on("GET /webhooks/3/deliveries", { body: { data: [], has_more: false, next_cursor: null } });
    const { code, out } = await merit(["webhook", list, "3", ...common], { env });
    expect([code, JSON.parse(out).data]).toEqual([0, []]);
  }
  expect(api.requests.map(({ query }) => query)).toEqual([{}, {}]);
  expect(api.requests[0]?.headers["x-api-key"]).toBe("other");
});

it("replays a delivery, or a period up to now", async () => {
  api.on("POST /webhooks/3/steps", (_, count) => ({ status: 202, body: { queued: [1, 4][count] } }));
  expect((await merit(["webhook", "replay", "3", "--delivery", "7"], { env })).out).toContain(
    "Delivery 7 is sent again.",
  );
  expect((await merit(["webhook", "replay", "3", "--from", "2026-11-20T00:00:00Z"], { env })).out).toContain(
    "4 events",
  );
  expect(bodyOf(0)).toEqual({ step: "replay", delivery_id: 7 });
  expect(bodyOf(1)).toEqual({
    ...{ step: "replay", from: "2026-11-20T00:00:00.000Z" },
    to: expect.stringMatching(/^20.*Z$/),
  });
});

it("says in its own words what to replay, and how to enable a webhook", async () => {
  const { code, err } = await merit(["webhook", "replay", "3"], { env });
  expect(code).toBe(2);
  expect(err).toContain("--delivery <id> for one delivery, or --from <time>");
  api.on("POST /webhooks/3/steps", problem(409, "webhook_disabled", "Webhook 3 is disabled."));
  expect((await merit(["webhook", "test", "3"], { env })).err).toContain("`merit webhook update <id> --enable`");
});
