import type { Store } from "../../store/db/store.ts";
import { emit } from "../../store/event-log/store.ts";
import { presentBatch, presentVoucher } from "./presenter.ts";
import type { Batch } from "./store.ts";
import * as rows from "./store.ts";

/** Emits one event for a whole batch, however many vouchers it has. */
export async function emitBatch(
  store: Store,
  change: "created" | "cancelled" | "expired",
  batch: Batch,
  now: Date,
): Promise<void> {
  const counts = (await rows.countsOf(store, [batch])).get(batch.id);
  if (!counts) throw new Error(`there is no batch ${batch.id} of vouchers`);
  const owner = { merchantId: batch.merchant_id, userId: null, objectId: batch.id };
  await emit(store, [{ type: `voucher_batch.${change}`, ...owner, data: presentBatch(batch, counts) }], now);
}

export async function emitVoucher(store: Store, change: "redeemed" | "reopened", id: number, now: Date): Promise<void> {
  const voucher = await rows.byId(store, id);
  if (!voucher) throw new Error(`there is no voucher ${id}`);
  const owner = { merchantId: voucher.batch.merchant_id, userId: null, objectId: id };
  await emit(store, [{ type: `voucher.${change}`, ...owner, data: presentVoucher(voucher) }], now);
}
