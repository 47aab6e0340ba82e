import { onePage, rewardTx, wallet } from "../../http/examples.ts";

const reward = { campaign_id: 2, wallet_address: wallet, amount: "12.5" };
const accepted = { id: 3, status: "pending" as const, idempotency_key: "order-1001" };
const confirmed = {
  id: 3,
  idempotency_key: "order-1001",
  ...reward,
  user_id: null,
  status: "confirmed" as const,
  tx_hash: rewardTx,
  error_message: null,
  attempts: 1,
  created_at: "2026-11-21T17:55:01.330Z",
  updated_at: "2026-11-21T17:55:06.018Z",
};
const pending = { ...confirmed, status: "pending" as const, tx_hash: null, attempts: 0 };
const failed = {
  ...confirmed,
  status: "failed" as const,
  tx_hash: null,
  attempts: 6,
  error_message: "the wallet has no trustline to MERIT",
};
const letter = {
  id: 1,
  queue: "reward-issuance-dlq",
  reason: failed.error_message,
  attempts: 6,
  failed_at: failed.updated_at,
  issuance: failed,
};

export const issue = { body: { idempotency_key: "order-1001", ...reward }, answers: { 202: accepted, 200: accepted } };
export const issueBatch = {
  body: {
    rewards: [
      { idempotency_key: "order-1001", ...reward },
      { idempotency_key: "order-1002", ...reward, amount: "900" },
    ],
  },
  answers: {
    200: {
      accepted: 1,
      repeated: 0,
      refused: 1,
      data: [
        { ...accepted, status_code: 202, mismatch: false, error: null },
        {
          idempotency_key: "order-1002",
          status_code: 409,
          id: null,
          status: null,
          mismatch: false,
          error: { code: "budget_exhausted", detail: "The campaign has 475 left." },
        },
      ],
    },
  },
};
export const distribute = {
  body: reward,
  answers: { 200: { id: 3, status: "confirmed" as const, tx_hash: rewardTx }, 202: accepted },
};
export const list = { query: { idempotency_key: "order-1001" }, answers: { 200: onePage(confirmed) } };
export const show = { params: { id: "3" }, answers: { 200: confirmed } };
export const timeline = {
  params: { id: "3" },
  answers: {
    200: {
      issuance_id: 3,
      status: "confirmed" as const,
      steps: [
        { step: "accepted" as const, at: confirmed.created_at },
        { step: "claimed" as const, at: "2026-11-21T17:55:01.344Z", attempt: 1 },
        { step: "sent" as const, at: "2026-11-21T17:55:01.482Z" },
        { step: "in_ledger" as const, at: "2026-11-21T17:55:05.000Z", tx_hash: rewardTx, ledger: 74 },
        { step: "confirmed" as const, at: confirmed.updated_at },
        { step: "indexed" as const, at: null, event_id: "0000000317827584000-0000000001" },
      ],
    },
  },
};
export const redrive = { params: { id: "3" }, answers: { 202: pending } };
export const listDeadLetters = { query: { limit: "20" }, answers: { 200: onePage(letter) } };
