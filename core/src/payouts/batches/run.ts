import { topics } from "../../base/wake.ts";
import { ChainError, RpcUnavailable } from "../../ledger/chain/errors.ts";
import { untilDone } from "../../ledger/sending/until-done.ts";
import { isOpening } from "../../programmes/campaigns/open.ts";
import * as campaigns from "../../programmes/campaigns/store.ts";
import { runClaimLoop, type Turn } from "../../store/jobs/claim-loop.ts";
import * as jobs from "../../store/jobs/jobs.ts";
import { readEpoch } from "../rewards/epoch.ts";
import * as reasons from "../rewards/reasons.ts";
import * as settle from "../rewards/settle.ts";
import type { Issuance } from "../rewards/store.ts";
import * as issuances from "../rewards/store.ts";
import { type Batch, claimBatch } from "./claim.ts";
import { payBatch } from "./pay.ts";
import { issuanceIds } from "./payment.ts";
import type { Payouts, Session } from "./payouts.ts";
import { type CampaignLoad, planBatches } from "./plan.ts";

const QUEUE = "reward-issuance";

/** Pause of a batch that was interrupted before anything was stored, mostly because the node is down. */
const RELEASE_MS = 2_000;

/** While the system refuses payouts, one batch is tried this often. */
const PROBE_MS = 5_000;

/** How often a session checks whether it may continue. */
const CHECK_MS = 30_000;

/** Refusals of the system that concern all rewards. */
const forAll = new Set(["role", "stopped", "pool", "contracts", "fee", "fee_account", "setup"]);

/**
 * Claims batches of due issuances and pays them, several at a time, until `stopped` or the end of the session; resolves when
 * the last is done.
 */
export async function runSession(payouts: Payouts, session: Session, stopped: AbortSignal): Promise<void> {
  const { context, fault } = payouts;
  const { concurrency, batchSize } = context.settings.worker;
  const onTheirWay = new Set<Batch>();
  let checkAt = performance.now() + CHECK_MS;
  let probeAt = 0;

  /** How many batches may start: few while the system refuses them, none while the node is overrun. */
  function slots(free: number): number {
    if (payouts.pressure.isHigh()) return 0;
    if (!context.blocks.list().some(({ cause }) => forAll.has(cause))) return free;
    if (onTheirWay.size > 0 || performance.now() < probeAt) return 0;
    probeAt = performance.now() + PROBE_MS;
    return 1;
  }

  async function look({ free, start }: Turn): Promise<void> {
    if (performance.now() >= checkAt) {
      checkAt = performance.now() + CHECK_MS;
      await checkSession(payouts, session);
    }
    const count = slots(free);
    const loads = count > 0 ? await payableLoads(payouts, onTheirWay) : [];
    for (const group of planBatches(loads, batchSize, count)) {
      if (session.end) return;
      fault("before-claim");
      const batch = await claim(payouts, group);
      if (!batch) continue;
      fault("after-claim");
      onTheirWay.add(batch);
      start(group, () => process(payouts, session, batch).finally(() => onTheirWay.delete(batch)));
    }
  }

  const stop = () => session.stop("stopped", "the worker stops");
  if (stopped.aborted) stop();
  stopped.addEventListener("abort", stop);
  const loop = { topic: topics.queue(QUEUE), concurrency, heartbeat: "worker" };
  const lookAgain = (turn: Turn) => look(turn).catch((error) => logTrouble(payouts, error));
  await runClaimLoop(context, { ...loop, look: lookAgain }, session.signal);
  stopped.removeEventListener("abort", stop);
}

/** Checks, even with nothing to pay, that the epoch is still this service's and that its numbers are of the current period. */
async function checkSession({ context: { chain, db } }: Payouts, session: Session): Promise<void> {
  const { epoch } = await chain.batches();
  if (epoch > session.epoch) session.stop("foreign", `another service has opened epoch ${epoch}`);
  const { value: first } = await chain.contracts.distribution.view("first_number");
  if (Number(first) > (await db.read(readEpoch)).first_number)
    session.stop("period", "a new period of payment numbers begins");
}

/** Due issuances by campaign, without those of campaigns that can't pay yet: these wait unclaimed. */
async function payableLoads({ context, times }: Payouts, onTheirWay: ReadonlySet<Batch>): Promise<CampaignLoad[]> {
  const { db, clock } = context;
  const groups = await db.read(async (store) => {
    const due = await jobs.dueGroups(store, QUEUE, clock.now());
    return Promise.all(
      due.map(async ({ group, due }) => ({ group, due, campaign: await campaigns.byId(store, Number(group)) })),
    );
  });
  const inFlight = (id: number) => [...onTheirWay].filter(({ campaign }) => campaign.id === id).length;
  const loads: CampaignLoad[] = [];
  for (const { group, due, campaign } of groups) {
    if (!campaign || isOpening(campaign)) continue;
    if (campaign.status === "active" && campaign.starts_at > clock.now()) {
      if (campaign.starts_at > (await times.now())) continue;
    }
    loads.push({ group, merchantId: campaign.merchant_id, due, inFlight: inFlight(campaign.id) });
  }
  // Campaigns with nothing to pay now, but with batches on their way: these count towards their merchant's share.
  for (const { campaign } of onTheirWay) {
    const group = String(campaign.id);
    if (loads.some((load) => load.group === group)) continue;
    loads.push({ group, merchantId: campaign.merchant_id, due: 0, inFlight: inFlight(campaign.id) });
  }
  return loads;
}

function claim({ context }: Payouts, group: string): Promise<Batch | undefined> {
  const limit = context.settings.worker.batchSize;
  return context.db.commit((store) => claimBatch(store, { group, limit, now: context.clock.now() }));
}

async function process(payouts: Payouts, session: Session, batch: Batch): Promise<void> {
  try {
    await payBatch(payouts, session, batch);
  } catch (error) {
    logTrouble(payouts, error);
    await untilDone(payouts, () => release(payouts, batch, reasonOf(error)));
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof RpcUnavailable) return reasons.ledgerUnreachable;
  return error instanceof ChainError && !error.retry ? reasons.notSetUp : reasons.interrupted;
}

/** Gives back the claims of an interrupted batch, except payments that were decided or that a stored transaction carries. */
async function release({ context }: Payouts, batch: Batch, reason: string): Promise<void> {
  await context.db.commit(async (store) => {
    const current = await issuances.byIds(store, issuanceIds(batch.payments));
    const isFree = ({ status, submission_id }: Issuance) => status === "pending" && submission_id === null;
    const free = new Set(current.filter(isFree).map((row) => row.id));
    const now = context.clock.now();
    const runAt = new Date(now.getTime() + RELEASE_MS);
    for (const { issuance, job } of batch.payments) {
      if (!free.has(issuance.id)) continue;
      if (await jobs.wait(store, job, { runAt, reason, now })) await settle.note(store, [issuance.id], { reason, now });
    }
  });
}

function logTrouble({ context }: Payouts, error: unknown): void {
  if (error instanceof RpcUnavailable) {
    context.log.warn({ err: error.message }, "payouts wait: the node can't be reached");
  } else if (error instanceof ChainError && !error.retry) {
    context.log.error({ err: error.message }, "payouts wait for the operator");
    context.blocks.raise("setup", error.message);
  } else {
    context.log.error({ err: error }, "payouts interrupted");
  }
}
