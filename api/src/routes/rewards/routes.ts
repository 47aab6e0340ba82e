import { validationFailed } from "@merit/core/base/errors.ts";
import { accept, acceptBatch, largestReward, previewBatch, withoutRace } from "@merit/core/payouts/rewards/accept.ts";
import { distribute as distributeReward } from "@merit/core/payouts/rewards/distribute.ts";
import { presentIssuance } from "@merit/core/payouts/rewards/presenter.ts";
import * as rewards from "@merit/core/payouts/rewards/service.ts";
import { timeline as readTimeline } from "@merit/core/payouts/rewards/timeline.ts";
import { validate } from "../../http/input.ts";
import { listOf, presentIdPage, readPage } from "../../http/list.ts";
import { listedMerchant } from "../../http/owner.ts";
import { defineRoute } from "../../http/route.ts";
import { presentBatch, presentState, presentTimeline } from "./presenter.ts";
import * as T from "./schema.ts";

export const issue = defineRoute({
  method: "post",
  path: "/rewards/issue",
  location: "/rewards/issuances/:id",
  auth: "merchant",
  scope: "issue",
  quota: "issue",
  ownKeys: true,
  summary: "Accepts a reward; a worker pays it out",
  description:
    "The reward's key is `idempotency_key` or the header `Idempotency-Key`. A reward is paid once per key, forever: a repeat answers 200 with its present state. `mismatch` is true if it has other content than this call: then nothing was issued.",
  request: { body: T.issueBody },
  responses: { 202: T.rewardStateView, 200: T.repeatedView },
  headers: { "Idempotency-Mismatch": "`true` if the key was used before with other content: nothing was issued" },
  errors: { 404: ["not_found"], 409: ["budget_exhausted", "above_daily_limit"], 503: ["reconciling"] },
  async handler({ context, merchant, body, idempotencyKey }) {
    const key = keyOf(body, idempotencyKey);
    if (key === null)
      throw wrongKey("is required, here or in the header Idempotency-Key: a reward is paid once per key");
    const { issuance, created, mismatch } = await accept(context, merchant.id, { ...body, idempotency_key: key });
    if (created) return { status: 202, body: presentState(issuance) };
    return {
      status: 200,
      body: { ...presentState(issuance), mismatch },
      ...(mismatch && { headers: { "Idempotency-Mismatch": "true" } }),
    };
  },
});

export const issueBatch = defineRoute({
  method: "post",
  path: "/rewards/issue/batch",
  auth: "merchant",
  scope: "issue",
  quota: "issue",
  countsEach: "rewards",
  summary: "Accepts up to 1,000 rewards in one commit, each with its own key and answer",
  description:
    "With `dry_run`, nothing is accepted: the answer says what would be. Except in a dry run, each reward counts against the limit of POST /rewards/issue. A batch above what is left is refused whole with 429; `Retry-After` says when there is room.",
  // 1,000 rewards with keys of full length.
  maxBytes: 1024 * 1024,
  request: { body: T.batchBody },
  responses: { 200: T.batchView },
  errors: { 503: ["reconciling"] },
  async handler({ context, merchant, body: { rewards, dry_run }, commit }) {
    const batch = { rewards, largest: await largestReward(context, merchant.id, rewards) };
    if (dry_run) {
      const results = await context.db.read((store) => previewBatch(context, store, merchant.id, batch));
      return { status: 200, body: presentBatch(rewards, results, true) };
    }
    return withoutRace(() =>
      commit(async (store) => {
        const results = await acceptBatch(context, store, merchant.id, batch);
        return { status: 200, body: presentBatch(rewards, results) };
      }),
    );
  },
});

const wrongKey = (message: string) => validationFailed([{ field: "idempotency_key", message }]);

/** The reward's key, from the body or the header; null if neither has one. @throws Problem 422 for two different ones */
function keyOf({ idempotency_key: own }: { idempotency_key?: string | undefined }, header: string | null) {
  if (header === null) return own ?? null;
  if (own !== undefined && own !== header) {
    throw wrongKey("differs from the header Idempotency-Key: send only one of them, or the same key in both");
  }
  return validate(T.headerKey, { "Idempotency-Key": header })["Idempotency-Key"];
}

const REFUSED_BY_CAMPAIGN = [
  "campaign_pending",
  "campaign_not_active",
  "campaign_not_started",
  "campaign_expired",
  "budget_exhausted",
  "above_daily_limit",
] as const;
const REFUSED_BY_WALLET = [
  "trustline_missing",
  "trustline_not_authorized",
  "trustline_full",
  "reward_failed",
  "idempotency_key_reused",
] as const;

export const distribute = defineRoute({
  method: "post",
  path: "/rewards/distribute",
  location: "/rewards/issuances/:id",
  auth: "merchant",
  scope: "issue",
  ownKeys: true,
  summary: "Pays a reward before it answers; it shares its idempotency keys with POST /rewards/issue",
  description:
    "Send a key with every call (`Idempotency-Key` or `idempotency_key`): a repeat with it pays nothing more, and returns the reward's result. Without one, a call that equals a reward of the last 60 seconds (same campaign, wallet and amount, not failed) is refused with 409 `possible_repeat`, and `issuance_id` names that reward.",
  request: { body: T.distributeBody },
  responses: { 200: T.rewardStateView, 202: T.rewardStateView },
  errors: {
    404: ["not_found"],
    409: [...REFUSED_BY_CAMPAIGN, "possible_repeat"],
    422: REFUSED_BY_WALLET,
    503: ["reconciling", "rpc_unavailable"],
  },
  async handler({ context, merchant, body, idempotencyKey }) {
    const issuance = await distributeReward(context, merchant.id, {
      ...body,
      idempotency_key: keyOf(body, idempotencyKey),
    });
    return { status: issuance.status === "confirmed" ? 200 : 202, body: presentState(issuance) };
  },
});

export const list = defineRoute({
  method: "get",
  path: "/rewards/issuances",
  auth: ["merchant", "admin"],
  summary: "The merchant's issuances, newest first; administrators name the merchant",
  description: "With those that failed or wait. `idempotency_key` finds the reward of an order.",
  request: { query: T.listQuery },
  responses: { 200: listOf(T.issuanceView) },
  errors: { 404: ["not_found"] },
  async handler({ context, merchant, query }) {
    const { cursor, merchant_id, ...filter } = query;
    const page = await readPage(context.db, { merchant_id: merchant?.id }, "rewards", query, async (store) =>
      rewards.list(store, await listedMerchant(store, merchant, merchant_id), { ...filter, before: cursor }),
    );
    return { status: 200, body: presentIdPage(page, presentIssuance) };
  },
});

export const show = defineRoute({
  method: "get",
  path: "/rewards/issuances/:id",
  auth: "merchant",
  summary: "One issuance; with `timeline`, also what happened to it, step by step, and what it waits for",
  description:
    "In `timeline`, `claimed` is the latest attempt. `in_ledger` has the ledger's time of closing, known once the event is indexed; all other times are the service's. `waiting` comes last: why, and when the next attempt is due.",
  request: { params: T.issuanceParams, query: T.showQuery },
  responses: { 200: T.shownView },
  errors: {},
  async handler({ context: { db, clock }, merchant, params: { id }, query: { timeline } }) {
    const found = await db.read(async (store) =>
      timeline
        ? readTimeline(store, merchant.id, id, clock.now())
        : { issuance: await rewards.get(store, merchant.id, id), steps: undefined },
    );
    const { issuance, steps } = found;
    return { status: 200, body: { ...presentIssuance(issuance), ...(steps && { timeline: presentTimeline(steps) }) } };
  },
});

export const redrive = defineRoute({
  method: "post",
  path: "/rewards/issuances/:id/redrive",
  location: "/rewards/issuances/:id",
  auth: "merchant",
  scope: "issue",
  summary: "Retries a failed issuance under the same id",
  description: "Its amount is reserved again, and it gets all its attempts. It is pending until the ledger has it.",
  request: { params: T.issuanceParams },
  responses: { 202: T.issuanceView },
  errors: { 409: ["not_redrivable", "budget_exhausted"], 503: ["reconciling"] },
  async handler({ context, merchant, params, commit }) {
    return commit(async (store) => {
      const issuance = await rewards.redrive(store, merchant.id, params.id, { now: context.clock.now() });
      return { status: 202, body: presentIssuance(issuance) };
    });
  },
});
