import { and, eq, inArray } from "drizzle-orm";
import type { Campaign } from "../../programmes/campaigns/store.ts";
import * as campaigns from "../../programmes/campaigns/store.ts";
import { jobs as jobTable } from "../../store/db/schema/jobs.ts";
import type { Store } from "../../store/db/store.ts";
import type { Job } from "../../store/jobs/jobs.ts";
import * as jobs from "../../store/jobs/jobs.ts";
import { payloadOf } from "../../store/jobs/payloads.ts";
import { jobKey } from "../rewards/reference.ts";
import * as settle from "../rewards/settle.ts";
import type { Issuance } from "../rewards/store.ts";
import * as issuances from "../rewards/store.ts";
import type { ClaimedPayment } from "./payment.ts";

export interface Batch {
  campaign: Campaign;
  payments: ClaimedPayment[];
}

/** Claims a batch of a campaign and counts the attempt, as one unit. Undefined if there is nothing to pay. */
export async function claimBatch(
  store: Store,
  { group, limit, now }: { group: string; limit: number; now: Date },
): Promise<Batch | undefined> {
  const campaign = await campaigns.byId(store, Number(group));
  if (!campaign) throw new Error(`jobs of campaign ${group}, which does not exist`);
  const claimed = await jobs.claim(store, { queue: "reward-issuance", group, now, limit });
  const found = await issuances.byIds(store, claimed.map(issuanceId));
  const byId = new Map(found.map((issuance) => [issuance.id, issuance]));
  const payments: ClaimedPayment[] = [];
  for (const job of claimed) {
    const issuance = byId.get(issuanceId(job));
    // Settled by an earlier transaction: only its job is left.
    if (issuance?.status !== "pending") await jobs.complete(store, job);
    else if (issuance.submission_id === null) payments.push(paymentOf(issuance, job));
  }
  await settle.countAttempt(
    store,
    payments.map(({ issuance }) => issuance.id),
    now,
  );
  return payments.length > 0 ? { campaign, payments } : undefined;
}

/** The payments that a stored transaction carries. */
export async function carriedBy(store: Store, submissionId: number): Promise<ClaimedPayment[]> {
  const carried = await issuances.carriedBy(store, submissionId);
  const keys = carried.map((issuance) => jobKey(issuance.merchant_id, issuance.idempotency_key));
  if (keys.length === 0) return [];
  const rows = await store
    .select()
    .from(jobTable)
    .where(and(eq(jobTable.queue, "reward-issuance"), inArray(jobTable.key, keys)));
  const byKey = new Map(rows.map((job) => [job.key, job]));
  return carried.map((issuance, index) => {
    const job = byKey.get(keys[index] ?? "");
    if (!job) throw new Error(`pending issuance ${issuance.id} has no job`);
    return paymentOf(issuance, job);
  });
}

function paymentOf(issuance: Issuance, job: Job): ClaimedPayment {
  const { number, reference, wallet_address, amount, voucher_id } = issuance;
  // Only rewards that were found on the ledger may lack them, and these are paid.
  if (wallet_address === null || amount === null) throw new Error(`pending issuance ${issuance.id} has no wallet`);
  return { number, reference, wallet_address, amount, voucher_id, issuance, job };
}

const issuanceId = (job: Job) => payloadOf({ ...job, queue: "reward-issuance" }).issuance_id;
