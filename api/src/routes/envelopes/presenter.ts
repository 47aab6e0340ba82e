import { BASE_RESERVE } from "@merit/core/chain/accounts.ts";
import type { Context } from "@merit/core/context.ts";
import type { WalletEnvelope } from "@merit/core/envelopes/store.ts";
import { formatAmount } from "@merit/core/money.ts";

const common = ({ hash, kind, wallet_address, drop_id, max_time }: WalletEnvelope) => ({
  hash,
  kind,
  wallet_address,
  drop_id,
  expires_at: new Date(max_time * 1000).toISOString(),
});

export const presentEnvelope = ({ chain }: Context, row: WalletEnvelope) => ({
  ...common(row),
  envelope: row.envelope,
  network_passphrase: chain.passphrase,
  reserve_xlm: formatAmount(row.kind === "trustline" ? BASE_RESERVE : 0n),
});

export const presentSubmission = (row: WalletEnvelope) => ({
  ...common(row),
  status: row.status,
  tx_hash: row.tx_hash,
  error_message: row.error_message,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});
