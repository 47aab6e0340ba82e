import { buildFor } from "../../agreements/envelopes/calls.ts";
import { operationRefused } from "../../agreements/envelopes/problems.ts";
import type { NewEnvelope } from "../../agreements/envelopes/store.ts";
import type { Context } from "../../context/context.ts";
import { type WalletCall, walletCallsOf } from "../../contracts.ts";
import { FeeTooHigh } from "../../ledger/chain/errors.ts";
import { requireOwn } from "../../parties/wallets/service.ts";
import { type OtherAsked, otherOf } from "./kinds.ts";

/** A request of a user's wallet: a call of a contract with its arguments, or one that needs records of the service. */
export type Asked = WalletCall | OtherAsked;

/**
 * A transaction for a wallet of the user's to sign.
 * @throws Problem 404 if the user hasn't proven the wallet, 409 by the kind of call, 503
 */
export function build(context: Context, userId: number, wallet: string, asked: Asked): Promise<NewEnvelope> {
  const other = otherOf(asked.call);
  if (other) return other.build(context, userId, wallet, asked.args);
  return buildCall(context, userId, wallet, asked as WalletCall);
}

async function buildCall(context: Context, userId: number, wallet: string, asked: WalletCall): Promise<NewEnvelope> {
  await context.db.read((store) => requireOwn(store, userId, wallet));
  return buildFor(context, { userId }, wallet, walletCallsOf(asked.call), asked).catch((error: unknown) => {
    if (!(error instanceof FeeTooHigh)) throw error;
    throw operationRefused("The call would cost more than the service pays for a transaction.");
  });
}
