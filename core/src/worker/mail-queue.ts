import PQueue from "p-queue";
import type { Context } from "../context.ts";
import type { Job } from "../jobs/jobs.ts";
import * as jobs from "../jobs/jobs.ts";
import { payloadOf } from "../jobs/payloads.ts";
import { postBounded } from "../mail/outbox.ts";
import { openTransport } from "../mail/transport.ts";
import * as users from "../users/store.ts";
import { topics } from "../wake.ts";
import { type Mailer, sendMail } from "./mail-send.ts";

const QUEUE = "email";
const TOPIC = topics.queue(QUEUE);

/** Jobs become due by time too, which nothing announces. */
const LOOK_AGAIN_MS = 1_000;
/** Longer than a mail server may take with all its timeouts. */
const LEASE_MS = 5 * 60_000;
const CONCURRENCY = 3;

/** Sends the mails of due jobs until `stopped`; resolves when the last is done. Needs no ledger. */
export async function runMails(context: Context, stopped: AbortSignal): Promise<void> {
  const transport = openTransport(context.settings.mail);
  const mailer: Mailer = { context, transport };
  const tasks = new PQueue({ concurrency: CONCURRENCY });
  using work = context.wake.subscribe(TOPIC);
  while (!stopped.aborted) {
    try {
      const due = await context.db.read((store) => jobs.dueGroups(store, QUEUE, context.clock.now()));
      for (const { group } of due.slice(0, CONCURRENCY - tasks.size - tasks.pending)) {
        const job = await claim(context, group);
        if (!job) continue;
        const done = tasks.add(() => process(mailer, job));
        void done.finally(() => context.wake.notify(TOPIC));
      }
    } catch (error) {
      context.log.error({ err: error }, "mails interrupted");
    }
    await work.next({ timeoutMs: LOOK_AGAIN_MS, signal: stopped });
  }
  await tasks.onIdle();
  transport?.close();
}

async function claim({ db, clock }: Context, group: string): Promise<Job | undefined> {
  const now = clock.now();
  const leaseUntil = new Date(now.getTime() + LEASE_MS);
  const [job] = await db.commit((store) => jobs.claim(store, { queue: QUEUE, group, leaseUntil, now, limit: 1 }));
  return job;
}

async function process(mailer: Mailer, job: Job): Promise<void> {
  const payload = payloadOf({ ...job, queue: QUEUE });
  try {
    if (payload.kind === "mail") await sendMail(mailer, job, payload.email_id);
    else await postResetTo(mailer.context, job, payload.email);
  } catch (error) {
    // What it knows is in the database; the lease's end brings it back.
    mailer.context.log.error({ job_id: job.id, err: error }, "mail interrupted");
  }
}

/** Turns a request for a new password into a mail, if the address has an account with a password. */
async function postResetTo(context: Context, job: Job, email: string): Promise<void> {
  await context.db.commit(async (store) => {
    if (!(await jobs.complete(store, job))) return;
    const user = await users.byLogin(store, email);
    if (user) await postBounded(context, store, { template: "reset_password", userId: user.id, recipient: email });
  });
}
