import * as envelopes from "../../agreements/envelopes/store.ts";
import { addDays, DAY_MS } from "../../base/days.ts";
import * as browserSessions from "../../context/auth/browser-session-store.ts";
import * as oneTimeTokens from "../../context/auth/one-time-tokens.ts";
import * as sessions from "../../context/auth/session-store.ts";
import { defineRecurringJob } from "../../context/recurring.ts";
import { contracts } from "../../contracts.ts";
import * as contractEvents from "../../ledger/contract-events/retention.ts";
import * as sponsored from "../../ledger/sending/daily-counts.ts";
import * as mails from "../../parties/mail/store.ts";
import type { Store } from "../../store/db/store.ts";
import * as events from "../../store/event-log/store.ts";
import * as idempotency from "../../store/idempotency/store.ts";
import * as deadLetters from "../../store/jobs/dead-letters.ts";
import * as searches from "../search/analytics.ts";
import * as webhooks from "../webhooks/store.ts";

/** Envelopes that never came back are kept as long, for a better answer than that they are unknown. */
const KEEP_ENVELOPES_MS = DAY_MS;
/** Answers kept for Idempotency-Key live a day. */
const KEEP_ANSWERS_MS = DAY_MS;
/** Yesterday's counts too, so that a clock that is set back over midnight finds them. */
const KEEP_COUNTS_MS = DAY_MS;

export const pruneJob = defineRecurringJob({
  name: "prune",
  title:
    "Deletes what has expired: sessions, one-time tokens, unsigned envelopes, proposals that nobody agreed to, kept answers, events, redriven dead letters, logs of mails, counts of sponsored transactions, searches, shares of drops that failed",
  every: 3_600,
  async run({ db, clock, settings }, { signal }) {
    const now = clock.now();
    const eventsBefore = addDays(now, -settings.eventsRetentionDays);
    const mailsBefore = addDays(now, -settings.emailLogsRetentionDays);
    /** Deletes in as many commits as it takes. */
    const inParts = async (part: (store: Store) => Promise<number>) => {
      for (let sum = 0; ; ) {
        signal.throwIfAborted();
        const deleted = await db.commit(part);
        if (deleted === 0) return sum;
        sum += deleted;
      }
    };
    const answersBefore = new Date(now.getTime() - KEEP_ANSWERS_MS);
    const envelopesBefore = new Date(now.getTime() - KEEP_ENVELOPES_MS);
    const countsBefore = new Date(now.getTime() - KEEP_COUNTS_MS);
    const searchesBefore = addDays(now, -settings.searchAnalyticsDays);
    const daysAgo = (days: number | null) => (days === null ? null : addDays(now, -days));
    const contractEventsBefore = daysAgo(settings.contractEventsRetentionDays);
    const jobsBefore = daysAgo(settings.jobsRetentionDays);
    const ofContracts: Record<string, number> = {};
    for (const { expiring } of Object.values(contracts)) {
      for (const [name, prune] of Object.entries(expiring ?? {})) {
        ofContracts[name] = await inParts((store) => prune(store, now));
      }
    }
    return {
      ...ofContracts,
      contract_events: contractEventsBefore
        ? await inParts((store) => contractEvents.prune(store, contractEventsBefore))
        : 0,
      jobs: jobsBefore ? await inParts((store) => deadLetters.prune(store, jobsBefore)) : 0,
      webhook_deliveries: await inParts((store) => webhooks.prune(store, events.idAt(eventsBefore))),
      events: await inParts((store) => events.prune(store, eventsBefore)),
      mails: await inParts((store) => mails.prune(store, mailsBefore)),
      answers: await inParts((store) => idempotency.prune(store, answersBefore)),
      browser_sessions: await inParts((store) => browserSessions.prune(store, now)),
      sessions: await inParts((store) => sessions.prune(store, now)),
      envelopes: await inParts((store) => envelopes.prune(store, envelopesBefore)),
      one_time_tokens: await inParts((store) => oneTimeTokens.prune(store, now)),
      sponsored_counts: await inParts((store) => sponsored.prune(store, countsBefore)),
      searches: await inParts((store) => searches.prune(store, searchesBefore)),
    };
  },
});
