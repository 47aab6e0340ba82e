import * as oneTimeTokens from "../auth/one-time-tokens.ts";
import * as sessions from "../auth/session-store.ts";
import * as envelopes from "../envelopes/store.ts";
import * as idempotency from "../idempotency/store.ts";
import { defineTask } from "./task.ts";

/** Envelopes that never came back are kept as long, for a better answer than that they are unknown. */
const KEEP_ENVELOPES_MS = 24 * 3_600_000;
/** Answers kept for Idempotency-Key live a day. */
const KEEP_ANSWERS_MS = 24 * 3_600_000;

export const pruneTask = defineTask({
  name: "prune",
  title: "Forgets sessions, one-time tokens, unsigned envelopes and kept answers whose time is over",
  every: 3_600,
  async run({ db, clock }) {
    const now = clock.now();
    const answersBefore = new Date(now.getTime() - KEEP_ANSWERS_MS);
    return db.commit(async (store) => ({
      answers: await idempotency.prune(store, answersBefore),
      sessions: await sessions.prune(store, now),
      envelopes: await envelopes.prune(store, new Date(now.getTime() - KEEP_ENVELOPES_MS)),
      one_time_tokens: await oneTimeTokens.prune(store, now),
    }));
  },
});
