import { afterAll, beforeAll, expect, it } from "vitest";
import { startService, type TestService } from "../testing/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());

const NUL = "a\0b";
const HALF = "a\ud800b";

it.each([
  ["password", { email: "ada@example.com", password: NUL }],
  ["password", { email: "ada@example.com", password: HALF }],
  ["body", { email: "ada@example.com", password: "b", [NUL]: "c" }],
])("a text that no database keeps as it is, is refused in a body: %s of %j", async (field, body) => {
  const reply = await service.call("POST /api/auth/login", { body });
  expect(reply.body).toMatchObject({ status: 422, code: "validation_failed", errors: [{ field }] });
  expect(reply.body.errors[0].message).toContain("NUL");
});

it("each such text is named, however deep it is", async () => {
  const { key, campaignId: campaign_id } = await service.merchant();
  const reward = (idempotency_key: string, wallet_address: string) => ({
    ...{ idempotency_key, campaign_id, wallet_address, amount: "1" },
  });
  const body = { rewards: [reward("a", "b"), reward(NUL, "b"), reward("c", HALF)] };
  const { body: problem } = await service.call("POST /api/rewards/issue/batch", { key, body });
  expect(problem.errors.map(({ field }: { field: string }) => field)).toEqual([
    "rewards.1.idempotency_key",
    "rewards.2.wallet_address",
  ]);
});

it("a misspelt field gets the name that is meant, unless the body has that one", async () => {
  const { key, campaignId: campaign_id } = await service.merchant();
  const messages = async (path: string, body: object) => {
    const { errors } = (await service.call(path, { key, body })).body;
    return Object.fromEntries(errors.map(({ field, message }: { field: string; message: string }) => [field, message]));
  };
  const is = "is not a field of this call:";
  expect(await messages("POST /api/rewards/issue", { idempotencyKey: "a", campaignId: 1, wallet: "G" })).toMatchObject({
    idempotencyKey: `${is} did you mean idempotency_key?`,
    campaignId: `${is} did you mean campaign_id?`,
    wallet: `${is} did you mean wallet_address?`,
  });
  const reward = { idempotency_key: "a", campaign_id, wallet_address: "G", amonut: "1", colour: "red" };
  expect(await messages("POST /api/rewards/issue/batch", { rewards: [reward] })).toMatchObject({
    "rewards.0.amonut": `${is} did you mean amount?`,
    "rewards.0.colour": `${is} remove it`,
  });
  expect(await messages("POST /api/rewards/issue", { ...reward, amount: "1" })).toMatchObject({
    amonut: `${is} remove it`,
  });
});

it("a body with lists in lists is refused like others", async () => {
  const { key } = await service.merchant();
  const raw = `{"rewards":${"[".repeat(40_000)}${"]".repeat(40_000)}}`;
  expect((await service.call("POST /api/rewards/issue/batch", { key, raw })).status).toBe(422);
});

it.each(["/contract-events?contract=a%00b", "/contract-events?tx_hash=%00", "/rewards/issuances?idempotency_key=%00"])(
  "NUL is refused in a query: %s",
  async (path) => {
    const { key } = await service.merchant(null);
    const { body } = await service.call(`GET /api${path}`, { key });
    const error = { field: /\?(\w+)=/.exec(path)?.[1], message: expect.stringContaining("NUL") };
    expect(body).toMatchObject({ status: 422, errors: [error] });
  },
);

it("a path with NUL names no record", async () => {
  for (const path of ["governance/proposals/%00", "governance/proposals/%00/votes", "drops/1%00", "users/%00"]) {
    const { accessToken: token } = await service.user();
    expect((await service.call(`GET /api/${path}`, { token })).body, path).toMatchObject({ code: "not_found" });
  }
});
