import { and, asc, desc, eq, gt, gte, inArray, isNotNull, isNull, or } from "drizzle-orm";
import { type SubmissionKind, type SubmissionState, submissionHashes, submissions } from "../db/schema.ts";
import type { Store } from "../db/store.ts";
import type { Envelope, FeeBump } from "./sender.ts";

export type Submission = typeof submissions.$inferSelect;

export interface NewSubmission {
  kind: SubmissionKind;
  campaignId?: number;
  merchantId?: number;
  /** Of the queue `transaction-submission`; none for payouts. */
  jobKey?: string;
  envelope: Envelope;
  /** The outer transaction that is sent first. */
  bump: FeeBump;
  now: Date;
}

/** Stores a signed transaction; the commit that this is part of must be synced before the transaction is sent. */
export async function insert(
  store: Store,
  { kind, campaignId, merchantId, jobKey, envelope, bump, now }: NewSubmission,
): Promise<number> {
  const { id } = await store
    .insert(submissions)
    .values({
      kind,
      campaign_id: campaignId ?? null,
      merchant_id: merchantId ?? null,
      job_key: jobKey ?? null,
      envelope: envelope.xdr,
      inner_hash: envelope.innerHash,
      channel: envelope.channel,
      sequence: String(envelope.sequence),
      max_ledger: envelope.maxLedger,
      max_time: envelope.maxTime,
      state: "stored",
      created_at: now,
      updated_at: now,
    })
    .returning({ id: submissions.id })
    .get();
  await addHash(store, id, bump);
  return id;
}

/** Keeps the hash of an outer transaction; one that is known already stays as it is. */
export async function addHash(store: Store, submissionId: number, { hash, fee }: FeeBump): Promise<void> {
  await store.insert(submissionHashes).values({ hash, submission_id: submissionId, fee }).onConflictDoNothing();
}

export async function hashesOf(store: Store, submissionId: number): Promise<string[]> {
  const rows = await store.select().from(submissionHashes).where(eq(submissionHashes.submission_id, submissionId));
  return rows.map(({ hash }) => hash);
}

export interface Closing {
  state: Exclude<SubmissionState, "stored">;
  txHash?: string | null;
  ledger?: number;
  batchSeq?: number;
  error?: string;
  now: Date;
}

/** Records what became of an open submission. Throws if it is not open: its results would be applied twice. */
export async function close(store: Store, id: number, closing: Closing): Promise<void> {
  const row = await store
    .update(submissions)
    .set({
      state: closing.state,
      tx_hash: closing.txHash ?? null,
      ledger: closing.ledger ?? null,
      batch_seq: closing.batchSeq ?? null,
      error_message: closing.error ?? null,
      updated_at: closing.now,
    })
    .where(and(eq(submissions.id, id), eq(submissions.state, "stored")))
    .returning({ id: submissions.id })
    .get();
  if (!row) throw new Error(`submission ${id} is not open`);
}

/** Transactions that may still land, oldest first. */
export async function listOpen(store: Store): Promise<Submission[]> {
  return store.select().from(submissions).where(eq(submissions.state, "stored")).orderBy(asc(submissions.id));
}

export const envelopeOf = (submission: Submission): Envelope => ({
  xdr: submission.envelope,
  innerHash: submission.inner_hash,
  channel: submission.channel,
  sequence: BigInt(submission.sequence),
  maxLedger: submission.max_ledger,
  maxTime: submission.max_time,
});

/** Numbers that the distribution contract gave to batches of this database, above `after`. */
export async function batchesAbove(store: Store, after: number): Promise<number[]> {
  const rows = await store
    .select({ seq: submissions.batch_seq })
    .from(submissions)
    .where(and(eq(submissions.kind, "payout"), gt(submissions.batch_seq, after)));
  return rows.map(({ seq }) => Number(seq));
}

/**
 * How many payouts after submission `after` may have a batch whose number isn't known: open ones, and those of which only the used
 * sequence was seen, unless that was before the highest batch's ledger, whose event tells by now.
 */
export async function countUnnumbered(store: Store, after: number): Promise<number> {
  const highest = await store
    .select({ ledger: submissions.ledger })
    .from(submissions)
    .where(and(eq(submissions.kind, "payout"), isNotNull(submissions.batch_seq)))
    .orderBy(desc(submissions.batch_seq))
    .limit(1)
    .get();
  const later = or(isNull(submissions.ledger), gte(submissions.ledger, highest?.ledger ?? 0));
  const found = await store.$count(
    submissions,
    and(
      eq(submissions.kind, "payout"),
      isNull(submissions.batch_seq),
      gt(submissions.id, after),
      or(eq(submissions.state, "stored"), and(inArray(submissions.state, ["confirmed", "consumed"]), later)),
    ),
  );
  return Number(found);
}

/** Id of the newest; 0 for none. */
export async function lastId(store: Store): Promise<number> {
  const row = await store.select({ id: submissions.id }).from(submissions).orderBy(desc(submissions.id)).limit(1).get();
  return row?.id ?? 0;
}
