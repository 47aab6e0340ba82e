import type { Context } from "../../context/context.ts";
import type { Claimed } from "./claim.ts";
import type { Sender } from "./send.ts";
import { type Attempted, isOk, settle } from "./settle.ts";
import { sign } from "./sign.ts";
import type { Slots } from "./slots.ts";
import type { Webhook } from "./store.ts";

export interface Means {
  sender: Sender;
  slots: Slots;
  /** Called when an endpoint has room again. */
  onFree(): void;
  stopped: AbortSignal;
}

/** Sends a delivery once, and records what came of it. Takes its place before it returns. */
export async function attempt(context: Context, means: Means, claimed: Claimed): Promise<void> {
  const attempted = await send(context, means, claimed);
  // Broken off: the next start takes the job again, since nobody knows whether the receiver has the event.
  if (means.stopped.aborted && "error" in attempted.result) return;
  const isOver = await settle(context, attempted);
  if (isOver) context.metrics.jobFinished("webhook-delivery", isOk(attempted) ? "completed" : "failed");
}

async function send({ auth, clock }: Context, { sender, slots, onFree }: Means, claimed: Claimed): Promise<Attempted> {
  const { job, webhook, event } = claimed;
  const place = slots.take(job.group, performance.now());
  const began = clock.now();
  let isAnswered = false;
  try {
    const signed = sign(auth.keys, { ...event, salts: saltsOf(webhook, began), now: began });
    const headers = { "content-type": "application/json", "user-agent": "Merit-Webhooks/1", ...signed };
    const answer = await sender.post(webhook.url, headers, event.body);
    isAnswered = true;
    return { claimed, result: { answer }, began, ended: clock.now() };
  } catch (error) {
    return { claimed, result: { error: (error as Error).message }, began, ended: clock.now() };
  } finally {
    slots.free(place, { isAnswered, now: performance.now() });
    onFree();
  }
}

function saltsOf({ salt, previous_salt, previous_until }: Webhook, now: Date): string[] {
  const isValid = previous_salt !== null && previous_until !== null && previous_until > now;
  return isValid ? [salt, previous_salt] : [salt];
}
