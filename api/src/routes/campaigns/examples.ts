import { campaignTx, onePage, wallet } from "../../http/examples.ts";

const created = {
  name: "Spring",
  budget: "500",
  starts_at: "2026-11-22T00:00:00.000Z",
  ends_at: "2027-06-01T00:00:00.000Z",
  per_wallet_cap: "20",
};
const pending = {
  id: 2,
  merchant_id: 1,
  ...created,
  spent: "0",
  reserved: "0",
  status: "pending" as const,
  contract_campaign_id: null,
  tx_hash: null,
  next_status: null,
  remainder: null,
  status_tx_hash: null,
  error_message: null,
  created_at: "2026-11-21T17:54:12.201Z",
  updated_at: "2026-11-21T17:54:12.201Z",
};
const active = {
  ...pending,
  spent: "12.5",
  reserved: "5",
  status: "active" as const,
  contract_campaign_id: 2,
  tx_hash: campaignTx,
  updated_at: "2026-11-21T17:54:16.040Z",
};
const {
  reserved: _reserved,
  next_status: _next,
  remainder: _remainder,
  status_tx_hash: _tx,
  error_message: _error,
  updated_at: _updated,
  ...seenByAll
} = active;

export const create = { body: created, answers: { 201: pending } };
export const listOwn = { query: { limit: "20" }, answers: { 200: onePage(active) } };
export const listOfMerchant = {
  params: { merchant_id: "1" },
  query: { limit: "20" },
  answers: { 200: onePage(seenByAll) },
};
export const show = { params: { merchant_id: "1", id: "2" }, answers: { 200: seenByAll } };
export const showOwn = { params: { id: "2" }, answers: { 200: active } };
export const update = {
  params: { id: "2" },
  body: { name: "Early spring" },
  answers: { 200: { ...active, name: "Early spring" } },
};

const givenUp = { ...pending, status: "failed" as const, error_message: "its merchant gave the draft up" };
export const drop = { params: { id: "2" }, answers: { 200: givenUp } };

const reward = { wallet_address: wallet, amount: "12.5" };
export const dryRun = {
  params: { id: "2" },
  body: { rewards: [reward, { ...reward, amount: "1000" }] },
  answers: {
    200: {
      campaign_id: 2,
      payable: { count: 1, amount: "12.5" },
      waiting: { count: 0, amount: "0" },
      failing: { count: 1, amount: "1000" },
      fees: { transactions: 1, xlm: "0.0452176" },
      rewards: [
        { ...reward, outcome: "paid" as const, reason: null },
        { ...reward, amount: "1000", outcome: "fails" as const, reason: "the campaign has 475 left" },
      ],
    },
  },
};

/** A step as it is asked for, and what it is answered where the ledger has it already. */
const step = <Before extends string, After extends string>(before: Before, after: After) => ({
  params: { id: "2" },
  answers: {
    202: { ...active, status: before, next_status: after },
    200: { ...active, status: after, status_tx_hash: campaignTx },
  },
});
export const steps = {
  fund: {
    params: { id: "2" },
    answers: { 202: { ...pending, status: "draft" as const, next_status: "active" as const }, 200: active },
  },
  pause: step("active", "paused"),
  resume: step("paused", "active"),
  end: step("active", "ended"),
  settle: step("ended", "settled"),
};
