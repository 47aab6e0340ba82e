import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import type { Context } from "../../context/context.ts";
import { NoLongerLeader } from "../../store/db/leaders.ts";
import type { LedRole } from "../../store/db/schema/processes.ts";

/** The work of a role, once it was begun. */
interface Work {
  stop(): Promise<void>;
}

export interface StandBy {
  /** Resolves once this process does the work, or another one does. @throws what the first begin throws, unless it has lost the role; nothing is tried again then */
  begun: Promise<void>;
  /** Stops the work, and leaves the role to others. */
  stop(): Promise<void>;
}

/** Pause after losing the role, longer than others take to take it: a process that loses it may be in trouble. */
const TRY_AGAIN_MS = 2_000;

/**
 * Does the work of a role whenever this process leads it, again and again. Work that has lost its role is stopped: its commits are
 * refused from then on.
 * @param begin is given the context of a leader, and a signal that aborts when the role is lost
 */
export function standBy(
  context: Context,
  role: LedRole,
  begin: (context: Context, over: AbortSignal) => Promise<Work>,
): StandBy {
  const { db, processId, heartbeats, metrics } = context;
  const log = context.log.child({ role });
  const stopping = new AbortController();
  const begun = Promise.withResolvers<void>();
  const stopped = stopping.signal;
  let hasBegun = false;
  const settle = () => {
    hasBegun = true;
    begun.resolve();
  };

  async function leadOnce(): Promise<void> {
    const onStandby = () => {
      log.info("another process does this work: standing by");
      settle();
    };
    const leadership = await db.lead({ role, processId, stopped, onStandby });
    if (!leadership) return;
    const { term, over } = leadership;
    try {
      const work = await begin({ ...context, db: leadership.db }, over);
      settle();
      log.info({ term }, "this process does this work");
      const either = AbortSignal.any([over, stopped]);
      if (!either.aborted) await once(either, "abort");
      if (!stopped.aborted) log.warn({ term }, "this process has lost this work: it stops it, and stands by");
      await work.stop();
    } finally {
      // Another process shows it from now on; silence here would look like a fault.
      heartbeats.forget(role);
      metrics.forget(role);
      await leadership.release();
    }
  }

  async function run(): Promise<void> {
    while (!stopped.aborted) {
      try {
        await leadOnce();
      } catch (error) {
        // A role that was lost while the work began can be taken again.
        if (!hasBegun && !(error instanceof NoLongerLeader)) return begun.reject(error);
        log.error({ err: error }, "the work could not be begun or stopped; trying again");
      }
      await pause(TRY_AGAIN_MS, undefined, { signal: stopped }).catch(() => undefined);
    }
    begun.resolve();
  }

  const running = run();
  return {
    begun: begun.promise,
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
