import { recurringJobs } from "@merit/core/operations/recurring-jobs/all.ts";
import { plan } from "@merit/core/operations/recurring-jobs/service.ts";
import { sponsor } from "@merit/core/payouts/sponsoring/service.ts";
import { renamedMerchants } from "@merit/core/store/db/schema/search.ts";
import { loginAttempts } from "@merit/core/store/db/schema/users.ts";
import { schemaTables } from "@merit/core/store/db/tables.ts";
import { getTableName } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { keepsAnswers, type Route, takesKey, titleOf, ways } from "../http/route.ts";
import { changeOf, requestOf } from "../testing/calls.ts";
import { createParties, createPerson, credentialsOf, type Parties } from "../testing/parties.ts";
import { type Reply, startService, type TestService } from "../testing/service.ts";
import { routes } from "./index.ts";

// Makes every call that changes something twice at once and once more later: it must have been carried out once,
// because of its Idempotency-Key or by its nature.

/**
 * Routes that take no key: the code by which a repeat is refused where a call works once, or the tables that get a row by each
 * call (none: nothing happens again).
 */
const keyless: Record<string, string | string[]> = {
  "POST /campaigns/:id/dry-run": [],
  "POST /vouchers/check": [],
  "POST /vouchers/redeem": [],
  "POST /trustline/verify": [],
  "POST /auth/login": ["sessions"],
  "POST /auth/refresh": [],
  "POST /auth/logout": [],
  "POST /merchants/keys/recover": "invalid_one_time_token",
  "POST /auth/password/reset": "invalid_one_time_token",
  "POST /auth/email/verify": "invalid_one_time_token",
  "POST /auth/wallet": "invalid_wallet_proof",
  "PATCH /users/:id": [],
  "POST /search/:id/click": [],
  "POST /admin/cache/warm": [],
};

let service: TestService;
let parties: Parties;
beforeAll(async () => {
  service = await startService({}, { survey: true });
  parties = await createParties(service);
  const { context } = service.world;
  // Nobody pays in this test, so waiting for a payment is useless.
  Object.assign(context, { settings: { ...context.settings, distributeTimeoutMs: 1 } });
  // As a worker does when it starts.
  await context.db.commit(async (store) => {
    for (const job of recurringJobs) await plan(context, store, job);
    // A renamed merchant waits for a job once, however often it is renamed.
    await store.insert(renamedMerchants).values({ merchant_id: parties.owner.merchant.id, done: 0 });
    // The first of a day adds the count of all users.
    await sponsor(context, store, { userId: 0, wallet: "of nobody" });
  });
});
afterAll(() => service[Symbol.asyncDispose]());
afterEach(() => {
  service.world.chain.down = false;
});

/** A user of their own: the call may delete the account. */
const newOwner = async (): Promise<Parties["owner"]> => ({ ...parties.owner, user: await createPerson(service) });

/** A new call of the route, and what sends it. */
async function prepare(
  title: string,
  route: Route,
  { owner, key = crypto.randomUUID() }: { owner?: Parties["owner"]; key?: string } = {},
): Promise<() => Promise<Reply>> {
  const mine = owner ?? (await newOwner());
  const change = await changeOf(title, { service, parties: { ...parties, owner: mine } });
  const { request, body } = requestOf(route, change);
  // If the body has a key, the header must have the same one.
  const { idempotency_key = key } = (body ?? {}) as { idempotency_key?: string };
  const headers: Record<string, string> = takesKey(route) ? { "idempotency-key": idempotency_key } : {};
  const options = {
    ...(await credentialsOf({ ...parties, owner: mine }, callerOf(title, route))),
    headers,
    ...(body && { body }),
  };
  return () => service.call(request, options);
}

/** After deleting the own account, the caller is nobody. */
const callerOf = (title: string, { auth }: Route) => (title === "DELETE /users/:id" ? "admin" : ways(auth)[0]);

type Counts = Record<string, number>;

/** Guesses of passwords are counted, whatever becomes of them. */
const kept = (await schemaTables()).filter((table) => table !== loginAttempts);

const countRows = () =>
  service.world.context.db.read(async (store) => {
    const counts: Counts = {};
    for (const table of kept) counts[getTableName(table)] = Number(await store.$count(table));
    return counts;
  });

/** The result, and how many rows were added meanwhile, by table. */
async function effectOf<T>(action: () => Promise<T>): Promise<{ result: T; added: Counts }> {
  const before = await countRows();
  const result = await action();
  const after = await countRows();
  const added = Object.entries(after).map(([name, rows]) => [name, rows - (before[name] ?? 0)] as const);
  return { result, added: Object.fromEntries(added.filter(([, rows]) => rows !== 0)) };
}

const twice = <T>(call: () => Promise<T>): Promise<[T, T]> => Promise.all([call(), call()]);
const isReplayed = ({ headers }: Reply) => headers.get("idempotency-replayed") === "true";

const named = (chosen: Route[]) => chosen.map((route) => [titleOf(route), route] as const);
const keyed = named(routes.filter(keepsAnswers));

describe.each(keyed)("%s under one Idempotency-Key", (title, route) => {
  it("is carried out once, and every repeat gets its answer", async () => {
    const single = await effectOf(await prepare(title, route));
    expect(single.result.status, JSON.stringify(single.result.body)).toBeLessThan(300);
    const call = await prepare(title, route);
    const { result: replies, added } = await effectOf(() => twice(call));
    expect(added).toEqual(single.added);
    service.world.chain.down = true;
    const later = await effectOf(call);
    expect(later.added).toEqual({});
    const all = [...replies, later.result];
    expect(all.map(({ status }) => status)).toEqual(Array(3).fill(single.result.status));
    const [first, ...others] = all.filter((reply) => !isReplayed(reply));
    expect(others).toEqual([]);
    const [repeat, next] = all.filter(isReplayed).map(({ body }) => body);
    expect(next).toEqual(repeat);
    // Secrets aren't kept; whatever else was answered is.
    expect(withNulls(first?.body, repeat)).toEqual(repeat);
  });

  it.runIf(callerOf(title, route) !== "none")("is refused where the key was another call's", async () => {
    const same = { owner: await newOwner(), key: crypto.randomUUID() };
    const others = keyed.filter(([other]) => other !== title);
    const other = others.find((candidate) => callerOf(...candidate) === callerOf(title, route));
    if (!other) throw new Error("nobody else calls like this");
    expect((await (await prepare(...other, same))()).status).toBeLessThan(300);
    const call = await prepare(title, route, same);
    const { result, added } = await effectOf(call);
    expect(result.body).toMatchObject({ status: 422, code: "idempotency_key_reused" });
    expect(added).toEqual({});
  });
});

it.each(named(routes.filter(({ ownKeys }) => ownKeys)))("%s is one reward per key", async (title, route) => {
  const single = await effectOf(await prepare(title, route));
  const call = await prepare(title, route);
  const { result: replies, added } = await effectOf(() => twice(call));
  expect(added).toEqual(single.added);
  service.world.chain.down = true;
  const later = await effectOf(call);
  expect(later.added).toEqual({});
  for (const { status, body } of [...replies, later.result]) {
    expect(status).toBeLessThan(300);
    expect(body.id).toBe(replies[0].body.id);
  }
});

/** The body with null where the other one has null. */
const withNulls = (body: Record<string, unknown> | undefined, other: Record<string, unknown> | undefined) =>
  body &&
  Object.fromEntries(Object.entries(body).map(([name, value]) => [name, other?.[name] === null ? null : value]));

const unkeyed = named(routes.filter((route) => route.method !== "get" && !takesKey(route)));

it.each(unkeyed)("%s does no harm when it is repeated", async (title, route) => {
  const repeat = keyless[title];
  if (repeat === undefined) throw new Error(`${title} takes no key: say in the table "keyless" what a repeat does`);
  const single = await effectOf(await prepare(title, route));
  expect(single.result.status, JSON.stringify(single.result.body)).toBeLessThan(300);
  const call = await prepare(title, route);
  const { result: replies, added } = await effectOf(() => twice(call));
  const later = await effectOf(call);
  const codeOf = ({ status, body }: Reply) => (status < 300 ? "done" : body.code);
  const again = Array.isArray(repeat) ? Object.fromEntries(repeat.map((table) => [table, 1])) : {};
  expect(later.added).toEqual(again);
  expect(added).toEqual(sum(single.added, again));
  if (Array.isArray(repeat)) return expect([...replies, later.result].map(codeOf)).toEqual(Array(3).fill("done"));
  expect(codeOf(later.result)).toBe(repeat);
  // Two concurrent calls may both find that there is work to do.
  const codes = replies.map(codeOf);
  expect(codes).toContain("done");
  expect(codes.filter((code) => code !== "done" && code !== repeat)).toEqual([]);
});

const sum = (a: Counts, b: Counts): Counts =>
  Object.fromEntries(Object.keys({ ...a, ...b }).map((name) => [name, (a[name] ?? 0) + (b[name] ?? 0)]));
