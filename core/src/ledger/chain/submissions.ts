import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import { topics } from "../../base/wake.ts";
import { unindexed } from "../../store/db/dialect.ts";
import { type SubmissionState, submissionHashes, submissions } from "../../store/db/schema/submissions.ts";
import { type Store, union } from "../../store/db/store.ts";
import type { JobKind } from "../../store/jobs/payloads.ts";
import { statesBefore } from "./life.ts";
import type { Failed, Landed } from "./outcome.ts";
import type { Envelope, FeeBump } from "./sender.ts";

export type Submission = typeof submissions.$inferSelect;

/** Besides those of jobs; `upkeep` is the rent of the contracts. */
type SubmissionKind = "payout" | "epoch" | "upkeep" | JobKind;

export interface NewSubmission {
  kind: SubmissionKind;
  campaignId?: number;
  merchantId?: number;
  /** Key of its job in the queue `transaction-submission`; none for payouts. */
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

/** The outer transaction that landed as this one, or was sent as it. */
export async function byHash(store: Store, hash: string): Promise<Submission | undefined> {
  const sentAs = store
    .select({ id: submissionHashes.submission_id })
    .from(submissionHashes)
    .where(eq(submissionHashes.hash, hash));
  const landedAs = store.select({ id: submissions.id }).from(submissions).where(eq(submissions.tx_hash, hash));
  // With `or`, PostgreSQL would read all of them.
  return store
    .select()
    .from(submissions)
    .where(inArray(submissions.id, union(landedAs, sentAs)))
    .get();
}

export async function byId(store: Store, id: number): Promise<Submission | undefined> {
  return store.select().from(submissions).where(eq(submissions.id, id)).get();
}

/** The database doesn't have a transaction that this process stored: somebody has replaced the file with an older one. */
export class DatabaseTurnedBack extends Error {
  override name = "DatabaseTurnedBack";
}

export interface Closing {
  state: Exclude<SubmissionState, "stored">;
  txHash?: string | null;
  ledger?: number;
  batchSeq?: number;
  /** Stroops of XLM. */
  feeCharged?: bigint;
  error?: string;
  now: Date;
}

/** Closing facts of a transaction that the node has a record of. */
export const closingOf = (outcome: Landed | Failed): Omit<Closing, "now"> => ({
  state: outcome.kind,
  txHash: outcome.txHash,
  ledger: outcome.ledger,
  feeCharged: outcome.feeCharged,
  ...("reason" in outcome ? { error: outcome.reason } : {}),
});

/** Records the outcome of an open submission. Throws if it has already ended: its results would be applied twice. */
export async function close(store: Store, id: number, closing: Closing): Promise<void> {
  const row = await store
    .update(submissions)
    .set({
      state: closing.state,
      tx_hash: closing.txHash ?? null,
      ledger: closing.ledger ?? null,
      batch_seq: closing.batchSeq ?? null,
      fee_charged: closing.feeCharged ?? null,
      error_message: closing.error ?? null,
      updated_at: closing.now,
    })
    .where(and(eq(submissions.id, id), inArray(submissions.state, statesBefore(closing.state))))
    .returning({ id: submissions.id })
    .get();
  if (row) return closing.state === "confirmed" ? store.notify(topics.landed) : undefined;
  if (!(await byId(store, id))) throw new DatabaseTurnedBack(`transaction ${id} is missing`);
  throw new Error(`submission ${id} can't become ${closing.state}: it has already ended`);
}

/** Transactions that may still land, oldest first. */
export async function listOpen(store: Store): Promise<Submission[]> {
  // The partial index has few of them; it takes a literal, and SQLite would rather read all in the order of their ids.
  return store
    .select()
    .from(submissions)
    .where(sql`state = 'stored'`)
    .orderBy(asc(unindexed(submissions.id)));
}

export const envelopeOf = (submission: Submission): Envelope => ({
  xdr: submission.envelope,
  innerHash: submission.inner_hash,
  channel: submission.channel,
  sequence: BigInt(submission.sequence),
  maxLedger: submission.max_ledger,
  maxTime: submission.max_time,
});

/** Id of the newest; 0 for none. */
export async function lastId(store: Store): Promise<number> {
  const row = await store.select({ id: submissions.id }).from(submissions).orderBy(desc(submissions.id)).limit(1).get();
  return row?.id ?? 0;
}
