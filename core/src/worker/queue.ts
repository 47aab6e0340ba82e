import { topics } from "../base/wake.ts";
import type { Parts } from "../context/parts.ts";
import { untilDone } from "../ledger/sending/until-done.ts";
import type { QueueName } from "../store/db/schema/jobs.ts";
import { type ClaimLoop, runClaimLoop } from "../store/jobs/claim-loop.ts";
import type { Job } from "../store/jobs/jobs.ts";
import * as jobs from "../store/jobs/jobs.ts";

export interface QueueLoop extends Pick<ClaimLoop, "concurrency" | "heartbeat"> {
  queue: QueueName;
  /** Claims a job of a group that has due jobs; if absent, the oldest one is claimed. */
  claim?(group: string): Promise<Job | undefined>;
  work(job: Job): Promise<void>;
}

/** Long, since what was sent and could not be recorded, such as a mail, is sent again. */
const PAUSE_MS = 5 * 60_000;

const REASON = "the attempt was interrupted by an error of the service, which is in its log";

/** Works on the due jobs of a queue, one per group at a time, until `stopped`. Resolves when the last is done. */
export async function runQueue(
  parts: Pick<Parts, "context" | "signal">,
  { queue, claim, work, ...loop }: QueueLoop,
  stopped: AbortSignal,
): Promise<void> {
  const { context } = parts;
  const { db } = context;

  async function claimOldest(group: string): Promise<Job | undefined> {
    const now = context.clock.now();
    const [job] = await db.commit((store) => jobs.claim(store, { queue, group, now, limit: 1 }));
    return job;
  }

  const look: ClaimLoop["look"] = async ({ free, isRunning, start }) => {
    const due = await db.read((store) => jobs.dueGroups(store, queue, context.clock.now()));
    for (const { group } of due.filter(({ group }) => !isRunning(group)).slice(0, free)) {
      const job = await (claim ?? claimOldest)(group);
      if (job) start(group, () => finish(parts, job, () => work(job)));
    }
  };
  await runClaimLoop(context, { ...loop, topic: topics.queue(queue), look }, stopped);
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
