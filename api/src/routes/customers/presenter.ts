import type { Customer } from "@merit/core/customers/service.ts";
import { isoTime } from "@merit/core/days.ts";
import { formatAmount } from "@merit/core/money.ts";

export const presentCustomer = ({ id, wallet_address, user, rewards, amount, created_at }: Customer) => ({
  wallet_address,
  user_id: user?.id ?? null,
  display_name: user?.name ?? null,
  rewards,
  amount: formatAmount(amount),
  last_issuance_id: id,
  last_issued_at: isoTime(created_at),
});
