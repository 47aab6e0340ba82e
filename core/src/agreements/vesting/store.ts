import { and, asc, eq, gt, inArray, isNotNull, ne } from "drizzle-orm";
import type { PageRequest } from "../../base/page.ts";
import { newest } from "../../store/db/newest.ts";
import { walletEnvelopes } from "../../store/db/schema/envelopes.ts";
import { userWallets } from "../../store/db/schema/users.ts";
import { type VestingStatus, vestingSchedules } from "../../store/db/schema/vesting.ts";
import { type Store, union } from "../../store/db/store.ts";

export type ScheduleRow = typeof vestingSchedules.$inferSelect;

/** Reader of schedules: the merchant whose wallets funded them, or the user whose wallets have or are offered them. */
export type Reader = { merchant_id: number } | { user_id: number; now: Date };

export interface Filter {
  status?: VestingStatus | undefined;
  /** Wallet that has it now. */
  beneficiary?: string | undefined;
}

/** A wallet is a merchant's once it has signed for it. */
const walletsOf = (store: Store, merchantId: number) =>
  store
    .selectDistinct({ address: walletEnvelopes.wallet_address })
    .from(walletEnvelopes)
    .where(and(eq(walletEnvelopes.merchant_id, merchantId), ne(walletEnvelopes.status, "built")));

/** Wallets that have signed for the merchant, besides this one. */
export async function otherWallets(store: Store, merchantId: number, wallet: string): Promise<string[]> {
  return (await walletsOf(store, merchantId)).map(({ address }) => address).filter((address) => address !== wallet);
}

/** The merchants whose wallet it is. */
export async function merchantsOf(store: Store, wallet: string): Promise<number[]> {
  const { merchant_id, wallet_address, status } = walletEnvelopes;
  const found = await store
    .selectDistinct({ id: merchant_id })
    .from(walletEnvelopes)
    .where(and(eq(wallet_address, wallet), isNotNull(merchant_id), ne(status, "built")))
    .orderBy(asc(merchant_id));
  return found.flatMap(({ id }) => (id === null ? [] : [id]));
}

function isReadBy(store: Store, reader: Reader) {
  const { funder, beneficiary, offered_to, offer_ends_at } = vestingSchedules;
  if ("merchant_id" in reader) return inArray(funder, walletsOf(store, reader.merchant_id));
  const { address, user_id, proven_at } = userWallets;
  const own = store
    .select({ address })
    .from(userWallets)
    .where(and(eq(user_id, reader.user_id), isNotNull(proven_at)));
  const { id } = vestingSchedules;
  const held = store.select({ id }).from(vestingSchedules).where(inArray(beneficiary, own));
  const offered = store
    .select({ id })
    .from(vestingSchedules)
    .where(and(inArray(offered_to, own), gt(offer_ends_at, reader.now)));
  // With `or`, the newest schedules of all users would be read until enough of them are this one's.
  return inArray(id, union(held, offered));
}

/** Newest first, ids below `before`. */
export const listOf = (
  store: Store,
  reader: Reader,
  { status, beneficiary, ...page }: Filter & PageRequest,
): Promise<ScheduleRow[]> => newest(store, vestingSchedules, page, { status, beneficiary }, isReadBy(store, reader));

/** A schedule of this reader; anybody else's is treated as missing. */
export async function readBy(store: Store, reader: Reader, schedule: string): Promise<ScheduleRow | undefined> {
  return store
    .select()
    .from(vestingSchedules)
    .where(and(eq(vestingSchedules.schedule, schedule), isReadBy(store, reader)))
    .get();
}

/** Rows of these schedules, for those that the ledger has, as far as its events were read. */
export async function known(store: Store, schedules: string[]): Promise<Map<string, ScheduleRow>> {
  const rows = await store.select().from(vestingSchedules).where(inArray(vestingSchedules.schedule, schedules));
  return new Map(rows.map((row) => [row.schedule, row]));
}

/** Undefined if it is there already. */
export async function insert(
  store: Store,
  row: typeof vestingSchedules.$inferInsert,
): Promise<ScheduleRow | undefined> {
  return store.insert(vestingSchedules).values(row).onConflictDoNothing().returning().get();
}

export async function remove(store: Store, schedule: string): Promise<void> {
  await store.delete(vestingSchedules).where(eq(vestingSchedules.schedule, schedule));
}

type Change = Partial<Omit<typeof vestingSchedules.$inferInsert, "id" | "schedule">>;

export async function bySchedule(store: Store, schedule: string): Promise<ScheduleRow | undefined> {
  return store.select().from(vestingSchedules).where(eq(vestingSchedules.schedule, schedule)).get();
}

export async function update(store: Store, id: number, change: Change): Promise<ScheduleRow | undefined> {
  return store.update(vestingSchedules).set(change).where(eq(vestingSchedules.id, id)).returning().get();
}
