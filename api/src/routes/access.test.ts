import { apiScopes } from "@merit/core/db/schema.ts";
import { newWallet } from "@merit/core/testing/chain.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Route, scopeOf } from "../http/route.ts";
import { startService, type TestService } from "../testing/service.ts";
import { routes } from "./index.ts";

// Who may call what: every route of the merchant, with every identity.

interface Party {
  id: number;
  key: string;
  campaignId: number;
  /** A key with every scope but one. */
  without: Record<string, string>;
}

let service: TestService;
let owner: Party;
let stranger: Party;
beforeAll(async () => {
  service = await startService();
  owner = await party();
  stranger = await party();
});
afterAll(() => service[Symbol.asyncDispose]());

async function party(): Promise<Party> {
  const merchant = await service.merchant();
  const without: Record<string, string> = {};
  for (const scope of apiScopes) {
    const body = { name: `no ${scope}`, scopes: apiScopes.filter((other) => other !== scope) };
    without[scope] = (await service.call("POST /api/merchants/me/keys", { key: merchant.key, body })).body.api_key;
  }
  return { ...merchant, without };
}

const merchantRoutes = routes.filter(({ auth }) => auth === "merchant");
const nameOf = ({ method, path }: Route) => `${method.toUpperCase()} ${path}`;
const named = merchantRoutes.map((route) => [nameOf(route), route] as const);

/** A call as far as its credentials matter: nothing behind them is reached, or it is refused for its empty body. */
const call = ({ method, path }: Route, key?: string) =>
  service.call(`${method.toUpperCase()} /api${path.replaceAll(/:\w+/g, "999999")}`, {
    ...(key !== undefined && { key }),
    ...(method !== "get" && { body: {} }),
  });

describe.each(named)("%s", (_, route) => {
  it("needs a key", async () => {
    expect((await call(route)).body).toMatchObject({ status: 401, code: "missing_api_key" });
    expect((await call(route, "mk_test_wrong")).body).toMatchObject({ status: 401, code: "invalid_api_key" });
  });

  it("needs its scope, and no other", async () => {
    const needed = scopeOf(route);
    expect((await call(route, owner.without[needed])).body).toMatchObject({ status: 403, code: "insufficient_scope" });
    for (const other of apiScopes.filter((scope) => scope !== needed)) {
      expect([401, 403]).not.toContain((await call(route, owner.without[other])).status);
    }
  });
});

/** The owner's record that a path names, and a body with which the owner may call it. */
const records: Record<string, { id: () => Promise<number>; body?: object }> = {
  "POST /merchants/me/keys/:id/rotate": { id: newKey, body: {} },
  "DELETE /merchants/me/keys/:id": { id: newKey },
  "GET /merchants/me/campaigns/:id": { id: async () => owner.campaignId },
  "PATCH /campaigns/:id": { id: async () => owner.campaignId, body: { name: "New" } },
  "POST /campaigns/:id/dry-run": {
    id: async () => owner.campaignId,
    body: { rewards: [{ wallet_address: newWallet(), amount: "1" }] },
  },
  "POST /campaigns/:id/fund": { id: async () => owner.campaignId },
  "POST /campaigns/:id/drop": { id: async () => owner.campaignId },
  "POST /campaigns/:id/pause": { id: async () => owner.campaignId },
  "POST /campaigns/:id/resume": { id: async () => owner.campaignId },
  "POST /campaigns/:id/end": { id: async () => owner.campaignId },
  "POST /campaigns/:id/settle": { id: async () => owner.campaignId },
  "GET /drops/:id": { id: newDrop },
  "POST /drops/:id/sweep": { id: newDrop },
  "GET /rewards/issuances/:id": { id: newIssuance },
  "POST /rewards/issuances/:id/redrive": { id: newIssuance },
};

async function newKey(): Promise<number> {
  const body = { name: "Till", scopes: ["read"] };
  return (await service.call("POST /api/merchants/me/keys", { key: owner.key, body })).body.id;
}

async function newDrop(): Promise<number> {
  const shares = [{ wallet_address: newWallet(), amount: "1" }];
  const body = { name: "Thanks", expires_at: new Date(Date.now() + 86_400_000).toISOString(), shares };
  return (await service.call("POST /api/drops", { key: owner.key, body })).body.id;
}

async function newIssuance(): Promise<number> {
  const body = {
    idempotency_key: crypto.randomUUID(),
    campaign_id: owner.campaignId,
    wallet_address: service.world.chain.chain.manifest.asset.issuer,
    amount: "0.1",
  };
  return (await service.call("POST /api/rewards/issue", { key: owner.key, body })).body.id;
}

const withRecord = named.filter(([, { path }]) => path.includes(":id"));

it.each(withRecord)("%s hides the record of another merchant", async (name, { method, path }) => {
  const record = records[name];
  if (!record) throw new Error(`${name} is missing in the table above`);
  const id = await record.id();
  const request = `${method.toUpperCase()} /api${path.replace(":id", String(id))}`;
  const body = record.body && { body: record.body };
  expect((await service.call(request, { key: stranger.key, ...body })).body).toMatchObject({
    status: 404,
    code: "not_found",
  });
  expect((await service.call(request, { key: owner.key, ...body })).status).not.toBe(404);
});
