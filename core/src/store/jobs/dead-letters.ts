import { and, count, eq, isNotNull, isNull } from "drizzle-orm";
import type { PageRequest } from "../../base/page.ts";
import { newest } from "../db/newest.ts";
import { deleteOldest } from "../db/oldest.ts";
import { deadLetterQueue, deadLetters, type QueueName, queueNames } from "../db/schema/jobs.ts";
import type { Store } from "../db/store.ts";
import type { DeadLetter, Depth } from "./jobs.ts";
import * as jobs from "./jobs.ts";

const isWaiting = isNull(deadLetters.redriven_at);

export interface QueueState extends Depth {
  queue: QueueName;
  /** Dead letters that wait for a redrive. */
  dead: number;
}

/** Every queue, also the empty ones. */
export async function queueStates(store: Store): Promise<QueueState[]> {
  const depths = await jobs.depth(store);
  const dead = await store
    .select({ queue: deadLetters.queue, letters: count() })
    .from(deadLetters)
    .where(isWaiting)
    .groupBy(deadLetters.queue);
  return queueNames.map((queue) => ({
    waiting: 0,
    leased: 0,
    oldest: null,
    ...depths.find((depth) => depth.queue === queue),
    queue,
    dead: Number(dead.find((row) => row.queue === deadLetterQueue(queue))?.letters ?? 0),
  }));
}

/** Dead letters of a queue that wait for a redrive, newest first. */
export const list = (store: Store, queue: QueueName, page: PageRequest): Promise<DeadLetter[]> =>
  newest(store, deadLetters, page, { queue: deadLetterQueue(queue) }, isWaiting);

/** The dead letter with this id, redriven or not. */
export async function byId(store: Store, queue: QueueName, id: number): Promise<DeadLetter | undefined> {
  return store
    .select()
    .from(deadLetters)
    .where(and(eq(deadLetters.queue, deadLetterQueue(queue)), eq(deadLetters.id, id)))
    .get();
}

/** Deletes some of the letters that were redriven before `time`. @returns how many */
export const prune = (store: Store, time: Date): Promise<number> =>
  deleteOldest(store, deadLetters.redriven_at, time, isNotNull(deadLetters.redriven_at));

/** Takes a letter for a redrive; undefined if it was redriven before. */
export async function take(store: Store, id: number, now: Date): Promise<DeadLetter | undefined> {
  return store
    .update(deadLetters)
    .set({ redriven_at: now })
    .where(and(eq(deadLetters.id, id), isWaiting))
    .returning()
    .get();
}
