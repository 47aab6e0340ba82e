import type { Submission } from "../../ledger/chain/submissions.ts";
import * as submissions from "../../ledger/chain/submissions.ts";
import { rewardEvent } from "../../ledger/contract-events/store.ts";
import * as campaigns from "../../programmes/campaigns/store.ts";
import type { Store } from "../../store/db/store.ts";
import * as jobs from "../../store/jobs/jobs.ts";
import { waitsFor } from "./accept.ts";
import * as letters from "./dead-letters.ts";
import { isShut } from "./epoch.ts";
import * as reasons from "./reasons.ts";
import { jobKey } from "./reference.ts";
import * as rewards from "./service.ts";
import type { Issuance } from "./store.ts";

// The history of a reward, from the existing records: its row, its job and dead letters, the transaction that
// carries or paid it, and that transaction's event. A step whose time isn't recorded is given without one.

export const timelineSteps = [
  "accepted",
  "claimed",
  "failed",
  "redriven",
  "sent",
  "in_ledger",
  "confirmed",
  "indexed",
  "waiting",
] as const;

export interface TimelineStep {
  step: (typeof timelineSteps)[number];
  /** Time by this machine's clock; of `in_ledger`, by the ledger's. Null: not known. */
  at: Date | null;
  /** Why it failed or waits, for the merchant. */
  detail?: string | undefined;
  /** How many times a worker had picked it up by then. */
  attempt?: number;
  /** Dead letter of a failure after all attempts. */
  dead_letter_id?: number;
  tx_hash?: string;
  ledger?: number | undefined;
  event_id?: string;
  /** When its job is due, or was, if nothing else is in the way. A held reward has none: it is due once there is a trustline. */
  next_attempt_at?: Date;
}

export interface Timeline {
  issuance: Issuance;
  /** In the order in which they happened; what it waits for now comes last. */
  steps: TimelineStep[];
}

/** @throws Problem 404 if the merchant has no such issuance */
export async function timeline(store: Store, merchantId: number, id: number, now: Date): Promise<Timeline> {
  const issuance = await rewards.get(store, merchantId, id);
  const steps = [
    accepted(issuance),
    ...(await attempts(store, issuance)),
    ...(await onLedger(store, issuance)),
    ...(await waiting(store, issuance, now)),
  ];
  return { issuance, steps };
}

/** A record that was rebuilt from the ledger doesn't say when the reward was requested. */
function accepted({ created_at, rebuilt_at }: Issuance): TimelineStep {
  return { step: "accepted", at: created_at.getTime() === rebuilt_at?.getTime() ? null : created_at };
}

/** The latest claim, and each time that the reward failed or was redriven. Of earlier claims only the number is kept. */
async function attempts(store: Store, issuance: Issuance): Promise<TimelineStep[]> {
  const { claimed_at, attempts, status, error_message, updated_at } = issuance;
  const steps: (TimelineStep & { at: Date })[] = [];
  if (claimed_at) steps.push({ step: "claimed", at: claimed_at, attempt: attempts });
  const failures = await letters.ofReward(store, keyOf(issuance));
  for (const { id, failed_at, reason, redriven_at } of failures) {
    steps.push({ step: "failed", at: failed_at, detail: reason, dead_letter_id: id });
    if (redriven_at) steps.push({ step: "redriven", at: redriven_at });
  }
  if (status === "failed" && !failures.some(({ redriven_at }) => redriven_at === null)) {
    steps.push({ step: "failed", at: updated_at, detail: error_message ?? undefined });
  }
  return steps.sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** Steps on the ledger, according to the transaction that paid it or is on its way. */
async function onLedger(store: Store, issuance: Issuance): Promise<TimelineStep[]> {
  const { status, tx_hash, reference } = issuance;
  const submission = await submissionOf(store, issuance);
  const event = tx_hash === null ? undefined : await rewardEvent(store, tx_hash, reference);
  const steps: TimelineStep[] = [];
  // It is sent right after the commit that stores it.
  if (submission) steps.push({ step: "sent", at: submission.created_at });
  if (tx_hash !== null) {
    // If the node had no record of it, this is the ledger in which its sequence was seen as used.
    const ledger = event?.ledger ?? (submission?.tx_hash === tx_hash ? submission.ledger : null);
    steps.push({ step: "in_ledger", at: event?.ledger_closed_at ?? null, tx_hash, ledger: ledger ?? undefined });
  }
  if (status === "confirmed") steps.push(confirmed(issuance, submission));
  if (event) steps.push({ step: "indexed", at: null, event_id: event.id });
  return steps;
}

async function submissionOf(store: Store, { tx_hash, submission_id }: Issuance): Promise<Submission | undefined> {
  if (tx_hash !== null) return submissions.byHash(store, tx_hash);
  return submission_id === null ? undefined : submissions.byId(store, submission_id);
}

/** The reward and its transaction are settled in one commit. A row that got its transaction later was changed since. */
function confirmed({ rebuilt_at, tx_hash, updated_at }: Issuance, submission: Submission | undefined): TimelineStep {
  if (rebuilt_at) return { step: "confirmed", at: rebuilt_at, detail: reasons.foundOnLedger };
  if (submission?.state === "confirmed") return { step: "confirmed", at: submission.updated_at };
  return { step: "confirmed", at: tx_hash === null ? updated_at : null };
}

/** The wait for the next attempt; nothing while a worker has it, or a transaction carries it. */
async function waiting(store: Store, issuance: Issuance, now: Date): Promise<TimelineStep[]> {
  if (issuance.status !== "pending" || issuance.submission_id !== null) return [];
  const job = await jobs.byKey(store, "reward-issuance", keyOf(issuance));
  if (!job || job.lease_owner !== null) return [];
  const campaign = await campaigns.byId(store, issuance.campaign_id);
  const detail = (await isShut(store)) ? reasons.recordsRebuilt : campaign && waitsFor(campaign, now);
  // The reason from the last attempt. The reason from the acceptance is about the campaign, which is checked again here.
  const said = issuance.attempts > 0 ? issuance.error_message : null;
  // While a reward is held, its job is due at the end of the holding, which `said` names.
  const due = issuance.held_at === null ? { next_attempt_at: job.run_at } : {};
  return [{ step: "waiting", at: job.queued_at, detail: detail ?? said ?? undefined, ...due }];
}

const keyOf = ({ merchant_id, idempotency_key }: Issuance) => jobKey(merchant_id, idempotency_key);
