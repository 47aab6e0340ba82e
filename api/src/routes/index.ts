import { parametersIn, type Route } from "../http/route.ts";
import { openApi } from "../openapi/document.ts";
import * as adminAudit from "./admin/audit.ts";
import * as adminAuditLog from "./admin/audit-log.ts";
import * as adminIndexer from "./admin/indexer.ts";
import * as adminJobs from "./admin/jobs.ts";
import * as adminMerchants from "./admin/merchants.ts";
import * as adminQueues from "./admin/queues.ts";
import * as adminReports from "./admin/reports.ts";
import * as adminUsers from "./admin/users.ts";
import * as recovery from "./auth/recovery.ts";
import * as logins from "./auth/routes.ts";
import * as walletLogin from "./auth/wallet-login.ts";
import * as campaigns from "./campaigns/routes.ts";
import * as catalogue from "./catalogue/routes.ts";
import * as contractEvents from "./contract-events/routes.ts";
import * as customers from "./customers/routes.ts";
import { describeBy } from "./docs/routes.ts";
import * as dropClaims from "./drops/claims.ts";
import * as dropRoutes from "./drops/routes.ts";
import * as emailLogs from "./email-logs/routes.ts";
import * as escrows from "./escrows/routes.ts";
import * as events from "./events/routes.ts";
import * as governance from "./governance/routes.ts";
import * as health from "./health/routes.ts";
import * as leaderboard from "./leaderboard/routes.ts";
import * as merchants from "./merchants/routes.ts";
import * as metrics from "./metrics/routes.ts";
import * as network from "./network/routes.ts";
import * as points from "./points/routes.ts";
import * as pointRules from "./points/rules.ts";
import * as redemptions from "./redemptions/routes.ts";
import * as referralPrograms from "./referral-programs/routes.ts";
import * as referrals from "./referrals/routes.ts";
import * as rewards from "./rewards/routes.ts";
import * as search from "./search/routes.ts";
import * as statements from "./statements/routes.ts";
import * as stellarToml from "./stellar-toml/routes.ts";
import * as transactions from "./transactions/routes.ts";
import * as trustline from "./trustline/routes.ts";
import * as users from "./users/routes.ts";
import * as vesting from "./vesting/routes.ts";
import * as vouchers from "./vouchers/routes.ts";
import * as wallets from "./wallets/routes.ts";
import * as webhooks from "./webhooks/routes.ts";

const drops = { ...dropRoutes, ...dropClaims };
const auth = { ...logins, ...recovery, ...walletLogin };
const loyalty = { ...points, ...pointRules };
const admin = {
  ...adminUsers,
  ...adminMerchants,
  ...adminJobs,
  ...adminQueues,
  ...adminReports,
  ...adminAudit,
  ...adminAuditLog,
  ...adminIndexer,
};
const docs = { openapi: describeBy(() => openApi(resources)) };

/** Every route of the service by resource, with the texts below: what is exported by a `routes.ts` is served. */
const table = {
  merchants: { ...merchants, ...statements, ...customers },
  campaigns,
  rewards,
  drops,
  vouchers,
  catalogue,
  redemptions,
  points: loyalty,
  referralPrograms,
  referrals,
  transactions,
  trustline,
  auth,
  users,
  wallets: { ...wallets, ...network },
  escrows,
  vesting,
  leaderboard,
  search,
  emailLogs,
  admin,
  governance,
  events,
  webhooks,
  contractEvents,
  stellarToml,
  health,
  metrics,
  docs,
};

/** Texts of the documentation's groups, in the order in which a newcomer needs them: to pay a reward first, to run the service last. */
const about: Record<keyof typeof table, [name: string, description: string]> = {
  merchants: [
    "Merchants",
    "Registration, the merchant behind an API key, its keys, balance, statements and customers.",
  ],
  campaigns: ["Campaigns", "A campaign reserves a budget on the ledger, from which rewards are paid."],
  rewards: ["Rewards", "Issuing rewards to wallets, and tracking them."],
  trustline: [
    "Trustlines",
    "Whether a wallet can receive the reward asset, and the transaction that makes it able to.",
  ],
  transactions: ["Transactions", "Rewards that were paid on the ledger, and their sums."],
  webhooks: ["Webhooks", "Endpoints of merchants to which events are sent."],
  events: ["Events", "What happened to a merchant's or a user's records."],
  drops: ["Drops", "Lists of wallets and amounts; each wallet claims its share on the ledger."],
  vouchers: ["Vouchers", "Codes that pay whoever redeems them, for customers whose wallets aren't known."],
  points: ["Points", "The users' points, what earns them, and their ledger."],
  catalogue: ["Catalogue", "Items that users can get for points, or for tokens on the ledger."],
  redemptions: ["Redemptions", "Items that users redeemed for points or tokens, and their status."],
  referralPrograms: [
    "Referral programmes",
    "What merchants pay on the ledger, in tokens, for newcomers and those who brought them.",
  ],
  referrals: ["Referrals", "Newcomers of referral programmes, and their bonuses."],
  vesting: ["Vesting", "Tokens that merchants grant over time, and that wallets claim as they vest."],
  auth: ["Logins", "Logging in with a password or a wallet, and sessions."],
  users: ["Users", "Users, and the users whom they referred."],
  wallets: ["Wallets", "Linking wallets to an account, their balances, and transactions that they sign."],
  escrows: ["Escrows", "Tokens that the ledger holds between two parties until they, or an arbiter, decide."],
  leaderboard: ["Leaderboard", "Who has earned the most points. `/api/ws` pushes it to every user who is connected."],
  search: ["Search", "Finding records by words, and statistics of searches."],
  contractEvents: ["Contract events", "Events of the contracts, decoded from the ledger."],
  emailLogs: ["Mails", "Mails, and whether the mail server accepted them."],
  governance: ["Governance", "Stakes, proposals that change the system, and votes on them."],
  health: ["Health", "For load balancers and monitoring."],
  metrics: ["Metrics", "For Prometheus."],
  stellarToml: ["stellar.toml", "The file in which wallets find the key and the address of logins (SEP-1)."],
  docs: ["Documentation", "This description."],
  admin: ["Administration", "Users, merchants, background work and what administrators changed."],
};

export type Table = typeof table;

export interface Resource {
  /** Prefix of operation ids. */
  key: string;
  name: string;
  description: string;
  routes: [name: string, route: Route][];
}

export const resources: Resource[] = Object.entries(about).map(([key, [name, description]]) => ({
  key,
  name,
  description,
  routes: Object.entries(table[key as keyof Table] as Record<string, Route>),
}));

/** In the order of matching: a name in a path before a parameter in its place, /users/referral before /users/:id. */
export const routes: Route[] = resources
  .flatMap((resource) => resource.routes.map(([, route]) => route))
  .sort((a, b) => parametersIn(a.path) - parametersIn(b.path));
