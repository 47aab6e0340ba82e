import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Auth, type Route, scopeOf, titleOf, ways } from "../http/route.ts";
import type { Change } from "../testing/call.ts";
import { changeOf, ownReads, recordReads, requestOf } from "../testing/calls.ts";
import type { Scene } from "../testing/owned-records.ts";
import { createParties, createPerson, credentialsOf, METRICS_TOKEN, type Parties } from "../testing/parties.ts";
import { type CallOptions, type Reply, startService, type TestService } from "../testing/service.ts";
import { routes } from "./index.ts";

// Who may call what: every route with every identity. What is expected follows from the route's `auth` and `scope`. Routes about
// somebody's records need a line in their resource's file of `testing/calls`; a test fails until they have one.

type Side = "merchant" | "user";

/** Users' own, and administrators' as well. */
const adminsToo = ["GET /users/:id", "PATCH /users/:id", "DELETE /users/:id"];

let service: TestService;
let parties: Parties;
beforeAll(async () => {
  service = await startService({ METRICS_TOKEN }, { survey: true });
  parties = await createParties(service);
});
afterAll(() => service[Symbol.asyncDispose]());

const named = routes.map((route) => [titleOf(route), route] as const);
const hasParameter = ({ path }: Route) => path.includes(":");
const asks = ({ auth }: Route, way: Auth) => ways(auth).includes(way);

/** A call that only tests credentials: it gets no further, or is refused for its empty body. */
const call = ({ method, path }: Route, credentials: CallOptions = {}) =>
  service.call(`${method.toUpperCase()} /api${path.replaceAll(/:\w+/g, "999999")}`, {
    ...credentials,
    ...(method !== "get" && { body: {} }),
  });

const MISSING = { merchant: "missing_api_key", metrics: "metrics_token_required", user: "missing_token" } as const;

/** The answer to a caller without a credential of the route's kinds; undefined: the call is allowed. */
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

  it("rejects missing credentials and credentials of another kind", async () => {
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

  it("rejects invalid credentials", async () => {
    for (const { kind, credentials } of parties.worthless) {
      const reply = await call(route, credentials);
      if (isOpen) expectAdmitted(route, reply);
      else if (asks(route, "metrics")) expectRefused(reply, 401, "metrics_token_required");
      else if (kind === "key" && takesKeys) expectRefused(reply, 401, "invalid_api_key");
      else if (kind === "token" && takesTokens) expectRefused(reply, 401, "invalid_token");
      else expectRefused(reply, 401, refusalOf(route) as string);
    }
  });

  it.runIf(takesKeys)("requires its own scope of a key, and no other", async () => {
    const { key, without } = parties.owner.merchant;
    const needed = scopeOf(route);
    expectAdmitted(route, await call(route, { key }));
    for (const [scope, lacking] of Object.entries(without)) {
      const reply = await call(route, { key: lacking });
      // On a route that is open to everyone, a key without the scope counts as no key.
      if (scope === needed && !isOpen) expectRefused(reply, 403, "insufficient_scope");
      else expectAdmitted(route, reply);
    }
  });

  it.runIf(takesTokens)("requires its role, if it has one", async () => {
    const reply = await call(route, { token: await parties.owner.user.token() });
    // On a route that is open to everyone, a token without the role counts as no token.
    if (asks(route, "user") || isOpen) expectAdmitted(route, reply);
    else expectRefused(reply, 403, "admin_required");
    expectAdmitted(route, await call(route, { token: await parties.admin.token() }));
  });

  it.runIf(asks(route, "metrics"))("takes its token", async () => {
    expect((await call(route, parties.metrics)).status).toBe(200);
  });
});

/** The owner of a record for a route with several kinds of credentials: that of the first kind. */
const ownerOf = ({ auth }: Route) => ways(auth)[0] as Side;
const callAs = (owner: Parties["owner"], side: Side) => credentialsOf({ ...parties, owner }, side);

/** The parameters that name a record of the owner's, with the rest of a call about it; or who else may read it. */
async function recordOf(title: string, route: Route, scene: Scene): Promise<Change | "everyone" | "every admin"> {
  if (route.method !== "get") return ways(route.auth)[0] === "admin" ? "every admin" : changeOf(title, scene);
  const record = recordReads[title];
  if (!record)
    throw new Error(`${title} reads one record. Say in the table "recordReads" of calls.ts whose record it is.`);
  return typeof record === "string" ? record : { params: [await record(scene)] };
}

it.each(named.filter(([, route]) => hasParameter(route)))("%s hides the records of others", async (title, route) => {
  // A user of their own: the call may delete the account.
  const mine = { ...parties.owner, user: await createPerson(service) };
  const record = await recordOf(title, route, { service, parties: { ...parties, owner: mine } });
  if (record === "everyone") return void expect(asks(route, "none")).toBe(true);
  if (record === "every admin") return void expect(ways(route.auth)).toEqual(["admin"]);
  const side = ownerOf(route);
  const { request, body } = requestOf(route, record);
  const send = (credentials: CallOptions) => service.call(request, { ...credentials, ...(body && { body }) });
  const hidden = { status: 404, code: "not_found" };
  expect((await send(await callAs(parties.stranger, side))).body).toMatchObject(hidden);
  if (asks(route, "user") && !adminsToo.includes(title)) {
    expect((await send({ token: await parties.admin.token() })).body).toMatchObject(hidden);
  }
  expect((await send(await callAs(mine, side))).status).toBeLessThan(300);
});

const isRead = (route: Route) =>
  route.method === "get" && !hasParameter(route) && (asks(route, "merchant") || asks(route, "user"));

it.each(named.filter(([, route]) => isRead(route)))("%s tells nobody of others", async (title, route) => {
  const add = ownReads[title];
  if (add === undefined)
    throw new Error(`${title} reads records of its caller. Add it to the table "ownReads" of calls.ts.`);
  if (typeof add === "string") return;
  await add?.({ service, parties });
  const [own, foreign] = await Promise.all(
    [parties.owner, parties.stranger].map(async (party) => {
      const { status, body } = await service.call(`GET /api${route.path}`, await callAs(party, ownerOf(route)));
      expect(status).toBe(200);
      return "data" in body ? (body.data as unknown[]).map((item) => JSON.stringify(item)) : [JSON.stringify(body)];
    }),
  );
  expect(own?.length).toBeGreaterThan(0);
  expect(foreign?.filter((item) => own?.includes(item))).toEqual([]);
});
