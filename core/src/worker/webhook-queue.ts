import type { Context } from "../context/context.ts";
import type { Job } from "../jobs/jobs.ts";
import { payloadOf } from "../jobs/payloads.ts";
import { attempt } from "../webhooks/attempt.ts";
import { runFanOut } from "../webhooks/fan-out.ts";
import { createSender } from "../webhooks/send.ts";
import { runQueue } from "./queue.ts";

const QUEUE = "webhook-delivery";

/** Requests at a time, of all endpoints together: they wait for others' servers most of the time. */
const CONCURRENCY = 256;

/** Makes the deliveries of events to webhooks, and sends them, until `stopped`. Needs no ledger. */
export async function runWebhooks(context: Context, stopped: AbortSignal): Promise<void> {
  const sender = createSender({ local: context.settings.network === "local" });
  stopped.addEventListener("abort", () => sender.close());
  const work = (job: Job) =>
    attempt(context, { sender, stopped }, job, payloadOf({ ...job, queue: QUEUE }).delivery_id);
  await Promise.all([
    runFanOut(context, stopped),
    runQueue({ context, signal: stopped }, { queue: QUEUE, concurrency: CONCURRENCY, work }, stopped),
  ]);
}
