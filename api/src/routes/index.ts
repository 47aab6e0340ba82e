import type { Route } from "../http/route.ts";
import * as recovery from "./auth/recovery.ts";
import * as auth from "./auth/routes.ts";
import * as walletLogin from "./auth/wallet-login.ts";
import * as campaigns from "./campaigns/routes.ts";
import * as contractEvents from "./contract-events/routes.ts";
import * as emailLogs from "./email-logs/routes.ts";
import * as health from "./health/routes.ts";
import * as merchants from "./merchants/routes.ts";
import * as metrics from "./metrics/routes.ts";
import * as rewards from "./rewards/routes.ts";
import * as stellarToml from "./stellar-toml/routes.ts";
import * as trustline from "./trustline/routes.ts";
import * as users from "./users/routes.ts";
import * as wallets from "./wallets/routes.ts";

const modules = [
  auth,
  recovery,
  walletLogin,
  users,
  wallets,
  merchants,
  campaigns,
  rewards,
  trustline,
  contractEvents,
  emailLogs,
  health,
  metrics,
  stellarToml,
];

/** A name in a path is matched before a parameter in its place: /users/referral before /users/:id. */
const byPath = (a: Route, b: Route) => sortKey(a) - sortKey(b);
const sortKey = ({ path }: Route) => (path.includes(":") ? 1 : 0);

/** Every route of the service: what is exported by one of the modules is served. */
export const routes: Route[] = modules.flatMap((module): Route[] => Object.values(module)).sort(byPath);
