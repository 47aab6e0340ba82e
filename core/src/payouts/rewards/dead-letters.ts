import { and, asc, desc, eq, isNull, lt, sql } from "drizzle-orm";
import { issuances } from "../../store/db/schema/issuances.ts";
import { deadLetterQueue, deadLetters } from "../../store/db/schema/jobs.ts";
import type { Store } from "../../store/db/store.ts";
import type { DeadLetter } from "../../store/jobs/jobs.ts";
import type { Issuance } from "./store.ts";

/** Rewards that have used all their attempts. */
const REWARD_DLQ = deadLetterQueue("reward-issuance");

export interface RewardDeadLetter {
  letter: DeadLetter;
  issuance: Issuance;
}

/** Letters of a merchant that wait for a redrive, newest first, ids below `before`. */
export async function listOf(
  store: Store,
  merchantId: number,
  { before, limit }: { before?: number; limit: number },
): Promise<RewardDeadLetter[]> {
  return store
    .select({ letter: deadLetters, issuance: issuances })
    .from(issuances)
    .innerJoin(
      deadLetters,
      and(
        eq(deadLetters.queue, REWARD_DLQ),
        eq(deadLetters.job_key, sql`${issuances.merchant_id} || ':' || ${issuances.idempotency_key}`),
      ),
    )
    .where(
      and(
        eq(issuances.merchant_id, merchantId),
        eq(issuances.status, "failed"),
        isNull(deadLetters.redriven_at),
        before === undefined ? undefined : lt(deadLetters.id, before),
      ),
    )
    .orderBy(desc(deadLetters.id))
    .limit(limit);
}

/** All letters of one reward, oldest first. */
export async function ofReward(store: Store, jobKey: string): Promise<DeadLetter[]> {
  return store
    .select()
    .from(deadLetters)
    .where(and(eq(deadLetters.queue, REWARD_DLQ), eq(deadLetters.job_key, jobKey)))
    .orderBy(asc(deadLetters.id));
}

/** The caller queues the job of these letters again. */
export async function markRedriven(store: Store, jobKey: string, now: Date): Promise<void> {
  await store
    .update(deadLetters)
    .set({ redriven_at: now })
    .where(and(eq(deadLetters.queue, REWARD_DLQ), eq(deadLetters.job_key, jobKey), isNull(deadLetters.redriven_at)));
}
