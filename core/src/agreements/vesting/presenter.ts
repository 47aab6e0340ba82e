import { isoTime } from "../../base/days.ts";
import { formatAmount } from "../../base/money.ts";
import type { ScheduleRow } from "./store.ts";

/** A schedule without an offer that is over. */
export function presentRow(row: ScheduleRow, now: Date) {
  const isOffered = row.offer_ends_at !== null && row.offer_ends_at > now;
  return {
    schedule: row.schedule,
    status: row.status,
    funder: row.funder,
    granted_to: row.granted_to,
    beneficiary: row.beneficiary,
    total: formatAmount(row.total),
    released: formatAmount(row.released),
    refunded: formatAmount(row.refunded),
    revocable: row.revocable,
    revoked_at: isoTime(row.revoked_at),
    offered_to: isOffered ? row.offered_to : null,
    offer_ends_at: isOffered ? isoTime(row.offer_ends_at) : null,
    tx_hash: row.tx_hash,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
  };
}
