import * as oneTimeTokens from "../auth/one-time-tokens.ts";
import * as sessions from "../auth/session-store.ts";
import { addDays, DAY_MS } from "../days.ts";
import * as envelopes from "../envelopes/store.ts";
import * as escrows from "../escrows/store.ts";
import * as events from "../event-log/store.ts";
import * as idempotency from "../idempotency/store.ts";
import { defineRecurringJob } from "../jobs/recurring.ts";
import * as searches from "../search/analytics.ts";
import * as sponsored from "../sponsoring/store.ts";
import * as webhooks from "../webhooks/store.ts";

/** Envelopes that never came back are kept as long, for a better answer than that they are unknown. */
const KEEP_ENVELOPES_MS = DAY_MS;
/** The same for proposals that nobody agreed to in time. */
const KEEP_PROPOSALS_MS = DAY_MS;
/** Answers kept for Idempotency-Key live a day. */
const KEEP_ANSWERS_MS = DAY_MS;
/** Yesterday's counts too, so that a clock that is set back over midnight finds them. */
const KEEP_COUNTS_MS = DAY_MS;

export const pruneJob = defineRecurringJob({
  name: "prune",
  title:
    "Deletes what has expired: sessions, one-time tokens, unsigned envelopes, proposals for escrows, kept answers, events, counts of sponsored transactions, searches",
  every: 3_600,
  async run({ db, clock, settings }) {
    const now = clock.now();
    const answersBefore = new Date(now.getTime() - KEEP_ANSWERS_MS);
    const searchesBefore = addDays(now, -settings.searchAnalyticsDays);
    return db.commit(async (store) => ({
      webhook_deliveries: await webhooks.prune(store, events.idAt(addDays(now, -settings.eventsRetentionDays))),
      events: await events.prune(store, addDays(now, -settings.eventsRetentionDays)),
      answers: await idempotency.prune(store, answersBefore),
      sessions: await sessions.prune(store, now),
      envelopes: await envelopes.prune(store, new Date(now.getTime() - KEEP_ENVELOPES_MS)),
      one_time_tokens: await oneTimeTokens.prune(store, now),
      escrow_proposals: await escrows.pruneProposals(store, new Date(now.getTime() - KEEP_PROPOSALS_MS)),
      sponsored_counts: await sponsored.prune(store, new Date(now.getTime() - KEEP_COUNTS_MS)),
      searches: await searches.prune(store, searchesBefore),
    }));
  },
});
