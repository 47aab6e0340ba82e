import { campaignTx, onePage, wallet } from "../../http/examples.ts";

const created = { name: "Thanks", opens_at: "2026-11-22T00:00:00.000Z", expires_at: "2027-02-20T00:00:00.000Z" };
const pending = {
  id: 4,
  merchant_id: 1,
  ...created,
  status: "pending" as const,
  total: "5",
  wallets: 1,
  root: "9d3f1e5b0c7a48d2b6e1f04a7c92d58e3b6f10a4c8d7e295f1b3064a8ce2d7f9",
  reference: "27c4b1f0e8d35a6972c0f4e1b8d3a7650912cedf4b68a1377e5d20f9c84b6a1e",
  contract_drop_id: null,
  tx_hash: null,
  sweep_tx_hash: null,
  remainder: null,
  error_message: null,
  created_at: "2026-11-21T18:30:02.118Z",
  updated_at: "2026-11-21T18:30:02.118Z",
};
const active = {
  ...pending,
  status: "active" as const,
  contract_drop_id: 1,
  tx_hash: campaignTx,
  updated_at: "2026-11-21T18:30:07.930Z",
};

export const create = {
  body: { ...created, shares: [{ wallet_address: wallet, amount: "5" }] },
  answers: { 201: pending },
};
export const list = { query: { limit: "20" }, answers: { 200: onePage(active) } };
export const show = { params: { id: "4" }, answers: { 200: active } };
export const sweep = { params: { id: "4" }, answers: { 202: { ...active, status: "sweeping" as const } } };
