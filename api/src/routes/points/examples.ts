import { onePage, wallet } from "../../http/examples.ts";

const transaction = {
  id: 41,
  user_id: 7,
  merchant_id: 1,
  kind: "award" as const,
  points: 250,
  cause: "award:1:complaint-88",
  reason: "Sorry for the wait",
  available_at: "2026-11-21T18:30:00.120Z",
  expires_at: "2027-01-01T00:00:00.000Z",
  created_at: "2026-11-21T18:30:00.120Z",
};

export const ofWallet = {
  params: { wallet_address: wallet },
  answers: {
    200: {
      wallet_address: wallet,
      points: 260,
      balances: [
        { merchant_id: null, points: 10 },
        { merchant_id: 1, points: 250 },
      ],
    },
  },
};

const platform = {
  merchant_id: null,
  merchant_name: null,
  available: 10,
  pending: 0,
  lifetime: 10,
  tier: null,
  next_tier: null,
  expiring: [],
};
const shop = {
  merchant_id: 1,
  merchant_name: "Corner Coffee",
  available: 250,
  pending: 40,
  lifetime: 250,
  tier: { name: "bronze", multiplier: "1" },
  next_tier: { name: "silver", multiplier: "1.25", points_needed: 750 },
  expiring: [{ points: 30, expires_at: "2026-12-01T00:00:00.000Z" }],
};
export const show = { answers: { 200: { available: 260, pending: 40, accounts: [platform, shop] } } };
export const history = { query: { limit: "20" }, answers: { 200: onePage(transaction) } };

const award = { wallet_address: wallet, points: 250, reason: transaction.reason, reference: "complaint-88" };
export const create = {
  body: { ...award, expires_at: "2026-12-31T12:00:00Z" },
  answers: { 201: transaction, 200: transaction },
};
export const adjust = {
  params: { id: "7" },
  body: { points: -20, merchant_id: 1, reason: "Booked twice" },
  answers: {
    201: {
      ...transaction,
      id: 42,
      kind: "adjustment" as const,
      points: -20,
      cause: "adjustment:0c6f2a52-5a53-4d0e-9f27-6d6d7a7e6f51",
      reason: "Booked twice",
      expires_at: null,
    },
  },
};

const rule = {
  id: 3,
  campaign_id: 2,
  kind: "spend" as const,
  event: null,
  points: 1,
  per: "10",
  currency: "EUR",
  multiply: true,
  daily_cap: 100,
  user_cap: null,
  budget: 100_000,
  granted: 12,
  hold_days: 14,
  expire_days: 365,
  created_at: "2026-11-21T18:00:00.000Z",
  updated_at: "2026-11-21T18:00:00.000Z",
  ended_at: null,
};
const { id: _id, campaign_id: _campaign, event: _event, granted: _granted, ...terms } = rule;
const { created_at: _created, updated_at: _updated, ended_at: _ended, ...newRule } = terms;
export const createRule = { params: { id: "2" }, body: newRule, answers: { 201: rule } };
export const listRules = { params: { id: "2" }, query: { limit: "20" }, answers: { 200: onePage(rule) } };
export const updateRule = {
  params: { id: "3" },
  body: { daily_cap: 200 },
  answers: { 200: { ...rule, daily_cap: 200 } },
};
export const endRule = { params: { id: "3" }, answers: { 200: { ...rule, ended_at: "2026-11-22T09:00:00.000Z" } } };

const event = {
  id: 9,
  reference: "order-1017",
  user_id: 7,
  event: "purchase",
  amount: "125.5",
  currency: "EUR",
  points: 12,
  grants: [{ rule_id: 3, points: 12, capped: false, cancelled: false }],
  created_at: "2026-11-21T18:40:00.000Z",
  cancelled_at: null,
};
export const reportEvent = {
  body: { wallet_address: wallet, reference: "order-1017", amount: "125.5", currency: "EUR" },
  answers: { 201: event, 200: event },
};
export const cancelEvent = {
  params: { id: "9" },
  answers: {
    200: {
      ...event,
      points: 0,
      grants: [{ rule_id: 3, points: 12, capped: false, cancelled: true }],
      cancelled_at: "2026-11-22T09:10:00.000Z",
    },
  },
};
