import { topics } from "../base/wake.ts";
import type { Parts } from "../context/parts.ts";
import { untilDone } from "../ledger/sending/until-done.ts";
import type { QueueName } from "../store/db/schema/jobs.ts";
import { type ClaimLoop, runClaimLoop } from "../store/jobs/claim-loop.ts";
import type { Job } from "../store/jobs/jobs.ts";
import * as jobs from "../store/jobs/jobs.ts";

export interface QueueLoop extends Pick<ClaimLoop, "concurrency" | "heartbeat"> {
  queue: QueueName;
  /** How many jobs of one tenant may run at a time; if absent, as many as of all. */
  eachTenant?: number;
  /** Claims a job of a group that has due jobs; if absent, the oldest one is claimed. */
  claim?(group: string): Promise<Job | undefined>;
  work(job: Job): Promise<void>;
}

/** Long pause, since what was sent and could not be recorded, such as a mail, is sent again. */
const PAUSE_MS = 5 * 60_000;

const REASON = "the attempt was interrupted by an error of the service, which is in its log";

/**
 * Works on the due jobs of a queue, one per group at a time, until `stopped`: those of the tenants with the fewest jobs under way
 * first, then those that have waited longest. Resolves when the last is done.
 */
export async function runQueue(
  parts: Pick<Parts, "context" | "signal">,
  { queue, eachTenant = Infinity, claim, work, ...loop }: QueueLoop,
  stopped: AbortSignal,
): Promise<void> {
  const { context } = parts;
  const { db } = context;

  async function claimOldest(group: string): Promise<Job | undefined> {
    const now = context.clock.now();
    const [job] = await db.commit((store) => jobs.claim(store, { queue, group, now, limit: 1 }));
    return job;
  }

  const underWay = new Map<string, number>();
  const count = (tenant: string, change: number) => {
    const sum = (underWay.get(tenant) ?? 0) + change;
    if (sum > 0) underWay.set(tenant, sum);
    else underWay.delete(tenant);
  };
  const look: ClaimLoop["look"] = async ({ free, isRunning, start }) => {
    const due = await db.read((store) => jobs.dueGroups(store, queue, context.clock.now()));
    const idle = due.filter(({ group }) => !isRunning(group)).map(({ group }) => group);
    for (const group of turns(idle, underWay, { most: free, eachTenant })) {
      const job = await (claim ?? claimOldest)(group);
      if (!job) continue;
      const tenant = jobs.tenantOf(group);
      count(tenant, 1);
      start(group, () => finish(parts, job, () => work(job)).finally(() => count(tenant, -1)));
    }
  };
  await runClaimLoop(context, { ...loop, topic: topics.queue(queue), look }, stopped);
}

/**
 * Picks the groups whose turn it is, in order.
 * @param groups longest waiting first
 * @param underWay jobs of each tenant that run now
 */
export function turns(
  groups: readonly string[],
  underWay: ReadonlyMap<string, number>,
  { most, eachTenant }: { most: number; eachTenant: number },
): string[] {
  const place = new Map<string, number>();
  const placed = groups.flatMap((group, age) => {
    const tenant = jobs.tenantOf(group);
    const before = place.get(tenant) ?? underWay.get(tenant) ?? 0;
    place.set(tenant, before + 1);
    return before < eachTenant ? [{ group, before, age }] : [];
  });
  const inTurn = placed.toSorted((a, b) => a.before - b.before || a.age - b.age);
  return inTurn.slice(0, Math.max(0, most)).map(({ group }) => group);
}

/** Works on a claimed job. If an error of the service breaks that off, the job is put back. */
export async function finish(
  parts: Pick<Parts, "context" | "signal">,
  job: Job,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    parts.context.log.error({ queue: job.queue, job: job.key, err: error }, "job interrupted");
    await putBack(parts, job);
  }
}

/** Puts a job back that an error of the service broke off. What it has done until then is in the database. */
async function putBack(parts: Pick<Parts, "context" | "signal">, job: Job): Promise<void> {
  const { db, clock } = parts.context;
  await untilDone(parts, () => {
    const now = clock.now();
    const runAt = new Date(now.getTime() + PAUSE_MS);
    return db.commit((store) => jobs.wait(store, job, { now, runAt, reason: REASON }));
  });
}
