import { AddressList, callerOf } from "../../base/limits/addresses.ts";
import { limitFields } from "../../base/limits/sliding-window.ts";
import type { Metrics } from "../../base/metrics/metrics.ts";
import type { Settings } from "../../base/settings/settings.ts";
import type { Database } from "../../store/db/database.ts";
import type { Store } from "../../store/db/store.ts";
import * as attempts from "./attempts.ts";
import { tooManyAttempts } from "./problems.ts";

export interface Attempt {
  /** RateLimit fields, for the answer to a wrong password. */
  fields: Record<string, string>;
  /** Gives a successful attempt back. */
  succeeded(store: Store): Promise<void>;
}

/**
 * Limits guesses of passwords, beside the limits for all calls: a number per minute for each account, whoever makes them,
 * and for each address, whatever the account. Attempts count before they are checked, so concurrent ones gain nothing; one that
 * succeeds is given back. They are rows, which all processes share.
 */
export interface LoginThrottle {
  /** @throws Problem 429 `too_many_attempts` */
  attempt(db: Database, account: string, address: string): Promise<Attempt>;
}

/** Makes the throttle. Addresses without other limits have none here either; accounts always have. */
export function createLoginThrottle({ http }: Pick<Settings, "http">, metrics: Metrics): LoginThrottle {
  const { login: limit, whitelist } = http.rateLimits;
  const exempt = new AddressList(whitelist);
  metrics.rateLimited.inc({ policy: "login" }, 0);
  return {
    async attempt(db, account, address) {
      const subjects = exempt.has(address) ? [] : [`address:${callerOf(address)}`];
      subjects.push(`account:${account}`);
      const taken = await db.commit(async (store) => {
        const all: attempts.Taken[] = [];
        // The account isn't asked for an address that has none left.
        for (const subject of subjects)
          if (all.every(({ allowed }) => allowed)) all.push(await attempts.take(store, subject, limit));
        return all;
      });
      const [tightest] = taken.toSorted((a, b) => a.remaining - b.remaining || Number(a.allowed) - Number(b.allowed));
      if (!tightest) throw new Error("an attempt of nobody");
      const fields = limitFields("login", { limit, windowSeconds: attempts.WINDOW_SECONDS }, tightest);
      if (!tightest.allowed) {
        metrics.rateLimited.inc({ policy: "login" });
        throw tooManyAttempts(tightest.resetSeconds, fields);
      }
      const ids = taken.flatMap(({ id }) => id ?? []);
      return { fields, succeeded: (store) => attempts.giveBack(store, ids) };
    },
  };
}
