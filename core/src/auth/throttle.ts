import { AddressList, callerOf } from "../limits/addresses.ts";
import { limitFields } from "../limits/fields.ts";
import { SlidingWindow } from "../limits/sliding-window.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { Settings } from "../settings/settings.ts";
import { tooManyAttempts } from "./problems.ts";

export interface Attempt {
  /** RateLimit fields, for the answer to a wrong password. */
  fields: Record<string, string>;
  /** Gives the attempt back. */
  succeeded(): void;
}

/**
 * Limits guesses of passwords, beside the limits for all calls: a number per minute for each account, whoever makes them,
 * and for each address, whatever the account. Attempts count before they are checked, so concurrent ones gain nothing; one that
 * succeeds is given back.
 */
export interface LoginThrottle {
  /** @throws Problem 429 `too_many_attempts` */
  attempt(account: string, address: string): Attempt;
}

/** Addresses without limits have none here either; accounts always have. */
export function createLoginThrottle({ http }: Pick<Settings, "http">, metrics: Metrics): LoginThrottle {
  const { login, whitelist } = http.rateLimits;
  const exempt = new AddressList(whitelist);
  const accounts = new SlidingWindow(login);
  const addresses = new SlidingWindow(login);
  const take = (window: SlidingWindow, key: string) => {
    const decision = window.take(key);
    const fields = limitFields("login", window, decision);
    if (decision.allowed) return { ...decision, fields };
    metrics.rateLimited.inc({ policy: "login" });
    throw tooManyAttempts(decision.resetSeconds, fields);
  };
  return {
    attempt(account, address) {
      const from = exempt.has(address) ? null : callerOf(address);
      const ofAddress = from === null ? null : take(addresses, from);
      const ofAccount = take(accounts, account);
      const tightest = ofAddress && ofAddress.remaining < ofAccount.remaining ? ofAddress : ofAccount;
      return {
        fields: tightest.fields,
        succeeded() {
          accounts.giveBack(account);
          if (from !== null) addresses.giveBack(from);
        },
      };
    },
  };
}
