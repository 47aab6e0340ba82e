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

/** Emits confirmations without data: rewards don't change afterwards, and there are many. */
export async function emitConfirmed(store: Store, confirmed: readonly Issuance[], now: Date): Promise<void> {
  const added = confirmed.map((each) => ({ type: "issuance.confirmed" as const, ...ownerOf(each), data: null }));
  await emit(store, added, now);
}

export async function emitChange(store: Store, change: Change, issuance: Issuance, now: Date): Promise<void> {
  const added = { type: `issuance.${change}` as const, ...ownerOf(issuance), data: presentIssuance(issuance) };
  await emit(store, [added], now);
}
