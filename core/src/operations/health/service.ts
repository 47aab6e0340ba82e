import { isOutOfDescriptors } from "../../base/descriptors.ts";
import type { Context } from "../../context/context.ts";
import { networks } from "../../ledger/chain/networks.ts";
import * as events from "../../ledger/contract-events/store.ts";
import { readEpoch } from "../../payouts/rewards/epoch.ts";
import { facts } from "../../store/db/schema/facts.ts";
import type { LedRole } from "../../store/db/schema/processes.ts";
import { DatabaseUnavailable } from "../../store/db/unavailable.ts";
import { seenBy } from "../processes/presence.ts";
import type { Process } from "../processes/store.ts";
import * as processes from "../processes/store.ts";

/** Ledgers that the indexer may be behind: a minute on the networks, where a ledger takes about five seconds. */
const MAX_LAG_LEDGERS = 12;
/** The same bound for ledgers that close with each transaction, hundreds in a busy second. */
const MAX_LAG_LEDGERS_ON_DEMAND = 1_000;
/** A stuck node must not make the health check hang with it. */
const RPC_TIMEOUT_MS = 3000;
/** The indexer sends a heartbeat with every request to the node, and waits up to half a minute for a node that doesn't answer. */
const MAX_INDEXER_SILENCE_MS = 60_000;
/** The worker sends a heartbeat every few seconds, busy or not. */
const MAX_WORKER_SILENCE_MS = 15_000;

/** A process shows every few seconds that it lives. */
const MAX_PROCESS_SILENCE_MS = 15_000;

const STOPPING = "this process stops: send calls to another one";

const OUT_OF_DESCRIPTORS =
  "this process has too many open files: raise its limit (LimitNOFILE in systemd, ulimit -n), or find what keeps them open";

export interface Check {
  status: "ok" | "failed";
  /** Why it failed, and what to look at. */
  detail?: string;
  /** Further facts, such as `ledger`. */
  [fact: string]: unknown;
}

/** Check of a part whose state is in the database; the database's own check says why it can't be read. */
const UNREAD: Check = { status: "failed", detail: "unknown: the database can't be read" };

export interface Health {
  ok: boolean;
  /** True if the process is of any use: if it can read the database, it can answer some requests, until it stops. */
  alive: boolean;
  checks: { api: Check; database: Check; rpc: Check; indexer: Check; worker: Check };
  processes: Check[];
}

/** Each check reports only failures of its own part. */
export async function checkHealth(context: Context): Promise<Health> {
  const [{ database, alive }, rpc] = await Promise.all([checkDatabase(context), checkRpc(context)]);
  const all = await context.db.read(processes.list).catch(() => []);
  const at = (role: LedRole) => ({ ...context, ...seenBy(context, leaderOf(context, all, role)) });
  const indexer = await checkIndexer(at("indexer"), typeof rpc.ledger === "number" ? rpc.ledger : null);
  const worker = await checkWorker(at("worker"));
  const checks = { api: checkApi(context), database, rpc, indexer, worker };
  return {
    ok: Object.values(checks).every(({ status }) => status === "ok"),
    alive: alive && !context.stopping.signal.aborted,
    checks,
    processes: all.map(checkProcess),
  };
}

/** The process that does the work of a role; undefined if it is this one, or nobody is known to. */
const leaderOf = ({ processId }: Context, all: readonly Process[], role: LedRole) =>
  all.find(({ id, terms }) => id !== processId && terms[role] !== undefined);

/** Check of a process, without its host: everybody may ask. */
const checkProcess = ({ id, role, terms, seen_at, silentMs }: Process): Check => ({
  ...{ status: silentMs > MAX_PROCESS_SILENCE_MS ? "failed" : "ok", id, role, terms },
  seen_at: seen_at.toISOString(),
});

function checkApi({ descriptors, stopping }: Context): Check {
  if (stopping.signal.aborted) return { status: "failed", detail: STOPPING };
  return descriptors.exhausted ? { status: "failed", detail: OUT_OF_DESCRIPTORS } : { status: "ok" };
}

/** Reads and then writes, since a full or read-only disk can still be read. */
async function checkDatabase({ db, log }: Context): Promise<{ database: Check; alive: boolean }> {
  let alive = false;
  try {
    await db.read(async (store) => store.select().from(facts).limit(1));
    alive = true;
    await db.checkWritable();
    return { database: { status: "ok", engine: db.engine }, alive };
  } catch (error) {
    log.debug({ err: error }, "database check failed");
    const otherwise = `the database can't be ${alive ? "written" : "read"}`;
    const detail = error instanceof DatabaseUnavailable ? error.message : otherwise;
    return { database: { status: "failed", detail }, alive };
  }
}

const FRESH_MS = 1_000;
const newest = new WeakMap<Context["chain"], { at: number; ledger: ReturnType<Context["chain"]["latestLedger"]> }>();

/** The newest ledger. Everybody may ask for the health, so the node is asked once a second, and again at once after it failed. */
function latestLedger(chain: Context["chain"]) {
  const known = newest.get(chain);
  if (known && performance.now() - known.at < FRESH_MS) return known.ledger;
  const ledger = chain.latestLedger();
  newest.set(chain, { at: performance.now(), ledger });
  ledger.catch(() => newest.delete(chain));
  return ledger;
}

async function checkRpc({ chain, log }: Context): Promise<Check> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${RPC_TIMEOUT_MS / 1000} s`)), RPC_TIMEOUT_MS);
  });
  try {
    const { sequence, closeTime } = await Promise.race([latestLedger(chain), late]);
    return { status: "ok", ledger: sequence, ledger_closed_at: closeTime.toISOString() };
  } catch (error) {
    log.debug({ err: error }, "RPC check failed");
    const detail = isOutOfDescriptors(error) ? OUT_OF_DESCRIPTORS : "the Stellar RPC does not answer";
    return { status: "failed", detail };
  } finally {
    clearTimeout(timer);
  }
}

async function checkIndexer({ db, clock, chain, heartbeats }: Context, latest: number | null): Promise<Check> {
  const silence = heartbeats.age("indexer");
  if (silence === null) return { status: "failed", detail: "no process runs the indexer" };
  if (silence > MAX_INDEXER_SILENCE_MS) {
    return { status: "failed", detail: `the indexer has sent no heartbeat for ${Math.round(silence / 1000)} s` };
  }
  const progress = await db.read(events.progress).catch(() => null);
  if (progress === null) return UNREAD;
  if (!progress.cursor) return { status: "failed", detail: "the indexer has not stored anything yet" };
  const { cursor, gaps, missingLedgers } = progress;
  const age = Math.round((clock.now().getTime() - cursor.updated_at.getTime()) / 1000);
  if (latest === null)
    return { status: "failed", detail: "the newest ledger is unknown", ledger: cursor.ledger, age_seconds: age };
  const lag = Math.max(0, latest - cursor.ledger);
  // A gap is permanent: it is reported, but doesn't make the service unready.
  const missed = gaps === 0 ? {} : { gaps, missing_ledgers: missingLedgers };
  const facts = { ledger: cursor.ledger, lag_ledgers: lag, age_seconds: age, ...missed };
  const bound = networks[chain.network].closesOnDemand ? MAX_LAG_LEDGERS_ON_DEMAND : MAX_LAG_LEDGERS;
  if (latest < cursor.ledger - bound) {
    const detail =
      `the node is ${cursor.ledger - latest} ledgers behind what is stored: wait until it has caught up, or set MERIT_RPC_URL to a ` +
      "node of the ledger that the data belongs to. After a wrong answer of the node, the indexer goes back by itself";
    return { status: "failed", detail, ...facts };
  }
  if (lag > bound) return { status: "failed", detail: `the indexer is ${lag} ledgers behind`, ...facts };
  return { status: "ok", ...facts };
}

async function checkWorker({ db, heartbeats, blocks }: Context): Promise<Check> {
  const age = heartbeats.age("worker");
  if (age === null) return { status: "failed", detail: "no process runs the payout worker" };
  const silent = Math.round(age / 1000);
  if (age > MAX_WORKER_SILENCE_MS)
    return { status: "failed", detail: `the payout worker has sent no heartbeat for ${silent} s` };
  const epoch = await db.read(readEpoch).catch(() => null);
  if (epoch === null) return UNREAD;
  const waiting = blocks.list();
  // If one merchant's rewards wait, this is reported, but the service stays ready for the others.
  const block = waiting.find(({ subject }) => subject === undefined);
  const since = block && { since: block.since.toISOString() };
  if (epoch.status !== "open") {
    return { status: "failed", detail: `payouts are shut: ${block?.detail ?? epoch.reason}`, ...since };
  }
  if (block) return { status: "failed", detail: `rewards wait: ${block.detail}`, ...since };
  const merchants = new Set(waiting.map(({ subject }) => subject)).size;
  const [first] = waiting;
  const told = first && { merchants_waiting: merchants, detail: `rewards of some merchants wait: ${first.detail}` };
  return { status: "ok", age_seconds: silent, ...told };
}
