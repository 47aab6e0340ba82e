import { Asset, Operation } from "@stellar/stellar-sdk";
import { formatAmount } from "../../base/money.ts";
import type { Context } from "../../context/context.ts";
import { BASE_RESERVE } from "../../ledger/chain/accounts.ts";
import { verify } from "../../parties/trustline/service.ts";
import { requireOwn } from "../../parties/wallets/service.ts";
import { buildClassic, requireAccount } from "./build.ts";
import { reserveShort, trustlineExists } from "./problems.ts";
import type { EnvelopeRules } from "./rules.ts";
import type { NewEnvelope } from "./store.ts";

/**
 * A transaction by which a wallet opens its trustline to the reward asset, without a limit of its own, for it to sign.
 * @throws Problem 404 if the user hasn't proven the wallet, 409 `account_missing`, `trustline_exists`, `reserve_short`, 503
 */
export async function build(context: Context, userId: number, wallet: string): Promise<NewEnvelope> {
  const { code, issuer } = context.chain.manifest.asset;
  await context.db.read((store) => requireOwn(store, userId, wallet));
  const account = await requireAccount(context, wallet);
  if ((await verify(context, wallet)).exists) throw trustlineExists(code);
  if (account.spendable < BASE_RESERVE) throw reserveShort(formatAmount(BASE_RESERVE - account.spendable));
  const operation = Operation.changeTrust({ asset: new Asset(code, issuer) });
  return buildClassic(context, account, { kind: "trustline", userId, wallet, operation });
}

export const trustlineEnvelope: EnvelopeRules = {
  async isDone({ chain }, { wallet_address }) {
    return (await chain.trustlines([wallet_address])).get(wallet_address)?.exists ?? false;
  },
};
