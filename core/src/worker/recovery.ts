import { and, eq } from "drizzle-orm";
import type { Parts } from "../context/parts.ts";
import type { Outcome } from "../ledger/chain/outcome.ts";
import type { Submission } from "../ledger/chain/submissions.ts";
import * as submissions from "../ledger/chain/submissions.ts";
import { deliver, noteSequence } from "../ledger/sending/submit.ts";
import { untilDone } from "../ledger/sending/until-done.ts";
import { jobs as jobTable } from "../store/db/schema/jobs.ts";
import type { Job } from "../store/jobs/jobs.ts";
import * as jobs from "../store/jobs/jobs.ts";
import { callOf } from "./call-of-job.ts";
import { recordCall } from "./send-call.ts";

/** Takes the channels of all transactions that an earlier process left open, before anything new is sent. */
export async function holdChannels({ context, channels }: Parts): Promise<void> {
  for (const { channel } of await context.db.read(submissions.listOpen)) channels.hold(channel);
}

/**
 * Takes up every transaction of a call that an earlier process stored and didn't see the end of: it may have landed, it may land
 * yet, it may never have been sent. The same envelope is sent again until there is proof. Payouts are decided by the opening of
 * an epoch (payouts/batches/open.ts).
 */
export async function resumeTransactions(parts: Parts): Promise<void> {
  const { db, log } = parts.context;
  const all = await untilDone(parts, () => db.read(submissions.listOpen));
  const open = (all ?? []).filter(({ kind }) => kind !== "payout" && kind !== "epoch");
  if (open.length > 0) log.info({ submissions: open.length }, "resuming transactions of an earlier run");
  await Promise.all(
    open.map(async (submission) => {
      const outcome = await deliver(parts, submission.id, submissions.envelopeOf(submission));
      if (outcome.kind === "unknown") return;
      const recorded = await untilDone(parts, async () => {
        await record(parts, submission, outcome);
        return true;
      });
      log.info({ submission: submission.id, kind: submission.kind, outcome: outcome.kind }, "transaction resumed");
      const channel = parts.channels.byAccount(submission.channel);
      if (!recorded || !channel) return;
      noteSequence(channel, submissions.envelopeOf(submission), outcome);
      parts.channels.release(channel);
    }),
  );
}

async function record(
  parts: Parts,
  submission: Submission,
  outcome: Exclude<Outcome, { kind: "unknown" }>,
): Promise<void> {
  const key = submission.job_key ?? keyBeforeJobKeys(submission);
  const job = await parts.context.db.read(async (store) =>
    store
      .select()
      .from(jobTable)
      .where(and(eq(jobTable.queue, "transaction-submission"), eq(jobTable.key, key)))
      .get(),
  );
  const call = job && (await callOf(parts, job as Job));
  if (call) await recordCall(parts, call, submission.id, outcome);
  else await closeAlone(parts, submission, outcome, job as Job | undefined);
}

/** Closes a submission whose effect is already recorded: rebuilding read it from the ledger. */
async function closeAlone(
  { context: { db, clock } }: Parts,
  { id }: Submission,
  outcome: Exclude<Outcome, { kind: "unknown" }>,
  job: Job | undefined,
): Promise<void> {
  const closing = "txHash" in outcome ? submissions.closingOf(outcome) : { state: outcome.kind };
  await db.commit(async (store) => {
    await submissions.close(store, id, {
      ...closing,
      error: "its effect was already recorded",
      now: clock.now(),
    });
    if (job) await jobs.complete(store, job);
  });
}

/** Submissions of earlier versions don't name their job. */
const keyBeforeJobKeys = ({ kind, merchant_id, campaign_id }: Submission) =>
  kind === "grant" ? `grant:${merchant_id}` : `campaign:${campaign_id}`;
