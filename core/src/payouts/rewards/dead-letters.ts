import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { issuances } from "../../store/db/schema/issuances.ts";
import { deadLetterQueue, deadLetters } from "../../store/db/schema/jobs.ts";
import type { Store } from "../../store/db/store.ts";
import type { DeadLetter } from "../../store/jobs/jobs.ts";

/** Rewards that have used all their attempts. */
const REWARD_DLQ = deadLetterQueue("reward-issuance");

/** SQL condition: an issuance has used all its attempts, and waits for a redrive. */
export const isDeadLetter = sql`exists (select 1 from ${deadLetters} where ${deadLetters.queue} = ${REWARD_DLQ}
  and ${deadLetters.job_key} = ${issuances.merchant_id} || ':' || ${issuances.idempotency_key}
  and ${deadLetters.redriven_at} is null)`;

/** All letters of one reward, oldest first. */
export async function ofReward(store: Store, jobKey: string): Promise<DeadLetter[]> {
  return store
    .select()
    .from(deadLetters)
    .where(and(eq(deadLetters.queue, REWARD_DLQ), eq(deadLetters.job_key, jobKey)))
    .orderBy(asc(deadLetters.id));
}

/** Marks the letters of a job as redriven; the caller queues it again. */
export async function markRedriven(store: Store, jobKey: string, now: Date): Promise<void> {
  await store
    .update(deadLetters)
    .set({ redriven_at: now })
    .where(and(eq(deadLetters.queue, REWARD_DLQ), eq(deadLetters.job_key, jobKey), isNull(deadLetters.redriven_at)));
}
