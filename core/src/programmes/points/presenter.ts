import { isoTime } from "../../base/days.ts";
import type { Tier } from "../../base/settings/points.ts";
import type { PointTransaction } from "./store.ts";

export const presentTier = ({ name, percent }: Tier) => ({ name, multiplier: String(percent / 100) });

export const presentPointTransaction = (row: PointTransaction) => ({
  id: row.id,
  user_id: row.user_id,
  merchant_id: row.merchant_id,
  kind: row.kind,
  points: row.points,
  cause: row.cause,
  reason: row.reason,
  available_at: isoTime(row.available_at),
  expires_at: isoTime(row.expires_at),
  created_at: isoTime(row.created_at),
});
