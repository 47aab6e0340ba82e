import { notFound, Problem } from "../../base/errors.ts";
import type { UnitContext } from "../../context/context.ts";
import { ledgerJob } from "../../contracts.ts";
import * as mails from "../../parties/mail/store.ts";
import * as rewards from "../../payouts/rewards/service.ts";
import * as issuances from "../../payouts/rewards/store.ts";
import { record } from "../../store/audit/audit.ts";
import { undoneIfRefused } from "../../store/db/dialect.ts";
import type { QueueName } from "../../store/db/schema/jobs.ts";
import type { Store } from "../../store/db/store.ts";
import * as letters from "../../store/jobs/dead-letters.ts";
import type { DeadLetter } from "../../store/jobs/jobs.ts";
import * as jobs from "../../store/jobs/jobs.ts";
import { payloadOf } from "../../store/jobs/payloads.ts";
import { alreadyRedriven, deadLetterFinal } from "./problems.ts";

interface Redrive {
  queue: QueueName;
  id: number;
  actor: string;
}

/**
 * Brings a dead letter's job back with all its attempts, in the caller's commit.
 * @throws Problem 404; 409 `already_redriven`, `dead_letter_final`, or why a reward can't be redriven; 503 `reconciling`
 */
export async function redrive(context: UnitContext, store: Store, { queue, id, actor }: Redrive): Promise<DeadLetter> {
  const now = context.clock.now();
  const known = await letters.byId(store, queue, id);
  if (!known) throw notFound("dead letter", id);
  const letter = await letters.take(store, id, now);
  if (!letter) throw alreadyRedriven(id, known.redriven_at ?? now);
  await queueAgain(context, store, queue, letter);
  const detail = { queue, job_key: letter.job_key };
  await record(store, { actor, action: "dead_letter.redrive", subject: `dead_letter:${id}`, detail, now });
  return letter;
}

async function queueAgain(context: UnitContext, store: Store, queue: QueueName, letter: DeadLetter): Promise<void> {
  const now = context.clock.now();
  const job = { ...letter, queue } as unknown as jobs.Job;
  if (queue === "reward-issuance") {
    const { issuance_id } = payloadOf({ ...job, queue });
    const issuance = await issuances.byId(store, issuance_id);
    if (!issuance) throw notFound("issuance", issuance_id);
    await rewards.redrive(store, issuance.merchant_id, issuance_id, { now });
    return;
  }
  if (queue === "email") {
    const payload = payloadOf({ ...job, queue });
    if (payload.kind === "mail") await mails.update(store, payload.email_id, { status: "queued", updated_at: now });
  } else if (queue === "transaction-submission") {
    const payload = payloadOf({ ...job, queue });
    const instead = await ledgerJob(payload).redrive(store, payload, now);
    if (instead !== undefined) throw deadLetterFinal(letter.id, instead);
  } else {
    throw deadLetterFinal(letter.id, "the wallet can sign a new envelope");
  }
  const { job_key: key, group, payload } = letter;
  await jobs.add(store, { queue, key, group, payload, now });
}

export interface Redriven {
  redriven: number[];
  refused: { id: number; code: string; detail: string }[];
}

/** Redrives up to `limit` letters of a queue, newest first, in the caller's commit: one that is refused stays as it was. */
export async function redriveAll(
  context: UnitContext,
  store: Store,
  { queue, limit, actor }: { queue: QueueName; limit: number; actor: string },
): Promise<Redriven> {
  const result: Redriven = { redriven: [], refused: [] };
  for (const { id } of await letters.list(store, queue, { limit })) {
    const outcome = await undoneIfRefused(store, () => redrive(context, store, { queue, id, actor }));
    if (outcome instanceof Problem) result.refused.push({ id, code: outcome.code, detail: outcome.detail });
    else result.redriven.push(id);
  }
  return result;
}
