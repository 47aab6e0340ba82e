import { newWallet } from "@merit/core/testing/chain.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Auth, type Route, scopeOf, ways } from "../http/route.ts";
import * as make from "../testing/owned-records.ts";
import { createParties, createPerson, METRICS_TOKEN, type Parties } from "../testing/parties.ts";
import { type CallOptions, type Reply, startService, type TestService } from "../testing/service.ts";
import { routes } from "./index.ts";

// Who may call what: every route with every identity. What is expected follows from the route's `auth` and `scope`; routes about
// somebody's records need a line in one of the tables below, and a test fails until they have it.

type Side = "merchant" | "user";

interface OwnRecord {
  /** Makes a record of the owner and gives what the path names it by. */
  id: (scene: make.Scene) => Promise<number | string>;
  /** Whose it is; by default the merchant's. */
  owner?: Side;
  /** A body with which the owner may call. */
  body?: object;
  /** Administrators see it too. */
  admin?: true;
}

/** Routes with a parameter in their path: the record that it names, or whom else it is for. */
const records: Record<string, OwnRecord | "everyone" | "every admin"> = {
  "GET /campaigns/:merchant_id": "everyone",
  "GET /campaigns/:merchant_id/:id": "everyone",
  "GET /catalogue/:id": "everyone",
  "GET /users/:wallet_address/points": "everyone",
  "GET /wallet/:address/balances": "everyone",
  "POST /merchants/me/keys/:id/rotate": { id: make.newKey, body: {} },
  "DELETE /merchants/me/keys/:id": { id: make.newKey },
  "GET /merchants/me/campaigns/:id": { id: make.ownCampaign },
  "PATCH /merchants/me/campaigns/:id": { id: make.ownCampaign, body: { name: "New" } },
  "POST /campaigns/:id/dry-run": {
    id: make.ownCampaign,
    body: { rewards: [{ wallet_address: newWallet(), amount: "1" }] },
  },
  "POST /campaigns/:id/fund": { id: make.ownDraft },
  "POST /campaigns/:id/drop": { id: make.ownDraft },
  "POST /campaigns/:id/pause": { id: make.ownCampaign },
  "POST /campaigns/:id/resume": { id: make.ownCampaign },
  "POST /campaigns/:id/end": { id: make.ownCampaign },
  "POST /campaigns/:id/settle": { id: make.ownCampaign },
  "POST /campaigns/:id/rules": { id: make.ownCampaign, body: { kind: "reward", points: 1 } },
  "GET /merchants/me/campaigns/:id/rules": { id: make.ownCampaign },
  "PATCH /points/rules/:id": { id: make.newRule, body: { points: 2 } },
  "DELETE /points/rules/:id": { id: make.newRule },
  "POST /events/:id/cancel": { id: make.newEvent },
  "GET /merchants/me/catalogue/:id": { id: make.newItem },
  "PATCH /catalogue/:id": { id: make.newItem, body: { name: "New" } },
  "DELETE /catalogue/:id": { id: make.newItem },
  "GET /merchants/me/redemptions/:id": { id: make.newRedemption },
  "POST /merchants/me/redemptions/:id/fulfil": { id: make.newRedemption },
  "POST /merchants/me/redemptions/:id/refund": { id: make.newRedemption },
  "GET /redemptions/:id": { id: make.newRedemption, owner: "user" },
  "POST /redemptions/:id/cancel": { id: make.newRedemption, owner: "user" },
  "GET /drops/:id": { id: make.newDrop },
  "POST /drops/:id/claim": { id: make.newShare, owner: "user" },
  "POST /drops/:id/envelope": { id: make.newShare, owner: "user" },
  "POST /drops/:id/sweep": { id: make.newDrop },
  "GET /rewards/issuances/:id": { id: make.newIssuance },
  "POST /rewards/issuances/:id/redrive": { id: make.newIssuance },
  "GET /users/:id": { id: make.ownUser, owner: "user", admin: true },
  "PATCH /users/:id": { id: make.ownUser, owner: "user", admin: true, body: { first_name: "Ada" } },
  "DELETE /users/:id": { id: make.ownUser, owner: "user", admin: true },
  "DELETE /auth/sessions/:id": { id: make.newSession, owner: "user" },
  "GET /wallet/:address/history": { id: make.newLinkedWallet, owner: "user" },
  "GET /wallet/submissions/:hash": { id: make.newEnvelope, owner: "user" },
  "DELETE /wallet/:address": { id: make.newLinkedWallet, owner: "user" },
  "POST /search/:id/click": { id: make.newSearch, owner: "user", body: { type: "campaign", id: 1 } },
  "GET /admin/users/:id": "every admin",
  "POST /admin/users/:id/points": "every admin",
  "GET /admin/merchants/:id": "every admin",
  "POST /admin/merchants/:id/fund": "every admin",
  "GET /admin/merchants/:id/grants": "every admin",
  "POST /admin/jobs/:name/run": "every admin",
  "GET /admin/queues/:name/dead-letters": "every admin",
  "POST /admin/queues/:name/dead-letters/redrive": "every admin",
  "POST /admin/queues/:name/dead-letters/:id/redrive": "every admin",
  "GET /admin/reports/:id": "every admin",
  "GET /admin/reports/:id/download": "every admin",
  "DELETE /admin/report-schedules/:id": "every admin",
};

/**
 * Reads without a parameter: what puts something of the owner's into the answer, unless there is something from the start (null);
 * or why everybody reads the same.
 */
const reads: Record<string, { add: ((scene: make.Scene) => Promise<unknown>) | null; owner?: Side } | string> = {
  "GET /merchants/me": { add: null },
  "GET /merchants/me/keys": { add: null },
  "GET /campaigns": { add: null },
  "GET /rewards/issuances": { add: make.newIssuance },
  "GET /rewards/dead-letters": { add: make.newDeadLetter },
  "GET /drops": { add: make.newDrop },
  "GET /drops/eligible": { add: make.newShare, owner: "user" },
  "GET /transactions": { add: make.newPaidIssuance },
  "GET /transactions/merchant-totals": { add: make.newIssuance },
  "GET /contract-events": "the ledger is public",
  "GET /merchants/me/catalogue": { add: make.newItem },
  "GET /merchants/me/redemptions": { add: make.newRedemption },
  "GET /redemptions": { add: make.newRedemption, owner: "user" },
  "GET /points": { add: make.newAward, owner: "user" },
  "GET /points/history": { add: make.newAward, owner: "user" },
  "GET /leaderboard": "users see each other's places",
  "GET /search": "what is found differs with the words: its own test asks for each kind",
  "GET /auth/sessions": { add: null, owner: "user" },
  "GET /users/referral": { add: make.newReferral, owner: "user" },
  "GET /wallet": { add: make.newLinkedWallet, owner: "user" },
  "GET /admin/email-logs": { add: make.newMail },
};

let service: TestService;
let parties: Parties;
beforeAll(async () => {
  service = await startService({ METRICS_TOKEN });
  parties = await createParties(service);
});
afterAll(() => service[Symbol.asyncDispose]());

const nameOf = ({ method, path }: Route) => `${method.toUpperCase()} ${path}`;
const named = routes.map((route) => [nameOf(route), route] as const);
const hasParameter = ({ path }: Route) => path.includes(":");
const asks = ({ auth }: Route, way: Auth) => ways(auth).includes(way);

/** A call as far as its credentials matter: nothing behind them is reached, or it is refused for its empty body. */
const call = ({ method, path }: Route, credentials: CallOptions = {}) =>
  service.call(`${method.toUpperCase()} /api${path.replaceAll(/:\w+/g, "999999")}`, {
    ...credentials,
    ...(method !== "get" && { body: {} }),
  });

const MISSING = { merchant: "missing_api_key", metrics: "metrics_token_required", user: "missing_token" } as const;

/** What a caller without a credential of the route's kinds is answered; undefined: let through. */
function refusalOf({ auth }: Route): string | undefined {
  const [way, ...others] = ways(auth);
  if (ways(auth).includes("none") || way === undefined || way === "none") return undefined;
  return others.length > 0 ? "missing_credentials" : MISSING[way === "admin" ? "user" : way];
}

function expectRefused(reply: Reply, status: 401 | 403, code: string): void {
  expect(reply.body).toMatchObject({ status, code });
}

/** A route that is open to everyone may still ask for something by its own rules (a log-out for a token in its body). */
function expectAdmitted(route: Route, { status, body }: Reply): void {
  if (asks(route, "none") && route.errors[status]?.includes(body?.code)) return;
  expect([401, 403], JSON.stringify(body)).not.toContain(status);
}

describe.each(named)("%s", (_, route) => {
  const takesKeys = asks(route, "merchant");
  const takesTokens = asks(route, "user") || asks(route, "admin");
  const isOpen = asks(route, "none");

  it("knows nobody, and nobody's credential of another kind", async () => {
    const { merchant, user } = parties.owner;
    const strange: CallOptions[] = [{}];
    if (!takesKeys) strange.push({ key: merchant.key });
    if (!takesTokens && !asks(route, "metrics")) strange.push({ token: await user.token() });
    const code = refusalOf(route);
    for (const credentials of strange) {
      const reply = await call(route, credentials);
      if (code === undefined) expectAdmitted(route, reply);
      else expectRefused(reply, 401, code);
    }
  });

  it("takes no credential that is worth nothing", async () => {
    for (const { kind, credentials } of parties.worthless) {
      const reply = await call(route, credentials);
      if (isOpen) expectAdmitted(route, reply);
      else if (asks(route, "metrics")) expectRefused(reply, 401, "metrics_token_required");
      else if (kind === "key" && takesKeys) expectRefused(reply, 401, "invalid_api_key");
      else if (kind === "token" && takesTokens) expectRefused(reply, 401, "invalid_token");
      else expectRefused(reply, 401, refusalOf(route) as string);
    }
  });

  it.runIf(takesKeys)("asks a key for its scope, and for no other", async () => {
    const { key, without } = parties.owner.merchant;
    const needed = scopeOf(route);
    expectAdmitted(route, await call(route, { key }));
    for (const [scope, lacking] of Object.entries(without)) {
      const reply = await call(route, { key: lacking });
      if (scope === needed) expectRefused(reply, 403, "insufficient_scope");
      else expectAdmitted(route, reply);
    }
  });

  it.runIf(takesTokens)("asks for the role, where it needs one", async () => {
    const reply = await call(route, { token: await parties.owner.user.token() });
    if (asks(route, "user")) expectAdmitted(route, reply);
    else expectRefused(reply, 403, "admin_required");
    expectAdmitted(route, await call(route, { token: await parties.admin.token() }));
  });

  it.runIf(asks(route, "metrics"))("takes its token", async () => {
    expect((await call(route, parties.metrics)).status).toBe(200);
  });
});

const credentialsOf = async (party: Parties["owner"], side: Side): Promise<CallOptions> =>
  side === "merchant" ? { key: party.merchant.key } : { token: await party.user.token() };

it.each(named.filter(([, route]) => hasParameter(route)))("%s hides the records of others", async (name, route) => {
  const record = records[name];
  if (!record) throw new Error(`${name} names a record by its path: say in the table "records" whose it is`);
  if (record === "everyone") return void expect(asks(route, "none")).toBe(true);
  if (record === "every admin") return void expect(ways(route.auth)).toEqual(["admin"]);
  const { id, owner = "merchant", body, admin } = record;
  expect(asks(route, owner), `${name} is the ${owner}'s`).toBe(true);
  // A user of their own: the call may delete the account.
  const mine = { ...parties.owner, user: await createPerson(service) };
  const named = await id({ service, parties: { ...parties, owner: mine } });
  const request = `${route.method.toUpperCase()} /api${route.path.replace(/:\w+/, encodeURIComponent(named))}`;
  const send = (credentials: CallOptions) => service.call(request, { ...credentials, ...(body && { body }) });
  const hidden = { status: 404, code: "not_found" };
  expect((await send(await credentialsOf(parties.stranger, owner))).body).toMatchObject(hidden);
  if (asks(route, "user") && !admin) {
    expect((await send({ token: await parties.admin.token() })).body).toMatchObject(hidden);
  }
  expect([401, 403, 404]).not.toContain((await send(await credentialsOf(mine, owner))).status);
});

const isRead = (route: Route) =>
  route.method === "get" && !hasParameter(route) && (asks(route, "merchant") || asks(route, "user"));

it.each(named.filter(([, route]) => isRead(route)))("%s tells nobody of others", async (name, { path }) => {
  const read = reads[name];
  if (!read) throw new Error(`${name} reads somebody's records: say in the table "reads" what it tells its owner`);
  if (typeof read === "string") return;
  const { add, owner = "merchant" } = read;
  await add?.({ service, parties });
  const [own, foreign] = await Promise.all(
    [parties.owner, parties.stranger].map(async (party) => {
      const { status, body } = await service.call(`GET /api${path}`, await credentialsOf(party, owner));
      expect(status).toBe(200);
      return "data" in body ? (body.data as unknown[]).map((item) => JSON.stringify(item)) : [JSON.stringify(body)];
    }),
  );
  expect(own?.length).toBeGreaterThan(0);
  expect(foreign?.filter((item) => own?.includes(item))).toEqual([]);
});
