import { decodeList, type RowError, readList as read } from "@merit/client/list-file.ts";
import { listKeys } from "@merit/client/list-keys.ts";
import { fromStroops, toStroops } from "@merit/client/money.ts";

// A file with rewards, read and checked as `merit reward issue-batch` does it.

export interface Reward {
  line: number;
  wallet_address: string;
  amount: string;
  idempotency_key: string;
}

export interface ListFile {
  rewards: Reward[];
  errors: RowError[];
  /** Sum of all amounts. */
  total: string;
  /** Number of different wallets. */
  wallets: number;
}

/** @throws ListEncodingError */
export function readList(bytes: Uint8Array, campaignId: number, round?: string): ListFile {
  const { rows, errors } = read(decodeList(bytes), { hasKeys: true, anySeparator: true });
  // Whichever way a list is sent, it is paid once.
  const keys = listKeys(campaignId, rows, round);
  const rewards = rows.map(({ key: _, ...row }, index) => ({ ...row, idempotency_key: keys[index] ?? "" }));
  const total = rows.reduce((sum, { amount }) => sum + toStroops(amount), 0n);
  const wallets = new Set(rows.map(({ wallet_address }) => wallet_address)).size;
  return { rewards, errors, total: fromStroops(total), wallets };
}
