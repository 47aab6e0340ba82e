import { once } from "node:events";
import { request } from "node:http";
import { newWallet } from "@merit/core/testing/chain.ts";
import { eventually } from "@merit/core/testing/wait.ts";
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { inDays } from "../testing/call.ts";
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
  for (const path of ["governance/proposals/%00", "drops/1%00", "users/%00"]) {
    const { accessToken: token } = await service.user();
    expect((await service.call(`GET /api/${path}`, { token })).body, path).toMatchObject({ code: "not_found" });
  }
});

it("works on a caller's large bodies one after the other, beside those of others", async () => {
  const [one, other] = [await service.merchant(null), await service.merchant(null)];
  const shares = Array.from({ length: 1_000 }, () => ({ wallet_address: newWallet(), amount: "1" }));
  const create = ({ key }: { key: string }) =>
    service.call("POST /api/drops", { key, body: { name: "Thanks", ends_at: inDays(1), shares } });
  let answer = (_: { value: bigint }) => {};
  const held = new Promise<{ value: bigint }>((resolve) => {
    answer = resolve;
  });
  const asked: bigint[] = [];
  const { pool } = service.world.context.chain.contracts;
  const balance = vi.spyOn(pool, "view").mockImplementation((async (_: string, { merchant }: { merchant: bigint }) => {
    asked.push(merchant);
    return merchant === BigInt(one.id) ? held : { value: 0n };
  }) as never);
  onTestFinished(() => balance.mockRestore());
  const first = create(one);
  await eventually(() => expect(asked).toHaveLength(1));
  const second = create(one);
  expect((await service.call("GET /api/merchants/me", { key: one.key })).status).toBe(200);
  expect((await create(other)).body.code).toBe("balance_short");
  expect(asked).toEqual([one.id, other.id].map(BigInt));
  answer({ value: 0n });
  expect([(await first).body.code, (await second).body.code]).toEqual(["balance_short", "balance_short"]);
  expect(asked).toHaveLength(3);
});

it("waits for no other body of the caller's that is still on its way", async () => {
  const { key } = await service.merchant(null);
  const headers = { "x-api-key": key, "content-type": "application/json", "transfer-encoding": "chunked" };
  const slow = request(new URL("/api/drops", service.server.url), { method: "POST", headers });
  onTestFinished(() => void slow.destroy());
  const sent = once(slow, "continue");
  slow.setHeader("expect", "100-continue");
  slow.write(`{"name": "${"x".repeat(100_000)}`);
  await sent;
  const body = { name: "x".repeat(100_000) };
  expect((await service.call("POST /api/drops", { key, body })).status).toBe(422);
  slow.end('"}');
  expect((await once(slow, "response"))[0].statusCode).toBe(422);
});
