import type { Context } from "@merit/core/context/context.ts";
import { presentPointTransaction } from "@merit/core/programmes/points/presenter.ts";
import * as points from "@merit/core/programmes/points/service.ts";
import { actorOf } from "@merit/core/store/audit/audit.ts";
import { requiredKey } from "../../http/idempotency.ts";
import { listOf, presentIdPage } from "../../http/list.ts";
import { defineRoute } from "../../http/route.ts";
import { presentPoints, presentWalletPoints } from "./presenter.ts";
import * as T from "./schema.ts";

export const ofWallet = defineRoute({
  method: "get",
  path: "/users/:wallet_address/points",
  auth: "none",
  summary: "The points of a wallet's user; 0 for a wallet that no user has linked",
  description: "Needs no credentials. Pending points are left out.",
  request: { params: T.walletParams },
  responses: { 200: T.walletPointsView },
  errors: {},
  async handler({ context, params: { wallet_address } }) {
    const now = context.clock.now();
    const balances = await context.db.read((store) => points.ofWallet(store, wallet_address, now));
    return { status: 200, body: presentWalletPoints(wallet_address, balances) };
  },
});

export const show = defineRoute({
  method: "get",
  path: "/points",
  auth: "user",
  summary: "The caller's points: by merchant, with tier and what expires soon",
  description: "The platform's points come first, with `merchant_id` null. Pending ones can't be spent yet.",
  request: {},
  responses: { 200: T.pointsView },
  errors: {},
  async handler({ context: { db, clock, settings }, session }) {
    const options = { tiers: settings.points.tiers, now: clock.now() };
    const accounts = await db.read((store) => points.accounts(store, session.user.id, options));
    return { status: 200, body: presentPoints(accounts) };
  },
});

export const history = defineRoute({
  method: "get",
  path: "/points/history",
  auth: ["user", "merchant"],
  summary: "The points ledger, newest first: the caller's own entries, or those of the merchant's points",
  description: "Entries never change: expiry, refunds and corrections are entries of their own.",
  request: { query: T.historyQuery },
  responses: { 200: listOf(T.transactionView) },
  errors: {},
  async handler({ context, session, merchant, query: { cursor, ...query } }) {
    const owner = session ? { user_id: session.user.id } : { merchant_id: merchant?.id ?? 0 };
    const page = await context.db.read((store) => points.history(store, owner, { ...query, before: cursor }));
    return { status: 200, body: presentIdPage(page, presentPointTransaction) };
  },
});

const termsOf = ({ settings, clock }: Context) => ({ tiers: settings.points.tiers, now: clock.now() });

export const award = defineRoute({
  method: "post",
  path: "/points/award",
  location: "/points/history",
  auth: "merchant",
  scope: "issue",
  summary: "Gives a user the merchant's points, once per reference; tiers don't multiply them",
  description: "The reference can also be the Idempotency-Key. Without one, each call gives points.",
  request: { body: T.awardBody },
  responses: { 201: T.transactionView, 200: T.transactionView },
  errors: { 409: ["reference_reused"] },
  handler: ({ context, merchant, body, idempotencyKey, commit }) =>
    commit(async (store) => {
      const input = { ...body, reference: body.reference ?? idempotencyKey };
      const { row, created } = await points.award(store, merchant.id, input, termsOf(context));
      return { status: created ? 201 : 200, body: presentPointTransaction(row) };
    }),
});

export const adjust = defineRoute({
  method: "post",
  path: "/admin/users/:id/points",
  auth: "admin",
  summary: "Corrects a user's points, up or down, with a reason",
  description: "Needs an Idempotency-Key: repeats with the same key count once.",
  request: { params: T.userParams, body: T.adjustBody },
  responses: { 201: T.transactionView },
  errors: { 409: ["insufficient_points"] },
  async handler({ context, session, params: { id }, body, idempotencyKey, commit }) {
    requiredKey(idempotencyKey);
    return commit(async (store) => {
      const { merchant_id: merchantId, points: change, reason } = body;
      const adjustment = { userId: id, merchantId, points: change, reason, actor: actorOf(session) };
      const row = await points.adjust(store, adjustment, termsOf(context));
      return { status: 201, body: presentPointTransaction(row) };
    });
  },
});
