import { buildFor } from "../../agreements/envelopes/calls.ts";
import { operationRefused } from "../../agreements/envelopes/problems.ts";
import type { NewEnvelope } from "../../agreements/envelopes/store.ts";
import { build as buildTrustline } from "../../agreements/envelopes/trustline.ts";
import { agree } from "../../agreements/escrows/proposals.ts";
import type { Context } from "../../context/context.ts";
import { type WalletCall, walletCallsOf } from "../../contracts.ts";
import { FeeTooHigh } from "../../ledger/chain/errors.ts";
import { requireOwn } from "../../parties/wallets/service.ts";
import { build as buildClaim } from "../../payouts/drops/claim-envelope.ts";
import { refusalOf } from "../../payouts/sponsoring/reserves.ts";

/** A request of a user's wallet: a call of a contract with its arguments, or one that needs records of the service. */
export type Asked =
  | WalletCall
  | { call: "trustline"; args: object }
  | { call: "drop-claim"; args: { drop: number } }
  | { call: "escrow.agree"; args: { escrow: string; proposal: number } };

/**
 * A transaction for a wallet of the user's to sign.
 * @throws Problem 404 if the user hasn't proven the wallet, 409 by the kind of call, 503
 */
export function build(context: Context, userId: number, wallet: string, asked: Asked): Promise<NewEnvelope> {
  switch (asked.call) {
    case "trustline":
      return buildTrustline(context, userId, wallet, (reserve) => refusalOf(context, { userId, wallet, reserve }));
    case "drop-claim":
      return buildClaim(context, userId, asked.args.drop, wallet);
    case "escrow.agree":
      return agree(context, userId, wallet, asked.args);
    default:
      return buildCall(context, userId, wallet, asked);
  }
}

async function buildCall(context: Context, userId: number, wallet: string, asked: WalletCall): Promise<NewEnvelope> {
  await context.db.read((store) => requireOwn(store, userId, wallet));
  return buildFor(context, { userId }, wallet, walletCallsOf(asked.call), asked).catch((error: unknown) => {
    if (!(error instanceof FeeTooHigh)) throw error;
    throw operationRefused("The call would cost more than the service pays for a transaction.");
  });
}
