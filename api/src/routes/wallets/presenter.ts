import { isoTime } from "@merit/core/base/days.ts";
import { formatAmount } from "@merit/core/base/money.ts";
import type { Movement } from "@merit/core/parties/wallets/history.ts";
import type { Wallet } from "@merit/core/parties/wallets/service.ts";

export const presentWallet = ({ address, proven_at, created_at }: Wallet) => ({
  wallet_address: address,
  proven: proven_at !== null,
  linked_at: isoTime(proven_at ?? created_at),
});

export const presentMovement = ({ event, direction, amount, counterparty, cause }: Movement) => ({
  id: event.id,
  type: event.type,
  direction,
  amount: formatAmount(amount),
  counterparty,
  cause,
  tx_hash: event.tx_hash,
  ledger: event.ledger,
  ledger_closed_at: isoTime(event.ledger_closed_at),
});
