import type { WalletEnvelope } from "@merit/core/agreements/envelopes/store.ts";
import { sponsoredOf } from "@merit/core/agreements/envelopes/trustline.ts";
import type { draft } from "@merit/core/agreements/governance/service.ts";
import { isoTime } from "@merit/core/base/days.ts";
import { formatAmount } from "@merit/core/base/money.ts";
import type { Context } from "@merit/core/context/context.ts";
import { BASE_RESERVE } from "@merit/core/ledger/chain/accounts.ts";
import { presentCall } from "../governance/presenter.ts";

const common = ({ hash, kind, wallet_address, drop_id, call_arguments, max_time }: WalletEnvelope) => ({
  hash,
  kind,
  wallet_address,
  drop_id,
  escrow_id: (call_arguments as { escrow?: string } | null)?.escrow ?? null,
  expires_at: isoTime(new Date(max_time * 1000)),
});

/** `proposed`: what the transaction proposes, if it makes a proposal. */
export const presentEnvelope = (
  { chain }: Context,
  row: WalletEnvelope,
  proposed: ReturnType<typeof draft> | null = null,
) => ({
  ...common(row),
  envelope: row.envelope,
  network_passphrase: chain.passphrase,
  reserve_xlm: formatAmount(row.kind === "trustline" && !sponsoredOf(row) ? BASE_RESERVE : 0n),
  proposal: proposed && { id: proposed.draft.proposal, calls: proposed.calls.map(presentCall) },
});

export const presentSubmission = (row: WalletEnvelope) => ({
  ...common(row),
  status: row.status,
  tx_hash: row.tx_hash,
  error_message: row.error_message,
  created_at: isoTime(row.created_at),
  updated_at: isoTime(row.updated_at),
});
