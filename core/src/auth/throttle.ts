import { BlockList, isIPv6 } from "node:net";
import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";

import type { Settings } from "../settings.ts";
import { tooManyAttempts } from "./problems.ts";

const ATTEMPTS = 10;
const WINDOW_SECONDS = 60;

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8);
loopback.addAddress("::1", "ipv6");

/**
 * Bounds guessing of passwords: 10 attempts a minute per account, whoever makes them, and 10 per address, whatever the account.
 * Attempts count before they are checked, so that many at once gain nothing; one that succeeds is given back.
 */
export interface LoginThrottle {
  /** Counts an attempt; the result gives it back. @throws Problem 429 */
  attempt(account: string, address: string): Promise<{ succeeded(): Promise<void> }>;
}

/** On `local` the machine's own address is not bounded: everything there comes from it. */
export function createLoginThrottle({ network }: Pick<Settings, "network">): LoginThrottle {
  const limits = { points: ATTEMPTS, duration: WINDOW_SECONDS };
  const accounts = new RateLimiterMemory({ keyPrefix: "account", ...limits });
  const addresses = new RateLimiterMemory({ keyPrefix: "address", ...limits });
  const isBounded = (address: string) =>
    network !== "local" || !loopback.check(address, isIPv6(address) ? "ipv6" : "ipv4");
  return {
    async attempt(account, address) {
      const bounded = isBounded(address);
      try {
        if (bounded) await addresses.consume(address);
        await accounts.consume(account);
      } catch (refusal) {
        throw tooManyAttempts(Math.ceil((refusal as RateLimiterRes).msBeforeNext / 1000));
      }
      return {
        async succeeded() {
          await accounts.delete(account);
          if (bounded) await addresses.reward(address);
        },
      };
    },
  };
}
