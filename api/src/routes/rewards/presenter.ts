import { formatAmount } from "@merit/core/money.ts";
import type { RewardDeadLetter } from "@merit/core/rewards/dead-letters.ts";
import type { Issuance } from "@merit/core/rewards/service.ts";

export const presentAccepted = ({ id, status, idempotency_key }: Issuance) => ({ id, status, idempotency_key });

export const presentIssuance = (issuance: Issuance) => ({
  id: issuance.id,
  idempotency_key: issuance.idempotency_key,
  campaign_id: issuance.campaign_id,
  user_id: issuance.user_id,
  wallet_address: issuance.wallet_address,
  amount: formatAmount(issuance.amount),
  status: issuance.status,
  tx_hash: issuance.tx_hash,
  error_message: issuance.error_message,
  attempts: issuance.attempts,
  created_at: issuance.created_at.toISOString(),
  updated_at: issuance.updated_at.toISOString(),
});

export const presentDeadLetter = ({ letter, issuance }: RewardDeadLetter) => ({
  id: letter.id,
  queue: letter.queue,
  reason: letter.reason,
  attempts: letter.attempts,
  failed_at: letter.failed_at.toISOString(),
  issuance: presentIssuance(issuance),
});
