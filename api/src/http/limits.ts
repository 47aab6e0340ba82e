import { validationFailed } from "@merit/core/base/errors.ts";
import { AddressList, callerOf, clientAddress } from "@merit/core/base/limits/addresses.ts";
import { limitFields, SlidingWindow } from "@merit/core/base/limits/sliding-window.ts";
import type { Metrics } from "@merit/core/base/metrics/metrics.ts";
import type { Settings } from "@merit/core/base/settings/settings.ts";
import type { Context as KoaContext } from "koa";
import { LARGE_BODY } from "./input.ts";
import { setHeaders } from "./middleware.ts";
import { tooManyRequests } from "./problems.ts";

/**
 * `issue`: rewards of a merchant, each of a batch, and vouchers; `credential`: other calls of a merchant or user; `address`: calls without a credential or
 * with a refused one, registrations and logins by password; `search`: searches, which cost more; `envelope`: transactions of wallets, which the service pays
 * fees for; `drop`: drops that a merchant creates, whose trees take a while to hash; `probe`: health checks, counted separately so
 * that a busy address doesn't look like a dead service.
 */
export type Quota = "issue" | "credential" | "address" | "search" | "envelope" | "drop" | "probe";

/** Quota of all callers at one address, as a multiple of one caller's: registration is free, and whoever has many keys is one caller. */
const CALLERS_OF_AN_ADDRESS = 10;

const UNPROVEN = "unproven";

/** Limits on the calls per minute of each caller. Counted in this process: several processes allow as many times more. */
export interface Limits {
  /** Address of the sender of a request, as far as trusted proxies tell it. */
  addressOf(ctx: KoaContext): string;
  /**
   * Counts a call and sends the caller its remaining quota. A call counts for `caller`, or for its address if that is null.
   * @throws Problem 429
   */
  take(ctx: KoaContext, quota: Quota, caller: string | null): void;
  /**
   * Counts the call that `take` counted also as one of a merchant of which no more is known than that it registered: all of these have
   * one quota together. @throws Problem 429
   */
  takeUnproven(ctx: KoaContext, quota: Quota, caller: string | null): void;
  /** Takes back the call that `take` counted. */
  giveBack(ctx: KoaContext, quota: Quota, caller: string | null): void;
  /**
   * Counts each 64 kB of a body as one more call, in the quota of calls that have no other: to check it takes as long as many calls.
   * The largest takes no more than a whole quota, with the call that `take` counted. @throws Problem 429
   */
  takeBody(ctx: KoaContext, caller: string | null, bytes: number): void;
  /**
   * Counts each element of a list, or as many as a number says, in addition to the call that `take` counted.
   * @throws Problem 422 that names the field if it could never pass; 429
   */
  takeEach(
    ctx: KoaContext,
    quota: Quota,
    caller: string | null,
    counted: { field: string; each: readonly unknown[] | number },
  ): void;
}

/** A call that one window refuses counts in no other one: `undo` gives back what they counted before. */
function orUndo(take: () => void, undo: () => void): void {
  try {
    take();
  } catch (error) {
    undo();
    throw error;
  }
}

export function createLimits({ http }: Pick<Settings, "http">, metrics: Metrics): Limits {
  const { issue, credential, address, search, envelope, drop, unproven, whitelist } = http.rateLimits;
  const proxies = new AddressList(http.trustedProxies);
  const exempt = new AddressList(whitelist);
  const windows: Record<Quota, SlidingWindow> = {
    issue: new SlidingWindow(issue),
    credential: new SlidingWindow(credential),
    address: new SlidingWindow(address),
    search: new SlidingWindow(search),
    envelope: new SlidingWindow(envelope),
    drop: new SlidingWindow(drop),
    probe: new SlidingWindow(address),
  };
  const ofAddresses = Object.fromEntries(
    Object.entries(windows).map(([quota, { limit }]) => [quota, new SlidingWindow(CALLERS_OF_AN_ADDRESS * limit)]),
  ) as typeof windows;
  const ofUnproven = new SlidingWindow(unproven);
  for (const policy of [...Object.keys(windows), UNPROVEN]) metrics.rateLimited.inc({ policy }, 0);
  const addressOf = (ctx: KoaContext) => clientAddress(ctx.req, proxies);
  const takeFrom = (
    ctx: KoaContext,
    quota: Quota | typeof UNPROVEN,
    window: SlidingWindow,
    key: string,
    amount: number,
  ) => {
    const decision = window.take(key, amount);
    if ((quota !== UNPROVEN && window === windows[quota]) || !decision.allowed)
      setHeaders(ctx, limitFields(quota, window, decision));
    if (decision.allowed) return;
    metrics.rateLimited.inc({ policy: quota });
    throw tooManyRequests(window.limit, decision.resetSeconds);
  };
  const count = (ctx: KoaContext, quota: Quota, from: string, caller: string | null, amount: number) => {
    const address = callerOf(from);
    takeFrom(ctx, quota, windows[quota], caller ?? address, amount);
    if (caller === null) return;
    orUndo(
      () => takeFrom(ctx, quota, ofAddresses[quota], address, amount),
      () => windows[quota].giveBack(caller, amount),
    );
  };
  const giveBack = (quota: Quota, from: string, caller: string | null) => {
    windows[quota].giveBack(caller ?? callerOf(from));
    if (caller !== null) ofAddresses[quota].giveBack(callerOf(from));
  };
  return {
    addressOf,
    take(ctx, quota, caller) {
      const from = addressOf(ctx);
      if (!exempt.has(from)) count(ctx, quota, from, caller, 1);
    },
    takeUnproven(ctx, quota, caller) {
      const from = addressOf(ctx);
      if (exempt.has(from)) return;
      orUndo(
        () => takeFrom(ctx, UNPROVEN, ofUnproven, "all", 1),
        () => giveBack(quota, from, caller),
      );
    },
    giveBack(ctx, quota, caller) {
      const from = addressOf(ctx);
      if (!exempt.has(from)) giveBack(quota, from, caller);
    },
    takeBody(ctx, caller, bytes) {
      const from = addressOf(ctx);
      const quota = caller === null ? "address" : "credential";
      const amount = Math.min(Math.floor(bytes / LARGE_BODY), windows[quota].limit - 1);
      if (amount > 0 && !exempt.has(from)) count(ctx, quota, from, caller, amount);
    },
    takeEach(ctx, quota, caller, { field, each }) {
      const from = addressOf(ctx);
      if (exempt.has(from)) return;
      const { limit } = windows[quota];
      const [amount, must, one] = typeof each === "number" ? [each, "be", "one"] : [each.length, "hold", "entry"];
      if (amount > limit) {
        const message = `must ${must} at most ${limit}: each ${one} counts towards the limit per minute`;
        throw validationFailed([{ field, message }]);
      }
      count(ctx, quota, from, caller, amount);
    },
  };
}
