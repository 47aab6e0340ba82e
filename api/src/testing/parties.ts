import * as users from "@merit/core/accounts/service.ts";
import * as logins from "@merit/core/accounts/sessions.ts";
import { signAccessToken } from "@merit/core/context/auth/access-tokens.ts";
import type { AuthKeys } from "@merit/core/context/auth/keys.ts";
import * as sessions from "@merit/core/context/auth/session-store.ts";
import * as keys from "@merit/core/parties/merchants/keys.ts";
import { type ApiScope, apiScopes } from "@merit/core/store/db/schema/merchants.ts";
import type { Auth } from "../http/route.ts";
import type { CallOptions, TestService } from "./service.ts";

/** The possible callers of a route: two merchants, two users, an administrator, and invalid credentials. */
export interface Parties {
  owner: { merchant: Merchant; user: Person };
  stranger: { merchant: Merchant; user: Person };
  admin: Person;
  metrics: CallOptions;
  /** Credentials that every route that asks for their kind has to refuse. */
  worthless: { kind: "key" | "token"; name: string; credentials: CallOptions }[];
}

export interface Merchant {
  id: number;
  campaignId: number;
  key: string;
  /** A key with every scope but this one. */
  without: Record<ApiScope, string>;
}

export interface Person {
  id: number;
  /** A new session each time: a call may end its own. */
  token(): Promise<string>;
}

/** METRICS_TOKEN of a service with parties. */
export const METRICS_TOKEN = "a token for monitoring";

const HOUR_MS = 3_600_000;

export async function createParties(service: TestService): Promise<Parties> {
  const owner = { merchant: await merchant(service), user: await createPerson(service) };
  return {
    owner,
    stranger: { merchant: await merchant(service), user: await createPerson(service) },
    admin: await createPerson(service, "admin"),
    metrics: { token: METRICS_TOKEN },
    worthless: [...(await worthlessKeys(service, owner.merchant.id)), ...(await worthlessTokens(service))],
  };
}

/** Credentials of one of the parties: the owner, the administrator, monitoring, or nobody. */
export async function credentialsOf(
  { owner, admin, metrics }: Pick<Parties, "owner" | "admin" | "metrics">,
  way: Auth | undefined,
): Promise<CallOptions> {
  if (way === "merchant") return { key: owner.merchant.key };
  if (way === "user" || way === "admin") return { token: await (way === "user" ? owner.user : admin).token() };
  return way === "metrics" ? metrics : {};
}

async function merchant(service: TestService): Promise<Merchant> {
  const merchant = await service.merchant();
  const without = await Promise.all(
    apiScopes.map(async (scope) => {
      const scopes = apiScopes.filter((other) => other !== scope);
      return [scope, (await createKey(service, merchant.id, scopes)).apiKey] as const;
    }),
  );
  return { ...merchant, without: Object.fromEntries(without) as Record<ApiScope, string> };
}

function createKey({ world }: TestService, merchantId: number, scopes: readonly ApiScope[]) {
  const { db, clock, settings } = world.context;
  const options = { now: clock.now(), network: settings.network };
  return db.commit((store) => keys.create(store, merchantId, { name: "Till", scopes }, options));
}

export async function createPerson(service: TestService, role: "user" | "admin" = "user"): Promise<Person> {
  const { context } = service.world;
  const input = { email: `${crypto.randomUUID()}@example.com`, passwordHash: "never used here", role };
  const { id } = await context.db.commit((store) => users.create(store, input, context.clock.now()));
  return { id, token: async () => (await openSession(service, id)).accessToken };
}

export async function openSession({ world: { context } }: TestService, userId: number) {
  const login = { userId, method: "password", userAgent: null } as const;
  return context.db.commit(async (store) => {
    const { accessToken } = await logins.open(context, store, login);
    const [session] = await sessions.listOpen(store, userId, { limit: 1, now: context.clock.now() });
    if (!session) throw new Error("the session was not opened");
    return { accessToken, sessionId: session.id };
  });
}

async function worthlessKeys(service: TestService, merchantId: number): Promise<Parties["worthless"]> {
  const { db } = service.world.context;
  const past = new Date(Date.now() - HOUR_MS);
  const options = { now: past, network: service.world.context.settings.network };
  const [revoked, expired] = await Promise.all([
    createKey(service, merchantId, apiScopes),
    createKey(service, merchantId, apiScopes),
  ]);
  await db.commit(async (store) => {
    await keys.revoke(store, merchantId, revoked.key.id, past);
    await keys.rotate(store, merchantId, expired.key.id, { ...options, overlapHours: 0 });
  });
  return [
    { kind: "key", name: "a key that is none", credentials: { key: "mk_test_wrong" } },
    { kind: "key", name: "a key that was revoked", credentials: { key: revoked.apiKey } },
    { kind: "key", name: "a key that was rotated and has ended", credentials: { key: expired.apiKey } },
  ];
}

async function worthlessTokens(service: TestService): Promise<Parties["worthless"]> {
  const { context } = service.world;
  const { id } = await createPerson(service, "admin");
  const { accessToken, sessionId } = await openSession(service, id);
  const ended = await openSession(service, id);
  await context.db.commit((store) =>
    sessions.revoke(store, { id: ended.sessionId, userId: id, now: context.clock.now() }),
  );
  const claims = { userId: id, sessionId };
  const dayAgo = { now: () => new Date(Date.now() - 24 * HOUR_MS) };
  const keys: AuthKeys = { ...context.auth.keys, jwtSecrets: [Buffer.from("another secret, as long as it has to be")] };
  const forger = { ...context, auth: { ...context.auth, keys } };
  const elsewhere = { ...context, settings: { ...context.settings, network: "testnet" as const } };
  return [
    { kind: "token", name: "a token that is none", credentials: { token: "garbage" } },
    { kind: "token", name: "a token cut short", credentials: { token: accessToken.slice(0, -2) } },
    {
      kind: "token",
      name: "an expired token",
      credentials: { token: signAccessToken({ ...context, clock: dayAgo }, claims) },
    },
    { kind: "token", name: "a token of another signer", credentials: { token: signAccessToken(forger, claims) } },
    { kind: "token", name: "a token of another network", credentials: { token: signAccessToken(elsewhere, claims) } },
    { kind: "token", name: "a token of an ended session", credentials: { token: ended.accessToken } },
  ];
}
