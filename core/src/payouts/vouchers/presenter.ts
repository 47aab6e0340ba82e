import { isoTime } from "../../base/days.ts";
import { formatAmount } from "../../base/money.ts";
import type { Batch, Counts, Voucher } from "./store.ts";

/** A voucher as the API and events show it to its merchant. */
export const presentVoucher = ({ batch, issuance, ...voucher }: Voucher) => ({
  id: voucher.id,
  batch_id: batch.id,
  campaign_id: batch.campaign_id,
  amount: formatAmount(batch.amount),
  status: voucher.status,
  issuance_id: issuance?.id ?? null,
  issuance_status: issuance?.status ?? null,
  wallet_address: issuance?.wallet_address ?? null,
  tx_hash: issuance?.tx_hash ?? null,
  expires_at: isoTime(batch.expires_at),
  created_at: isoTime(batch.created_at),
  updated_at: isoTime(voucher.updated_at),
});

/** A batch as the API and events show it. */
export const presentBatch = (batch: Batch, counts: Counts) => ({
  id: batch.id,
  campaign_id: batch.campaign_id,
  amount: formatAmount(batch.amount),
  count: batch.count,
  ...counts,
  reserved: formatAmount(batch.amount * BigInt(counts.open)),
  expires_at: isoTime(batch.expires_at),
  created_at: isoTime(batch.created_at),
});
