import { campaignTx, onePage } from "../../http/examples.ts";

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
const { reserved: _reserved, error_message: _error, updated_at: _updated, ...seenByAll } = active;

export const create = { body: created, answers: { 201: pending } };
export const listOwn = { query: { limit: "20" }, answers: { 200: onePage(active) } };
export const listOfMerchant = {
  params: { merchant_id: "1" },
  query: { limit: "20" },
  answers: { 200: onePage(seenByAll) },
};
export const show = { params: { merchant_id: "1", id: "2" }, answers: { 200: seenByAll } };
export const showOwn = { params: { id: "2" }, answers: { 200: active } };
