import type { Route } from "../http/route.ts";
import * as campaigns from "./campaigns/routes.ts";
import * as contractEvents from "./contract-events/routes.ts";
import * as drops from "./drops/routes.ts";
import * as health from "./health/routes.ts";
import * as merchants from "./merchants/routes.ts";
import * as metrics from "./metrics/routes.ts";
import * as rewards from "./rewards/routes.ts";
import * as transactions from "./transactions/routes.ts";
import * as trustline from "./trustline/routes.ts";
import * as wallet from "./wallet/routes.ts";

/** Every route of the service: what is exported by a `routes.ts` is served. */
export const routes: Route[] = [
  merchants,
  campaigns,
  rewards,
  drops,
  transactions,
  trustline,
  wallet,
  contractEvents,
  health,
  metrics,
].flatMap((module) => Object.values(module));
