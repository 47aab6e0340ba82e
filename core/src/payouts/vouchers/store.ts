import { and, asc, count, desc, eq, inArray, isNull, lte, ne, or, sql } from "drizzle-orm";
import type { PageRequest } from "../../base/page.ts";
import { asRows } from "../../store/db/columns.ts";
import { insertedFrom, nextId, value } from "../../store/db/dialect.ts";
import { isOlder, newest } from "../../store/db/newest.ts";
import { campaigns } from "../../store/db/schema/campaigns.ts";
import { issuances } from "../../store/db/schema/issuances.ts";
import { type VoucherStatus, voucherBatches, vouchers } from "../../store/db/schema/vouchers.ts";
import { prepared, type Store } from "../../store/db/store.ts";

export type Batch = typeof voucherBatches.$inferSelect;
export type VoucherRow = typeof vouchers.$inferSelect;
type Issuance = typeof issuances.$inferSelect;

/** A voucher with its batch, and with its reward if it was ever redeemed. */
export interface Voucher extends VoucherRow {
  batch: Batch;
  issuance: Issuance | null;
}

const full = (store: Store) =>
  store
    .select({ voucher: vouchers, batch: voucherBatches, issuance: issuances })
    .from(vouchers)
    .innerJoin(voucherBatches, eq(voucherBatches.id, vouchers.batch_id))
    .leftJoin(issuances, eq(issuances.voucher_id, vouchers.id));

type Found = { voucher: VoucherRow; batch: Batch; issuance: Issuance | null } | undefined;

const toVoucher = (found: Found): Voucher | undefined =>
  found && { ...found.voucher, batch: found.batch, issuance: found.issuance };

const selectByHash = prepared((store) =>
  full(store)
    .where(eq(vouchers.code_hash, value(vouchers.code_hash, "hash")))
    .prepare(),
);

export async function byHash(store: Store, hash: string): Promise<Voucher | undefined> {
  return toVoucher(await selectByHash(store).get({ hash }));
}

export async function byId(store: Store, id: number): Promise<Voucher | undefined> {
  return toVoucher(await full(store).where(eq(vouchers.id, id)).get());
}

/** The voucher whose reward has this reference. */
export async function byReference(store: Store, merchantId: number, reference: string): Promise<Voucher | undefined> {
  const isIt = and(eq(vouchers.reference, reference), eq(voucherBatches.merchant_id, merchantId));
  return toVoucher(await full(store).where(isIt).get());
}

/** The open voucher of a campaign that was made last. */
export async function newestOpen(store: Store, campaignId: number): Promise<Voucher | undefined> {
  const isOpen = and(eq(vouchers.campaign_id, campaignId), eq(vouchers.status, "open"));
  return toVoucher(await full(store).where(isOpen).orderBy(desc(vouchers.id)).limit(1).get());
}

export interface VoucherFilter {
  status?: VoucherStatus;
  batch_id?: number;
}

/** Newest first, ids below `before`. */
export async function listOf(
  store: Store,
  campaignId: number,
  { status, batch_id, ...page }: VoucherFilter & PageRequest,
): Promise<Voucher[]> {
  const found = await full(store)
    .where(
      and(
        eq(vouchers.campaign_id, campaignId),
        status && eq(vouchers.status, status),
        batch_id === undefined ? undefined : eq(vouchers.batch_id, batch_id),
        isOlder(vouchers.id, page),
      ),
    )
    .orderBy(desc(vouchers.id))
    .limit(page.limit);
  return found.flatMap((each) => toVoucher(each) ?? []);
}

export async function insertBatch(store: Store, row: Omit<Batch, "id">): Promise<Batch> {
  return store
    .insert(voucherBatches)
    .values({ ...row, id: nextId(voucherBatches) })
    .returning()
    .get();
}

const insertRows = prepared((store) => store.insert(vouchers).select(insertedFrom(vouchers, "rows")).prepare());

/** @returns the id of the first; the others follow it */
export async function insertAll(store: Store, rows: readonly Omit<VoucherRow, "id">[]): Promise<number> {
  const next = await store
    .select({ id: sql<bigint>`${nextId(vouchers)}` })
    .from(sql`(select 1) one`)
    .get();
  const first = Number(next?.id);
  await insertRows(store).run({
    rows: asRows(
      vouchers,
      rows.map((row, index) => ({ id: first + index, ...row })),
    ),
  });
  return first;
}

export async function batchById(store: Store, id: number): Promise<Batch | undefined> {
  return store.select().from(voucherBatches).where(eq(voucherBatches.id, id)).get();
}

/** Newest first, ids below `before`. */
export const batchesOf = (store: Store, campaignId: number, page: PageRequest): Promise<Batch[]> =>
  newest(store, voucherBatches, page, { campaign_id: campaignId });

/** How many vouchers have each status. */
export type Counts = Record<VoucherStatus, number>;

/** Counts of vouchers by batch. */
export async function countsOf(store: Store, batches: readonly Batch[]): Promise<Map<number, Counts>> {
  const counts = new Map(batches.map(({ id }) => [id, { open: 0, redeemed: 0, cancelled: 0, expired: 0 }]));
  const found = await store
    .select({ batch: vouchers.batch_id, status: vouchers.status, count: count() })
    .from(vouchers)
    .where(inArray(vouchers.batch_id, [...counts.keys()]))
    .groupBy(vouchers.batch_id, vouchers.status);
  for (const { batch, status, count } of found) Object.assign(counts.get(batch) ?? {}, { [status]: Number(count) });
  return counts;
}

/**
 * Batches that have open vouchers, though their time or their campaign is over; only the one with the id, if one is given. Those that
 * end with their campaign wait while its extension is on its way, which may have reached the ledger before their end.
 */
export async function overBatches(store: Store, now: Date, limit: number, id?: number): Promise<Batch[]> {
  const { ends_at, next_ends_at, status } = campaigns;
  const hasOwnEnd = ne(voucherBatches.expires_at, ends_at);
  const isOver = and(
    lte(voucherBatches.expires_at, now),
    or(hasOwnEnd, isNull(next_ends_at), lte(next_ends_at, ends_at)),
  );
  const found = await store
    .select({ batch: voucherBatches })
    .from(voucherBatches)
    .innerJoin(campaigns, eq(campaigns.id, voucherBatches.campaign_id))
    .where(
      and(
        id === undefined ? undefined : eq(voucherBatches.id, id),
        or(isOver, inArray(status, ["ended", "settled"])),
        sql`exists (select 1 from ${vouchers} where batch_id = ${voucherBatches.id} and status = 'open')`,
      ),
    )
    .orderBy(asc(voucherBatches.id))
    .limit(limit);
  return found.map(({ batch }) => batch);
}

/** Changes one voucher's status; false if it isn't in one of `from`. */
export async function move(
  store: Store,
  id: number,
  { from, to, now }: { from: readonly VoucherStatus[]; to: VoucherStatus; now: Date },
): Promise<boolean> {
  const moved = await store
    .update(vouchers)
    .set({ status: to, updated_at: now })
    .where(and(eq(vouchers.id, id), inArray(vouchers.status, [...from])))
    .returning({ id: vouchers.id })
    .get();
  return moved !== undefined;
}

/** Changes the open vouchers of a batch. @returns how many there were */
export async function moveOpen(store: Store, batchId: number, to: VoucherStatus, now: Date): Promise<number> {
  const moved = await store
    .update(vouchers)
    .set({ status: to, updated_at: now })
    .where(and(eq(vouchers.batch_id, batchId), eq(vouchers.status, "open")));
  return moved.changes;
}
