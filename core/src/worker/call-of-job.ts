import type { LedgerCall } from "../context/ledger-call.ts";
import type { Parts } from "../context/parts.ts";
import { ledgerJob } from "../contracts.ts";
import type { Job } from "../store/jobs/jobs.ts";
import { payloadOf } from "../store/jobs/payloads.ts";

const payloadOfCall = (job: Job) => payloadOf({ ...job, queue: "transaction-submission" });

/** The ledger call that a job asks for; undefined if it is done already. */
export async function callOf(parts: Parts, job: Job): Promise<LedgerCall | undefined> {
  const payload = payloadOfCall(job);
  return ledgerJob(payload).call(parts, job, payload);
}

/** True if a job's call reserves tokens of the merchant's balance. */
export function takesBalance(job: Job): boolean {
  const payload = payloadOfCall(job);
  return ledgerJob(payload).takesBalance?.(payload) ?? false;
}
