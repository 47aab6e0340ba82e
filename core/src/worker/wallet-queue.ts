import type { Parts } from "../context/parts.ts";
import type { Job } from "../store/jobs/jobs.ts";
import { payloadOf } from "../store/jobs/payloads.ts";
import { runQueue } from "./queue.ts";
import { sendEnvelope } from "./wallet-submission.ts";

const QUEUE = "wallet-submission";

/** Submissions at a time. Each waits for the ledger and uses no channel, so that slow wallets never keep rewards waiting. */
const CONCURRENCY = 16;

/** Sends what wallets signed until `stopped`; resolves when the last is decided, or deliveries are aborted. */
export async function runWalletSubmissions(parts: Parts, stopped: AbortSignal): Promise<void> {
  const work = (job: Job) => sendEnvelope(parts, job, payloadOf({ ...job, queue: QUEUE }).envelope_id);
  await runQueue(parts, { queue: QUEUE, concurrency: CONCURRENCY, work }, stopped);
}
