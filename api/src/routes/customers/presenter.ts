import { isoTime } from "@merit/core/base/days.ts";
import { formatAmount } from "@merit/core/base/money.ts";
import type { Customer } from "@merit/core/programmes/customers/service.ts";

export const presentCustomer = ({ id, wallet_address, user, rewards, amount, created_at }: Customer) => ({
  wallet_address,
  user_id: user?.id ?? null,
  display_name: user?.name ?? null,
  rewards,
  amount: formatAmount(amount),
  last_issuance_id: id,
  last_issued_at: isoTime(created_at),
});
