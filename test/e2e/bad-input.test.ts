import { Keypair } from "@stellar/stellar-sdk";
import { expect, test } from "vitest";
import { sharedWorld } from "../support/fixture.ts";

const open = sharedWorld();

const keypair = Keypair.random();
const WALLET = keypair.publicKey();
const SECRET = keypair.secret();

const issue = { idempotency_key: "k", campaign_id: 1, wallet_address: WALLET, amount: "1" };
const campaign = {
  name: "C",
  budget: "10",
  starts_at: "2026-01-01T00:00:00Z",
  ends_at: "2099-01-01T00:00:00Z",
};

/** Call, what is wrong, status, and the field that the answer must name. */
const table: [path: string, body: unknown, status: number, field?: string][] = [
  ["/merchants/register", { email: "a@example.com" }, 422, "name"],
  ["/merchants/register", { name: "A", email: "nowhere" }, 422, "email"],
  ["/merchants/register", { name: "A", email: "a@example.com", role: "admin" }, 422, "role"],
  ["/campaigns", { ...campaign, budget: "0" }, 422, "budget"],
  ["/campaigns", { ...campaign, budget: "1.00000001" }, 422, "budget"],
  ["/campaigns", { ...campaign, budget: 10 }, 422, "budget"],
  ["/campaigns", { ...campaign, budget: "922337203686" }, 422, "budget"],
  ["/campaigns", { ...campaign, ends_at: "2025-01-01T00:00:00Z" }, 422, "ends_at"],
  ["/campaigns", { ...campaign, starts_at: "yesterday" }, 422, "starts_at"],
  ["/campaigns", { ...campaign, per_wallet_cap: "-1" }, 422, "per_wallet_cap"],
  ["/rewards/issue", { ...issue, idempotency_key: "" }, 422, "idempotency_key"],
  ["/rewards/issue", { ...issue, idempotency_key: "cust-\ud801" }, 422, "idempotency_key"],
  ["/rewards/issue", [issue], 422, "body"],
  ["/rewards/issue", { ...issue, campaign_id: "one" }, 422, "campaign_id"],
  ["/rewards/issue", { ...issue, campaign_id: 999 }, 404],
  ["/rewards/issue", { ...issue, wallet_address: WALLET.toLowerCase() }, 422, "wallet_address"],
  ["/rewards/issue", { ...issue, wallet_address: SECRET }, 422, "wallet_address"],
  ["/rewards/issue", { ...issue, amount: "1e3" }, 422, "amount"],
  ["/rewards/issue", { ...issue, amount: 1.5 }, 422, "amount"],
  ["/rewards/issue", { ...issue, amount: "-1" }, 422, "amount"],
  ["/rewards/distribute", { campaign_id: 1, wallet_address: WALLET }, 422, "amount"],
  ["/trustline/verify", { wallet_address: "" }, 422, "wallet_address"],
  ["/trustline/verify", {}, 422, "wallet_address"],
];

test("bad input names the field, the fix, and changes nothing", async () => {
  const world = await open();
  const merchant = await world.merchant();
  await world.campaign(merchant);
  for (const [path, body, status, field] of table) {
    const answer = await merchant.post(path, body, path === "/rewards/distribute" ? { "idempotency-key": "d" } : {});
    const context = `${path} ${JSON.stringify(body)} -> ${JSON.stringify(answer.body)}`;
    expect(answer.status, context).toBe(status);
    expect(answer.headers.get("content-type"), context).toMatch(/^application\/problem\+json/);
    expect(answer.body, context).toMatchObject({ title: expect.any(String), code: expect.any(String), status });
    expect(answer.body.request_id, context).toBe(answer.headers.get("x-request-id"));
    if (field)
      expect(
        answer.body.errors.map((error: { field: string }) => error.field),
        context,
      ).toContain(field);
    expect(JSON.stringify(answer.body), context).not.toContain(SECRET);
  }
  expect((await merchant.get("/rewards/issuances")).body.data).toEqual([]);
  expect((await merchant.get("/campaigns")).body.data).toHaveLength(1);
});

test("invalid queries, paths, keys and bodies are refused", async () => {
  const world = await open();
  const merchant = await world.merchant();
  const cases: [status: number, answer: Promise<{ status: number }>][] = [
    [400, merchant.send("POST", "/campaigns", "{not json")],
    [415, merchant.send("POST", "/campaigns", "name=x", { "content-type": "text/plain" })],
    [413, merchant.post("/campaigns", { ...campaign, name: "x".repeat(200_000) })],
    [401, world.api.post("/campaigns", campaign)],
    [401, world.api.as("mk_local_wrong").get("/campaigns")],
    [401, world.api.get("/contract-events")],
    [404, merchant.get("/nowhere")],
    [405, merchant.send("DELETE", "/campaigns")],
    [404, merchant.get("/rewards/issuances/999")],
    [404, merchant.get("/campaigns/me/999")],
    [422, merchant.get("/contract-events?limit=0")],
    [422, merchant.get("/contract-events?limit=1000")],
    [422, merchant.get("/contract-events?cursor=rubbish")],
    [422, merchant.get("/contract-events?from_ledger=x")],
    [422, merchant.get("/rewards/issuances?status=unknown")],
    [422, merchant.get("/rewards/issuances?wallet_address=nobody")],
    [422, merchant.get("/campaigns?limit=0")],
    [422, merchant.get("/campaigns?cursor=rubbish")],
    [422, merchant.get("/campaigns?colour=red")],
    [404, merchant.get("/campaigns/zero")],
    [404, merchant.get("/campaigns/999")],
    [422, world.api.get("/campaigns/1?limit=101")],
    [404, world.api.get("/campaigns/1/999")],
    [401, world.api.get("/rewards/issuances?dead_letter=true")],
    [422, merchant.get("/rewards/issuances?dead_letter=many")],
    [422, merchant.get("/rewards/issuances?cursor=rubbish")],
    [401, world.api.post("/rewards/issuances/1/redrive")],
    [404, merchant.post("/rewards/issuances/999/redrive")],
    [404, merchant.post("/rewards/issuances/first/redrive")],
  ];
  const answers = await Promise.all(cases.map(async ([, answer]) => (await answer).status));
  expect(answers).toEqual(cases.map(([status]) => status));
});
