import PQueue from "p-queue";
import type { Job } from "../jobs/jobs.ts";
import * as jobs from "../jobs/jobs.ts";
import { payloadOf } from "../jobs/payloads.ts";
import { topics } from "../wake.ts";
import type { Crew } from "./crew.ts";
import { sendEnvelope } from "./wallet-submission.ts";

const QUEUE = "wallet-submission";
const TOPIC = topics.queue(QUEUE);

/** Jobs that were interrupted become due by time, which nothing announces. */
const LOOK_AGAIN_MS = 1_000;
/** Longer than an envelope can be on its way; a crash frees all leases at the next start. */
const LEASE_MS = 24 * 60 * 60_000;
/** Each waits for the ledger and uses no channel, so that slow wallets never keep rewards waiting, and hardly each other. */
const CONCURRENCY = 16;

/** Sends what wallets signed until `stopped`; resolves when the last is decided, or deliveries are aborted. */
export async function runWalletSubmissions(crew: Crew, stopped: AbortSignal): Promise<void> {
  const { context } = crew;
  const tasks = new PQueue({ concurrency: CONCURRENCY });
  using work = context.wake.subscribe(TOPIC);
  while (!stopped.aborted) {
    try {
      const due = await context.db.read((store) => jobs.dueGroups(store, QUEUE, context.clock.now()));
      for (const { group } of due.slice(0, CONCURRENCY - tasks.size - tasks.pending)) {
        const job = await claim(crew, group);
        if (!job) continue;
        const done = tasks.add(() => process(crew, job));
        void done.finally(() => context.wake.notify(TOPIC));
      }
    } catch (error) {
      context.log.error({ err: error }, "wallet submissions interrupted");
    }
    await work.next({ timeoutMs: LOOK_AGAIN_MS, signal: stopped });
  }
  await tasks.onIdle();
}

async function claim({ context }: Crew, group: string): Promise<Job | undefined> {
  const now = context.clock.now();
  const leaseUntil = new Date(now.getTime() + LEASE_MS);
  const [job] = await context.db.commit((store) =>
    jobs.claim(store, { queue: QUEUE, group, leaseUntil, now, limit: 1 }),
  );
  return job;
}

async function process(crew: Crew, job: Job): Promise<void> {
  try {
    await sendEnvelope(crew, job, payloadOf({ ...job, queue: QUEUE }).envelope_id);
  } catch (error) {
    // The envelope stays open; its job is taken up again at the next start.
    crew.context.log.error({ job: job.key, err: error }, "wallet submission interrupted");
  }
}
