import { afterAll, beforeAll, expect, it } from "vitest";
import { startService, type TestService } from "../testing/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());

// Without the latter, fetch would ask for a new copy.
const ifNot = (tag: string) => ({ "if-none-match": tag, "cache-control": "max-age=0" });

it("an answer that the caller has is not sent again, until it changes", async () => {
  const { key } = await service.merchant(null);
  const ask = (tag = "") => service.call("GET /api/merchants/me", { key, headers: tag === "" ? {} : ifNot(tag) });
  const first = await ask();
  const tag = first.headers.get("etag") ?? "";
  expect(tag).toMatch(/^W\/"[\w-]{27}"$/);
  const again = await ask(tag);
  expect([again.status, again.body, again.headers.get("etag")]).toEqual([304, undefined, tag]);
  expect(again.headers.get("x-request-id")).not.toBeNull();
  await service.call("PATCH /api/merchants/me", { key, body: { name: "Corner" } });
  const changed = await ask(tag);
  expect(changed).toMatchObject({ status: 200, body: { name: "Corner" } });
  expect(changed.headers.get("etag")).not.toBe(tag);
});

it("problems, and answers to calls that change something, have no tag", async () => {
  const { key } = await service.merchant(null);
  const missing = await service.call("GET /api/campaigns/me/999", { key });
  const change = await service.call("PATCH /api/merchants/me", { key, body: { name: "Corner" } });
  for (const { headers } of [missing, change]) expect(headers.get("etag")).toBeNull();
});

it("nobody gets a 304 for a record that is not theirs", async () => {
  const [one, other] = [await service.merchant(), await service.merchant()];
  const ask = (key: string, headers = {}) =>
    service.call(`GET /api/rewards/issuances?campaign_id=${one.campaignId}`, { key, headers });
  const tag = (await ask(one.key)).headers.get("etag") ?? "";
  const { status } = await service.call(`GET /api/merchants/me`, { key: other.key, headers: ifNot(tag) });
  expect(status).toBe(200);
  expect((await ask("mk_test_none", ifNot(tag))).status).toBe(401);
});
