import { and, eq } from "drizzle-orm";
import * as campaigns from "../campaigns/store.ts";
import type { Submission } from "../chain/submissions.ts";
import * as submissions from "../chain/submissions.ts";
import { jobs as jobTable } from "../db/schema.ts";
import type { Job } from "../jobs/jobs.ts";
import type { Crew } from "./crew.ts";
import { paymentsOf } from "./payments.ts";
import { recordOutcome } from "./payout-results.ts";
import { deliver, noteSequence } from "./submit.ts";
import { taskOf } from "./task-of-job.ts";
import { recordTask } from "./task-run.ts";
import { untilDone } from "./until-done.ts";

/**
 * Takes up every transaction that an earlier process stored and didn't see the end of: it may have landed, it may land
 * yet, it may never have been sent. The same envelope is sent again until there is proof. Nothing new is paid before.
 */
export async function resumeOpen(crew: Crew): Promise<void> {
  const { db, log } = crew.context;
  const open = await db.read((store) => submissions.listOpen(store));
  if (open.length > 0) log.info({ submissions: open.length }, "resuming transactions of an earlier run");
  const held = open.map((submission) => ({ submission, channel: crew.channels.hold(submission.channel) }));
  await Promise.all(
    held.map(async ({ submission, channel }) => {
      const outcome = await deliver(crew, submission.id, submissions.envelopeOf(submission));
      if (outcome.kind === "unknown") return;
      const recorded = await untilDone(crew, async () => {
        if (submission.kind === "payout") await recordPayout(crew, submission, outcome);
        else await recordOther(crew, submission, outcome);
        return true;
      });
      log.info({ submission: submission.id, kind: submission.kind, outcome: outcome.kind }, "transaction resumed");
      if (!recorded || !channel) return;
      noteSequence(channel, submissions.envelopeOf(submission), outcome);
      crew.channels.release(channel);
    }),
  );
}

type Outcome = Awaited<ReturnType<typeof deliver>>;

/** Payments that are free again keep their jobs, which were released at the start. */
async function recordPayout(crew: Crew, submission: Submission, outcome: Outcome): Promise<void> {
  const { payments, campaign } = await crew.context.db.read(async (store) => ({
    payments: await paymentsOf(store, submission.id),
    campaign: await campaigns.byId(store, submission.campaign_id ?? 0),
  }));
  if (!campaign) throw new Error(`submission ${submission.id} is of no campaign`);
  await recordOutcome(crew, { submissionId: submission.id, campaign, payments }, outcome);
}

async function recordOther(crew: Crew, submission: Submission, outcome: Outcome): Promise<void> {
  const key = submission.job_key ?? keyBeforeJobKeys(submission);
  const job = await crew.context.db.read(async (store) =>
    store
      .select()
      .from(jobTable)
      .where(and(eq(jobTable.queue, "transaction-submission"), eq(jobTable.key, key)))
      .get(),
  );
  if (!job) throw new Error(`submission ${submission.id} has no job ${key}`);
  const task = await taskOf(crew, job as Job);
  if (!task) throw new Error(`submission ${submission.id}: what it does is done already`);
  await recordTask(crew, task, submission.id, outcome);
}

/** Submissions of earlier versions don't name their job. */
const keyBeforeJobKeys = ({ kind, merchant_id, campaign_id }: Submission) =>
  kind === "grant" ? `grant:${merchant_id}` : `campaign:${campaign_id}`;
