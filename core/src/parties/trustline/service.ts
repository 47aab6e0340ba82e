import { validationFailed } from "../../base/errors.ts";
import { formatAmount } from "../../base/money.ts";
import type { Context } from "../../context/context.ts";
import { orLedgerUnreadable } from "../../ledger/chain/problems.ts";
import type { Trustline } from "../../ledger/chain/trustlines.ts";
import { trustlineFull, trustlineMissing, trustlineNotAuthorized } from "./problems.ts";

/**
 * The wallet's trustline to the reward asset as the ledger has it now.
 * @throws Problem 503 `rpc_unavailable`
 */
export async function verify({ chain, log }: Context, wallet: string): Promise<Trustline> {
  const lines = await chain.trustlines([wallet]).catch(orLedgerUnreadable(log));
  return lines.get(wallet) ?? { exists: false, authorized: false, limit: 0n, balance: 0n };
}

const ISSUER = "is the asset's issuer, which can't receive rewards: use the customer's own wallet";

/**
 * @param amount stroops that the wallet must be able to take
 * @throws Problem 422 `validation_failed` for the issuer, `trustline_missing`, `trustline_not_authorized`,
 * `trustline_full`; 503
 */
export async function requireTrustline(context: Context, wallet: string, amount: bigint): Promise<void> {
  const { code, issuer } = context.chain.manifest.asset;
  if (wallet === issuer) throw validationFailed([{ field: "wallet_address", message: ISSUER }]);
  const line = await verify(context, wallet);
  if (!line.exists) throw trustlineMissing(code, line.hasAccount);
  if (!line.authorized) throw trustlineNotAuthorized(code);
  const room = line.limit - line.balance;
  if (room < amount) throw trustlineFull(code, formatAmount(room));
}
