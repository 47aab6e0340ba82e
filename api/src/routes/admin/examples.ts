import { kinds } from "@merit/core/reconciliation/differences.ts";
import { campaignTx, onePage, wallet } from "../../http/examples.ts";

const times = { created_at: "2026-11-21T18:00:00.000Z", updated_at: "2026-11-21T18:00:04.000Z" };

const job = {
  name: "prune",
  title: "Forgets sessions, one-time tokens and kept answers whose time is over",
  schedule: "every 3600 s",
  running: false,
  progress: null,
  next_run_at: "2026-11-21T19:00:00.000Z",
  last_started_at: "2026-11-21T18:00:00.000Z",
  last_finished_at: "2026-11-21T18:00:00.012Z",
  last_status: "succeeded" as const,
  last_result: { answers: 120, sessions: 4, one_time_tokens: 7 },
  last_error: null,
  failures: 0,
};
export const listJobs = { answers: { 200: onePage(job) } };
export const runJob = {
  params: { name: "prune" },
  answers: { 202: { ...job, next_run_at: "2026-11-21T18:30:00.000Z" } },
};

const queue = {
  name: "email" as const,
  waiting: 2,
  leased: 1,
  oldest_due_at: "2026-11-21T18:00:00.000Z",
  dead_letters: 1,
};
export const listQueues = { answers: { 200: onePage(queue) } };

const letter = {
  id: 3,
  queue: "email" as const,
  job_key: "mail:12",
  payload: { kind: "mail", email_id: 12 },
  attempts: 6,
  reason: "connection refused",
  failed_at: "2026-11-21T18:00:00.000Z",
  redriven_at: null,
};
const redriven = { ...letter, redriven_at: "2026-11-21T18:30:00.000Z" };
export const listLetters = {
  params: { name: "email" as const },
  query: { limit: "20" },
  answers: { 200: onePage(letter) },
};
export const redriveLetter = { params: { name: "email" as const, id: "3" }, answers: { 202: redriven } };
export const redriveLetters = {
  params: { name: "email" as const },
  body: { limit: 50 },
  answers: { 200: { redriven: [3], refused: [] } },
};

const entry = {
  id: 9,
  actor: "user:1",
  action: "user.role",
  subject: "user:7",
  detail: { from: "user", to: "admin" },
  created_at: "2026-11-21T18:00:00.000Z",
};
export const listAuditLog = { query: { subject: "user:7" }, answers: { 200: onePage(entry) } };

const difference = {
  kind: "campaign_spent" as const,
  where: { campaign_id: 1, contract_campaign_id: 1 },
  sides: { records: "125", ledger: "150" },
  ...kinds.campaign_spent,
};
export const showAudit = {
  query: { from: "2026-11-01T00:00:00Z", to: "2026-12-01T00:00:00Z" },
  answers: {
    200: {
      differences: [difference],
      total: 1,
      compared: { campaigns: 3, rewards: 1200, marks: 1200, events: 24 },
      not_compared: [],
    },
  },
};

const user = {
  id: 7,
  email: "ada@example.com",
  email_verified: true,
  pending_email: null,
  first_name: "Ada",
  last_name: null,
  role: "user" as const,
  created_at: times.created_at,
};
export const listUsers = { query: { email: "ada@" }, answers: { 200: onePage(user) } };
const userWithWallets = {
  ...user,
  referral_code: "7KQ2M9XWPA",
  referred_by: null,
  updated_at: times.updated_at,
  wallets: [{ address: wallet, proven: true, created_at: times.updated_at }],
};
export const showUser = { params: { id: "7" }, answers: { 200: userWithWallets } };

const merchant = { id: 1, name: "Corner Coffee", email: "owner@corner.example", created_at: times.created_at };
export const listMerchants = { query: { email: "owner@" }, answers: { 200: onePage(merchant) } };
export const showMerchant = { params: { id: "1" }, answers: { 200: merchant } };

const grant = {
  id: 5,
  merchant_id: 1,
  amount: "50000",
  status: "pending" as const,
  tx_hash: null,
  error_message: null,
  created_at: times.created_at,
  updated_at: times.created_at,
};
const confirmed = { ...grant, status: "confirmed" as const, tx_hash: campaignTx, updated_at: times.updated_at };
export const fundMerchant = { params: { id: "1" }, body: { amount: "50000" }, answers: { 202: grant } };
export const listGrants = { params: { id: "1" }, query: { limit: "20" }, answers: { 200: onePage(confirmed) } };

const backup = {
  file: "merit-20261121T030000Z-9f3c.db",
  bytes: 41_472_000,
  sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  created_at: "2026-11-21T03:00:00.000Z",
};
export const listBackups = { answers: { 200: onePage(backup) } };
export const createBackup = {
  answers: { 202: { ...job, name: "backup", title: "Backs the database up", schedule: "cron 0 3 * * *" } },
};
