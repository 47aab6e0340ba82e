import type { Store } from "../../store/db/store.ts";
import { emit } from "../../store/event-log/store.ts";
import { presentIssuance } from "./presenter.ts";
import type { Issuance } from "./store.ts";

type Change = "held" | "failed" | "redriven";

const ownerOf = ({ merchant_id, user_id, id }: Issuance) => ({
  merchantId: merchant_id,
  userId: user_id,
  objectId: id,
});

/**
 * Emits acceptances, in most cases without data: it is made of the rewards when they are read, since what it has doesn't change, and there
 * are many. A reward that waits loses its reason later, and a voucher's may get another wallet.
 */
export async function emitAccepted(store: Store, accepted: readonly Issuance[], now: Date): Promise<void> {
  const added = accepted.map((each) => {
    const mayChange = each.voucher_id !== null || each.error_message !== null;
    return { type: "issuance.accepted" as const, ...ownerOf(each), data: mayChange ? presentIssuance(each) : null };
  });
  await emit(store, added, now);
}

/** Emits the acceptance of a reward that was another user's, for its user alone: the merchant has the first one. */
export async function emitAcceptedFor(store: Store, issuance: Issuance, now: Date): Promise<void> {
  const owner = { ...ownerOf(issuance), merchantId: null };
  await emit(store, [{ type: "issuance.accepted", ...owner, data: presentIssuance(issuance) }], now);
}

/** Emits confirmations without data: rewards don't change afterwards, and there are many. */
export async function emitConfirmed(store: Store, confirmed: readonly Issuance[], now: Date): Promise<void> {
  const added = confirmed.map((each) => ({ type: "issuance.confirmed" as const, ...ownerOf(each), data: null }));
  await emit(store, added, now);
}

export async function emitChange(store: Store, change: Change, issuance: Issuance, now: Date): Promise<void> {
  const added = { type: `issuance.${change}` as const, ...ownerOf(issuance), data: presentIssuance(issuance) };
  await emit(store, [added], now);
}
