import type { Parts } from "../context/parts.ts";
import type { Job } from "../store/jobs/jobs.ts";
import { payloadOf } from "../store/jobs/payloads.ts";
import { giveBack } from "./give-back.ts";
import { PromisedReserves } from "./promised-reserves.ts";
import { runQueue } from "./queue.ts";
import { sendEnvelope } from "./wallet-submission.ts";

const QUEUE = "wallet-submission";

/** Submissions at a time. What wallets signed waits for the ledger and uses no channel, so that slow wallets never keep rewards waiting. */
const CONCURRENCY = 16;

/** Sends what wallets signed, and leaves reserves to those that can carry them, until `stopped`; resolves when the last is decided, or deliveries are aborted. */
export async function runWalletSubmissions(parts: Parts, stopped: AbortSignal): Promise<void> {
  const promised = new PromisedReserves(parts);
  const work = (job: Job) => {
    const payload = payloadOf({ ...job, queue: QUEUE });
    if ("give_back" in payload) return giveBack(parts, job, payload.give_back);
    return sendEnvelope(parts, promised, job, payload.envelope_id);
  };
  await runQueue(parts, { queue: QUEUE, concurrency: CONCURRENCY, work }, stopped);
}
