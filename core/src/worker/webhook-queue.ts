import { setTimeout as pause } from "node:timers/promises";
import { topics } from "../base/wake.ts";
import type { Context } from "../context/context.ts";
import { attempt } from "../operations/webhooks/attempt.ts";
import { claim, QUEUE } from "../operations/webhooks/claim.ts";
import { runFanOut } from "../operations/webhooks/fan-out.ts";
import { createSender } from "../operations/webhooks/send.ts";
import { Slots } from "../operations/webhooks/slots.ts";
import { type ClaimLoop, runClaimLoop } from "../store/jobs/claim-loop.ts";
import { finish } from "./queue.ts";

const GATHER_MS = 5;

/** Makes the deliveries of events to webhooks, and sends them, until `stopped`. Needs no ledger. */
export async function runWebhooks(context: Context, stopped: AbortSignal): Promise<void> {
  const sender = createSender({ local: context.settings.network === "local" });
  stopped.addEventListener("abort", () => sender.close());
  const topic = topics.queue(QUEUE);
  const slots = new Slots();
  const means = { sender, slots, stopped, onFree: () => context.wake.notify(topic) };
  let last = "";
  let isIdle = true;
  const look: ClaimLoop["look"] = async ({ start }) => {
    slots.moveLate(performance.now());
    const found = await claim(context, slots, last);
    for (const each of found.claimed) {
      start(each.job.group, () => finish({ context, signal: stopped }, each.job, () => attempt(context, means, each)));
    }
    isIdle &&= found.claimed.length === 0;
    last = found.last;
    // There may be more behind those that were looked at; or, if all have had their turn, at those that got some.
    if (!found.isFull && (last !== "" || !isIdle)) context.wake.notify(topic);
    if (last === "") isIdle = true;
    // All work that ends meanwhile makes room for one claim, which costs as much as a claim for one.
    await pause(GATHER_MS);
  };
  await Promise.all([
    runFanOut(context, stopped),
    runClaimLoop(context, { topic, concurrency: Infinity, look }, stopped),
  ]);
}
