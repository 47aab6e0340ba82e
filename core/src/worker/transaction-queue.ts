import { asc } from "drizzle-orm";
import PQueue from "p-queue";
import type { Parts } from "../context/parts.ts";
import { isGrantJobOf } from "../parties/merchants/grant-store.ts";
import { jobs as jobTable } from "../store/db/schema/jobs.ts";
import { LOOK_AGAIN_MS } from "../store/jobs/claim-loop.ts";
import type { Job } from "../store/jobs/jobs.ts";
import * as jobs from "../store/jobs/jobs.ts";
import { callOf, takesBalance } from "./call-of-job.ts";
import { runQueue } from "./queue.ts";
import { sendCall } from "./send-call.ts";

const QUEUE = "transaction-submission";

/** Longest wait for a grant. It may become shorter, so jobs that wait for it look again in between. */
const LONGEST_WAIT_MS = 60_000;

/** Part of the transactions at a time that one merchant may have. */
const SHARE = 4;

/** Sends the transactions of due jobs, one at a time per group, until `stopped`; resolves when the last is done. */
export async function runTransactions(parts: Parts, stopped: AbortSignal): Promise<void> {
  const creations = new PQueue({ concurrency: 1 });
  const { concurrency } = parts.context.settings.worker;
  const claim = (group: string) => claimOne(parts, group);
  const work = (job: Job) => send(parts, job, creations);
  const eachTenant = Math.ceil(concurrency / SHARE);
  await runQueue(parts, { queue: QUEUE, concurrency, eachTenant, heartbeat: "worker", claim, work }, stopped);
}

/** Takes the oldest due job of a merchant; one that its balance pays waits for its grants, also for their next attempts. */
export async function claimOne({ context }: Parts, group: string): Promise<Job | undefined> {
  const now = context.clock.now();
  return context.db.commit(async (store) => {
    const [job] = await jobs.claim(store, { queue: QUEUE, group, now, limit: 1 });
    if (!job || !takesBalance(job)) return job;
    const grant = await store
      .select()
      .from(jobTable)
      .where(isGrantJobOf(Number(group)))
      .orderBy(asc(jobTable.run_at))
      .get();
    if (!grant) return job;
    const wait = Math.min(Math.max(grant.run_at.getTime() - now.getTime(), LOOK_AGAIN_MS), LONGEST_WAIT_MS);
    const runAt = new Date(now.getTime() + wait);
    await jobs.wait(store, job, { now, runAt, reason: "waits for the merchant's grant" });
    return undefined;
  });
}

async function send(parts: Parts, job: Job, creations: PQueue): Promise<void> {
  const call = await callOf(parts, job);
  if (call?.takesNextId) await creations.add(() => sendCall(parts, call));
  else if (call) await sendCall(parts, call);
  else await parts.context.db.commit((store) => jobs.complete(store, job));
}
