import PQueue from "p-queue";
import type { Context } from "../context/context.ts";
import type { QueueName } from "../db/schema/jobs.ts";
import type { Job } from "../jobs/jobs.ts";
import * as jobs from "../jobs/jobs.ts";
import { topics } from "../wake.ts";
import { putBack } from "./put-back.ts";

export interface JobLoop {
  queue: QueueName;
  /** Jobs at a time. */
  concurrency: number;
  work(job: Job): Promise<void>;
}

/** Jobs become due by time too, which nothing announces. */
const LOOK_AGAIN_MS = 1_000;

/** Works on the due jobs of a queue until `stopped`; resolves when the last is done. */
export async function runJobs(context: Context, loop: JobLoop, stopped: AbortSignal): Promise<void> {
  const { queue, concurrency } = loop;
  const topic = topics.queue(queue);
  const tasks = new PQueue({ concurrency });
  using news = context.wake.subscribe(topic);
  while (!stopped.aborted) {
    try {
      const due = await context.db.read((store) => jobs.dueGroups(store, queue, context.clock.now()));
      for (const { group } of due.slice(0, concurrency - tasks.size - tasks.pending)) {
        const job = await claim(context, loop, group);
        if (!job) continue;
        const done = tasks.add(() => process(context, loop, job, stopped));
        void done.finally(() => context.wake.notify(topic));
      }
    } catch (error) {
      context.log.error({ queue, err: error }, "jobs interrupted");
    }
    await news.next({ timeoutMs: LOOK_AGAIN_MS, signal: stopped });
  }
  await tasks.onIdle();
}

async function claim({ db, clock }: Context, { queue }: JobLoop, group: string): Promise<Job | undefined> {
  const [job] = await db.commit((store) => jobs.claim(store, { queue, group, now: clock.now(), limit: 1 }));
  return job;
}

async function process(context: Context, { queue, work }: JobLoop, job: Job, stopped: AbortSignal): Promise<void> {
  try {
    await work(job);
  } catch (error) {
    context.log.error({ queue, job_id: job.id, err: error }, "job interrupted");
    await putBack({ context, signal: stopped }, job);
  }
}
