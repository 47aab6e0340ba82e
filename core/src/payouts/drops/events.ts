import { emitTo } from "../../parties/wallets/concerned.ts";
import type { Store } from "../../store/db/store.ts";
import { emit } from "../../store/event-log/store.ts";
import type { ChangeOf } from "../../store/event-log/types.ts";
import { presentDrop, presentShareState } from "./presenter.ts";
import type { Drop, DropShare } from "./store.ts";
import * as rows from "./store.ts";

/** Emits a drop's change if there was one. @returns the drop as it is now */
export async function emitIf(
  store: Store,
  change: ChangeOf<"drop">,
  drop: Drop | undefined,
  now: Date,
): Promise<Drop | undefined> {
  if (!drop) return undefined;
  const owner = { merchantId: drop.merchant_id, userId: null, objectId: drop.id };
  await emit(store, [{ type: `drop.${change}`, ...owner, data: presentDrop(drop) }], now);
  return drop;
}

type Key = Pick<DropShare, "drop_id" | "leaf">;

/** Records that the ledger has paid the share, whoever sent the transaction. A repeat emits no event. */
export async function recordClaimed(store: Store, key: Key, txHash: string | null, now: Date): Promise<void> {
  const before = await rows.shareOf(store, key.drop_id, key.leaf);
  await rows.recordClaimed(store, key, txHash);
  if (before?.claim_status !== "claimed") await emitShare(store, "claimed", key, now);
}

/** Records that a claim on its way was refused for good; a claim that is done stays done. */
export async function recordClaimFailed(store: Store, key: Key, reason: string | null, now: Date): Promise<void> {
  const failed = await rows.updateClaim(store, key, { claim_status: "failed", claim_error: reason });
  if (failed) await emitShare(store, "failed", key, now);
}

async function emitShare(store: Store, change: "claimed" | "failed", key: Key, now: Date): Promise<void> {
  const drop = await rows.byId(store, key.drop_id);
  const share = await rows.shareOf(store, key.drop_id, key.leaf);
  if (!drop || !share) return;
  const concerned = { merchantIds: [drop.merchant_id], wallets: [share.wallet_address] };
  const event = { objectId: `${key.drop_id}-${key.leaf}`, data: presentShareState(drop, share) };
  await emitTo(store, concerned, { type: `drop_share.${change}`, ...event }, now);
}
