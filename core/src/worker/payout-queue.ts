import PQueue from "p-queue";
import { isOpening } from "../campaigns/open.ts";
import * as campaigns from "../campaigns/store.ts";
import { RpcUnavailable } from "../chain/errors.ts";
import * as jobs from "../jobs/jobs.ts";
import * as settle from "../rewards/settle.ts";
import type { Issuance } from "../rewards/store.ts";
import * as issuances from "../rewards/store.ts";
import { topics } from "../wake.ts";
import { type CampaignLoad, planBatches } from "./batching.ts";
import type { Crew } from "./crew.ts";
import { type Batch, claimBatch, idsOf } from "./payments.ts";
import { payBatch } from "./payout.ts";
import { type Decision, decide } from "./payout-results.ts";
import * as reasons from "./reasons.ts";
import { untilDone } from "./until-done.ts";

const QUEUE = "reward-issuance";
const TOPIC = topics.queue(QUEUE);

/** Jobs become due by time too, which nothing announces. */
const LOOK_AGAIN_MS = 250;

/** Pause of a batch that broke off before anything was stored, mostly because the node is away. */
const RELEASE_MS = 2_000;

/** Claims batches of due issuances and pays them, several at a time, until `stopped`; resolves when the last is done. */
export async function runPayouts(crew: Crew, stopped: AbortSignal): Promise<void> {
  const { context } = crew;
  const { concurrency } = context.settings.worker;
  const batches = new PQueue({ concurrency });
  const inFlight = new Map<string, number>();
  const count = (group: string, change: number) => inFlight.set(group, (inFlight.get(group) ?? 0) + change);

  async function start(group: string): Promise<void> {
    crew.fault("before-claim");
    const batch = await claim(crew, group);
    if (!batch) return;
    crew.fault("after-claim");
    count(group, 1);
    void batches
      .add(() => process(crew, batch))
      .finally(() => {
        count(group, -1);
        context.wake.notify(TOPIC);
      });
  }

  using work = context.wake.subscribe(TOPIC);
  while (!stopped.aborted) {
    context.heartbeats.beat("worker");
    try {
      const slots = concurrency - batches.size - batches.pending;
      const loads = slots > 0 ? await payableLoads(crew, inFlight) : [];
      for (const group of planBatches(loads, context.settings.worker.batchSize, slots)) await start(group);
    } catch (error) {
      logTrouble(crew, error);
    }
    await work.next({ timeoutMs: LOOK_AGAIN_MS, signal: stopped });
  }
  await batches.onIdle();
}

/** Due issuances by campaign, without those of campaigns that can't pay yet: these wait unclaimed. */
async function payableLoads(crew: Crew, inFlight: Map<string, number>): Promise<CampaignLoad[]> {
  const { db, clock } = crew.context;
  const groups = await db.read(async (store) => {
    const due = await jobs.dueGroups(store, QUEUE, clock.now());
    return Promise.all(
      due.map(async ({ group, due }) => ({ group, due, campaign: await campaigns.byId(store, Number(group)) })),
    );
  });
  const loads: CampaignLoad[] = [];
  for (const { group, due, campaign } of groups) {
    if (campaign && isOpening(campaign)) continue;
    if (campaign?.status === "active" && campaign.starts_at > clock.now()) {
      if (campaign.starts_at > (await crew.times.now())) continue;
    }
    loads.push({ group, due, inFlight: inFlight.get(group) ?? 0 });
  }
  return loads;
}

function claim({ context }: Crew, group: string): Promise<Batch | undefined> {
  const limit = context.settings.worker.batchSize;
  return context.db.commit((store) => claimBatch(store, { group, limit, now: context.clock.now() }));
}

async function process(crew: Crew, batch: Batch): Promise<void> {
  try {
    const closed = await closedReason(crew, batch);
    if (closed === undefined) return await payBatch(crew, batch);
    const decisions: Decision[] = batch.payments.map((payment) => ({
      payment,
      verdict: { kind: "never", reason: closed },
    }));
    await decide(crew, decisions);
  } catch (error) {
    logTrouble(crew, error);
    await untilDone(crew, () => release(crew, batch));
  }
}

/** Why the campaign pays nothing any more; undefined while it may. @throws RpcUnavailable */
async function closedReason(crew: Crew, { campaign }: Batch): Promise<string | undefined> {
  if (campaign.status !== "active") return reasons.campaignNotActive(campaign.status);
  return campaign.ends_at <= (await crew.times.now()) ? reasons.campaignExpired(campaign.ends_at) : undefined;
}

/** Gives the claims of a broken-off batch back, except what a stored transaction carries. */
async function release({ context }: Crew, batch: Batch): Promise<void> {
  await context.db.commit(async (store) => {
    const current = await issuances.byIds(store, idsOf(batch.payments));
    const isFree = ({ status, submission_id }: Issuance) => status === "pending" && submission_id === null;
    const free = new Set(current.filter(isFree).map((row) => row.id));
    const now = context.clock.now();
    const runAt = new Date(now.getTime() + RELEASE_MS);
    for (const { issuance, job } of batch.payments) {
      if (!free.has(issuance.id)) continue;
      if (!(await jobs.wait(store, job, { runAt, reason: reasons.ledgerUnreachable }))) continue;
      await settle.note(store, [issuance.id], { reason: reasons.ledgerUnreachable, now });
      await settle.giveAttemptBack(store, [issuance.id], now);
    }
  });
}

function logTrouble({ context }: Crew, error: unknown): void {
  if (error instanceof RpcUnavailable)
    context.log.warn({ err: error.message }, "payouts wait: the node is unreachable");
  else context.log.error({ err: error }, "payouts interrupted");
}
