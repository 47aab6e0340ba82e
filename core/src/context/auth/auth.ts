import type { Metrics } from "../../base/metrics/metrics.ts";
import type { Settings } from "../../base/settings/settings.ts";
import { type AuthKeys, openAuthKeys } from "./keys.ts";
import { createLoginThrottle, type LoginThrottle } from "./throttle.ts";

/** The part of the context that logins need. */
export interface Auth {
  keys: AuthKeys;
  throttle: LoginThrottle;
}

/** @throws SetupError, see `openAuthKeys` */
export const openAuth = (settings: Settings, metrics: Metrics): Auth => ({
  keys: openAuthKeys(settings),
  throttle: createLoginThrottle(settings, metrics),
});
