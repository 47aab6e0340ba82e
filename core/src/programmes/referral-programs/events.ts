import { emitTo } from "../../parties/wallets/concerned.ts";
import type { Store } from "../../store/db/store.ts";
import { emit } from "../../store/event-log/store.ts";
import type { ChangeOf } from "../../store/event-log/types.ts";
import { presentAsked, presentReferral, presentWallet } from "./presenter.ts";
import type { OwnProgram, Referral, ReferralWallet } from "./store.ts";

/** Emits a referral's change if there was one. */
export async function emitReferral(
  store: Store,
  change: ChangeOf<"referral">,
  referral: Referral | undefined,
  at: Date,
): Promise<void> {
  if (!referral) return;
  const { merchant_id, newcomer, referrer } = referral;
  const event = { type: `referral.${change}` as const, objectId: referral.id, data: presentReferral(referral) };
  await emitTo(store, { merchantIds: [merchant_id], wallets: [newcomer, referrer] }, event, at);
}

/** @param own its state now */
export async function emitProgram(
  store: Store,
  change: ChangeOf<"referral_program">,
  merchantId: number,
  own: OwnProgram,
  at: Date,
): Promise<void> {
  const event = { merchantId, userId: null, objectId: merchantId, data: presentAsked(own, at) };
  await emit(store, [{ type: `referral_program.${change}`, ...event }], at);
}

export async function emitWallet(
  store: Store,
  change: ChangeOf<"referral_wallet">,
  wallet: ReferralWallet,
  at: Date,
): Promise<void> {
  const event = { type: `referral_wallet.${change}` as const, objectId: wallet.address, data: presentWallet(wallet) };
  await emitTo(store, { wallets: [wallet.address, wallet.referrer] }, event, at);
}
