import { hash, randomBytes } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { HOUR_MS } from "../../base/days.ts";
import { notFound } from "../../base/errors.ts";
import { type Page, type PageRequest, toPage } from "../../base/page.ts";
import type { NetworkName } from "../../base/settings/settings.ts";
import type { Context } from "../../context/context.ts";
import { type ApiScope, apiScopes } from "../../store/db/schema/merchants.ts";
import type { Store } from "../../store/db/store.ts";
import { emit } from "../../store/event-log/store.ts";
import { presentKey } from "./key-presenter.ts";
import type { ApiKey } from "./key-store.ts";
import * as rows from "./key-store.ts";
import { apiKeyEnding, insufficientScope, invalidApiKey, lastAccountKey, tooManyApiKeys } from "./problems.ts";
import type { Merchant } from "./store.ts";

export type { ApiKey } from "./key-store.ts";

/** Most keys that work at the same time; a merchant with more devices has to share keys among them. */
const MAX_USABLE = 100;

/** `last_used_at` is this coarse: a use costs a write only once in this time. */
const USE_RESOLUTION_MS = 60_000;

export interface NewKey {
  name: string;
  scopes: readonly ApiScope[];
}

interface Options {
  now: Date;
  network: NetworkName;
}

/** Record and plain key, which is in the result and nowhere else. @throws Problem 409 `too_many_api_keys` */
export async function create(
  store: Store,
  merchantId: number,
  key: NewKey,
  options: Options,
): Promise<{ key: ApiKey; apiKey: string }> {
  if ((await rows.usableOf(store, merchantId, options.now)).length >= MAX_USABLE) throw tooManyApiKeys(MAX_USABLE);
  return add(store, merchantId, key, options);
}

/** Makes a key with all scopes, also for a merchant that has as many keys as it may. */
export const recovered = (store: Store, merchantId: number, options: Options) =>
  add(store, merchantId, { name: "recovered", scopes: apiScopes }, options);

async function add(
  store: Store,
  merchantId: number,
  { name, scopes }: NewKey,
  { now, network }: Options,
): Promise<{ key: ApiKey; apiKey: string }> {
  const apiKey = newApiKey(network);
  const key = await rows.insert(store, {
    merchant_id: merchantId,
    name,
    // In the table's order, each once.
    scopes: apiScopes.filter((scope) => scopes.includes(scope)),
    hash: hashApiKey(apiKey),
    last4: apiKey.slice(-4),
    created_at: now,
  });
  await emitChange(store, "created", key, now);
  return { key, apiKey };
}

/** The merchant's keys, newest first, those that no longer work as well. */
export function list(store: Store, merchantId: number, request: PageRequest): Promise<Page<ApiKey>> {
  return toPage(request, (page) => rows.listOf(store, merchantId, page));
}

/**
 * Makes a new key with the old one's name and scopes; the old one works for `overlapHours` more.
 * @throws Problem 404, 409 `api_key_ending` if the old one is revoked or was rotated before
 */
export async function rotate(
  store: Store,
  merchantId: number,
  id: number,
  { overlapHours, ...options }: Options & { overlapHours: number },
): Promise<{ key: ApiKey; apiKey: string }> {
  const old = await get(store, merchantId, id);
  const ends = new Date(options.now.getTime() + overlapHours * HOUR_MS);
  if (!(await rows.expire(store, id, ends))) throw apiKeyEnding(id);
  return create(store, merchantId, old, options);
}

/**
 * Revokes a key, which is refused from now on. A repeat changes nothing.
 * @throws Problem 404, 409 `last_account_key` if the merchant could then manage its keys no more
 */
export async function revoke(store: Store, merchantId: number, id: number, now: Date): Promise<ApiKey> {
  const key = await get(store, merchantId, id);
  if (key.revoked_at) return key;
  const others = (await rows.usableOf(store, merchantId, now)).filter((other) => other.id !== id);
  const manages = ({ scopes, expires_at }: ApiKey) => scopes.includes("account") && expires_at === null;
  if (manages(key) && !others.some(manages)) throw lastAccountKey(id);
  await rows.revoke(store, id, now);
  const revoked = await get(store, merchantId, id);
  await emitChange(store, "revoked", revoked, now);
  return revoked;
}

/** Revokes all keys of the merchant: the caller gives it another. */
export async function revokeAll(store: Store, merchantId: number, now: Date): Promise<void> {
  for (const { id } of await rows.usableOf(store, merchantId, now)) {
    await rows.revoke(store, id, now);
    await emitChange(store, "revoked", await get(store, merchantId, id), now);
  }
}

async function emitChange(store: Store, change: "created" | "revoked", key: ApiKey, now: Date): Promise<void> {
  const owner = { merchantId: key.merchant_id, userId: null, objectId: key.id };
  await emit(store, [{ type: `api_key.${change}`, ...owner, data: presentKey(key) }], now);
}

async function get(store: Store, merchantId: number, id: number): Promise<ApiKey> {
  const key = await rows.ownedBy(store, merchantId, id);
  if (!key) throw notFound("API key", id);
  return key;
}

/** A merchant and its key. */
export interface Authenticated {
  merchant: Merchant;
  key: ApiKey;
}

/**
 * The merchant of a key, and the key.
 * @throws Problem 401 if it is malformed, unknown, expired or revoked, without saying which
 */
export async function authenticate(store: Store, apiKey: string, now: Date): Promise<Authenticated> {
  const found = looksLikeApiKey(apiKey) ? await rows.byHash(store, hashApiKey(apiKey), now) : undefined;
  if (!found) throw invalidApiKey();
  return found;
}

/** @throws Problem 403 `insufficient_scope` */
export function requireScope({ scopes }: ApiKey, scope: ApiScope): void {
  if (!scopes.includes(scope)) throw insufficientScope(scope, scopes);
}

/** Notes that a key was used, to the minute. */
export async function noteUse({ db, clock, log }: Context, { id, last_used_at }: ApiKey): Promise<void> {
  const now = clock.now();
  const stale = new Date(now.getTime() - USE_RESOLUTION_MS);
  if (last_used_at !== null && last_used_at > stale) return;
  // A failure here must not fail the call.
  await db
    .commit((store) => rows.touch(store, id, now, stale))
    .catch((error) => log.error({ err: error, key: id }, "could not record that an API key was used"));
}

/**
 * `authenticate`, which remembers keys until anything is written to the database, by this process or another: a key that is revoked
 * is refused at once. Without it, a call that issues a reward takes 15 % more CPU. There are never more keys than those of a
 * minute, since noting a key's use is a write. PostgreSQL doesn't say that another process wrote: there, the calls that arrive in one turn
 * of the event loop share one read of their key, which begins after the last of them arrived.
 */
export function rememberKeys(context: Pick<Context, "db" | "clock">): (apiKey: string) => Promise<Authenticated> {
  const found = new Map<string, Authenticated>();
  let version: bigint | undefined;
  const asked = new Map<string, Promise<Authenticated>>();
  const readOnce = (apiKey: string) => {
    const answer =
      asked.get(apiKey) ??
      nextTurn().then(() => {
        asked.delete(apiKey);
        return context.db.read((store) => authenticate(store, apiKey, context.clock.now()));
      });
    asked.set(apiKey, answer);
    return answer;
  };
  return async (apiKey) => {
    const { db } = context;
    const now = context.clock.now();
    const current = db.version();
    if (current === undefined) return readOnce(apiKey);
    if (current !== version) found.clear();
    version = current;
    const hash = hashApiKey(apiKey);
    const known = found.get(hash);
    if (known && (known.key.expires_at === null || known.key.expires_at > now)) return known;
    const fresh = await db.read((store) => authenticate(store, apiKey, now));
    // Another call may have seen a newer version meanwhile; then this may have been read before it.
    if (current === version) found.set(hash, fresh);
    return fresh;
  };
}

const SECRET_BYTES = 32;
/** Length of the checksum, by which a mistyped key is recognised, and scanners for leaked secrets recognise real keys. */
const CHECKSUM_CHARS = 6;
const KEY_SHAPE = /^mk_(?:live|test)_[\w-]{43}([\w-]{6})$/;

/** `mk_live_...` on mainnet, `mk_test_...` elsewhere: 256 random bits and a checksum. */
export function newApiKey(network: NetworkName): string {
  const body = `mk_${network === "mainnet" ? "live" : "test"}_${randomBytes(SECRET_BYTES).toString("base64url")}`;
  return body + checksum(body);
}

/** The hash that the database keeps. A plain SHA-256 is enough: 256 random bits can't be guessed or searched. */
const hashApiKey = (key: string) => hash("sha256", key);

export function looksLikeApiKey(text: string): boolean {
  const match = KEY_SHAPE.exec(text);
  return match !== null && match[1] === checksum(text.slice(0, -CHECKSUM_CHARS));
}

const checksum = (body: string) => hash("sha256", body, "base64url").slice(0, CHECKSUM_CHARS);
