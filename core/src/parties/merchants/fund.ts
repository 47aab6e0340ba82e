import { createHash } from "node:crypto";
import { formatAmount } from "../../base/money.ts";
import { type Page, type PageRequest, toPage } from "../../base/page.ts";
import type { UnitContext } from "../../context/context.ts";
import { record } from "../../store/audit/audit.ts";
import type { Store } from "../../store/db/store.ts";
import { idempotencyKeyReused } from "../../store/idempotency/problems.ts";
import type { Grant } from "./grant-store.ts";
import * as rows from "./grant-store.ts";
import { get } from "./service.ts";

export type { Grant } from "./grant-store.ts";

/**
 * Requests `amount` stroops from the treasury for a merchant, in the caller's commit. One key pays once, however often and
 * however late it is repeated: also on a database restored from before it, since the contract remembers its reference.
 * @throws Problem 404; 422 for a key that was used for another grant
 */
export async function fund(
  { clock, settings }: UnitContext,
  store: Store,
  { merchantId, amount, key, actor }: { merchantId: number; amount: bigint; key: string; actor: string },
): Promise<Grant> {
  await get(store, merchantId);
  const now = clock.now();
  const reference = createHash("sha256").update(`merit grant\0${settings.network}\0${key}`).digest("hex");
  const fresh = { merchant_id: merchantId, amount, reference, status: "pending" as const };
  const grant = await rows.insert(store, { ...fresh, created_at: now, updated_at: now });
  if (!grant) return repeated(store, reference, { merchantId, amount });
  await rows.addJob(store, grant, now);
  const detail = { grant_id: grant.id, amount: formatAmount(amount) };
  await record(store, { actor, action: "merchant.fund", subject: `merchant:${merchantId}`, detail, now });
  return grant;
}

async function repeated(
  store: Store,
  reference: string,
  { merchantId, amount }: { merchantId: number; amount: bigint },
): Promise<Grant> {
  const known = await rows.byReference(store, reference);
  if (known?.merchant_id !== merchantId || known.amount !== amount) throw idempotencyKeyReused();
  return known;
}

/** A merchant's grants, newest first. @throws Problem 404 */
export async function listGrants(store: Store, merchantId: number, request: PageRequest): Promise<Page<Grant>> {
  await get(store, merchantId);
  return toPage(request, (page) => rows.listOf(store, merchantId, page));
}
