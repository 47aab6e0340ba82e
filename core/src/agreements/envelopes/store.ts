import { and, eq, gt, isNotNull, ne, sql } from "drizzle-orm";
import { toSeconds } from "../../base/days.ts";
import { isGiven, unlessTaken, value } from "../../store/db/dialect.ts";
import { deleteOldest } from "../../store/db/oldest.ts";
import { walletEnvelopes } from "../../store/db/schema/envelopes.ts";
import { prepared, type Store } from "../../store/db/store.ts";

export type WalletEnvelope = typeof walletEnvelopes.$inferSelect;
export type NewEnvelope = Omit<
  typeof walletEnvelopes.$inferInsert,
  "id" | "status" | "bump_hash" | "tx_hash" | "error_message"
>;

/** User or merchant who asked for an envelope. */
export type Owner = { userId: number } | { merchantId: number };

export const ownerOf = ({ user_id, merchant_id }: Pick<WalletEnvelope, "user_id" | "merchant_id">): Owner =>
  merchant_id === null ? { userId: user_id ?? 0 } : { merchantId: merchant_id };

/**
 * If the same transaction is built again, returns the existing row; undefined if somebody else has it. One that failed without landing
 * waits for a signature again: it lands at most once, however often it is sent.
 */
export async function insert(store: Store, row: NewEnvelope): Promise<WalletEnvelope | undefined> {
  const kept = await store
    .insert(walletEnvelopes)
    .values({ ...row, status: "built" })
    .onConflictDoUpdate({
      target: walletEnvelopes.hash,
      set: { updated_at: row.updated_at },
      setWhere:
        row.merchant_id == null
          ? eq(walletEnvelopes.user_id, row.user_id ?? 0)
          : eq(walletEnvelopes.merchant_id, row.merchant_id),
    })
    .returning()
    .get();
  if (kept?.status !== "failed" || kept.tx_hash !== null) return kept;
  // The last fee bump stays: a reserve that the service signed for in it counts until the transaction is decided again.
  return store
    .update(walletEnvelopes)
    .set({ status: "built", envelope: row.envelope, error_message: null })
    .where(eq(walletEnvelopes.id, kept.id))
    .returning()
    .get();
}

const selectByHash = prepared((store) =>
  store.select().from(walletEnvelopes).where(isGiven(walletEnvelopes.hash)).prepare(),
);

/** An envelope of this owner; another one's is treated as missing. */
export async function byHash(store: Store, owner: Owner, hash: string): Promise<WalletEnvelope | undefined> {
  const row = await selectByHash(store).get({ hash });
  const isOwn = "userId" in owner ? row?.user_id === owner.userId : row?.merchant_id === owner.merchantId;
  return isOwn ? row : undefined;
}

export async function byId(store: Store, id: number): Promise<WalletEnvelope | undefined> {
  return store.select().from(walletEnvelopes).where(eq(walletEnvelopes.id, id)).get();
}

export type Started = { kind: "started"; row: WalletEnvelope } | { kind: "busy" } | { kind: "unchanged" };

/** `built -> pending` with the signed envelope, if its time is not over; `busy`: the wallet has another one on its way. */
export async function start(
  store: Store,
  id: number,
  { envelope, now }: { envelope: string; now: Date },
): Promise<Started> {
  const inTime = gt(walletEnvelopes.max_time, toSeconds(now));
  const row = await unlessTaken(store, async () =>
    store
      .update(walletEnvelopes)
      .set({ status: "pending", envelope, updated_at: now })
      .where(and(eq(walletEnvelopes.id, id), eq(walletEnvelopes.status, "built"), inTime))
      .returning()
      .get(),
  );
  if (row === null) return { kind: "busy" };
  return row ? { kind: "started", row } : { kind: "unchanged" };
}

/** Keeps the hash of a fee bump before it is sent. */
export async function noteBump(store: Store, id: number, hash: string): Promise<void> {
  await store.update(walletEnvelopes).set({ bump_hash: hash }).where(eq(walletEnvelopes.id, id));
}

/** Envelopes that open a trustline, and were sent and not decided yet. */
export async function openTrustlines(store: Store): Promise<WalletEnvelope[]> {
  // The partial index has few of them; it takes a literal.
  return store
    .select()
    .from(walletEnvelopes)
    .where(and(sql`status = 'pending'`, eq(walletEnvelopes.kind, "trustline"), isNotNull(walletEnvelopes.bump_hash)));
}

const finishRow = prepared((store) =>
  store
    .update(walletEnvelopes)
    .set({
      status: sql`${sql.placeholder("status")}`,
      tx_hash: sql`${sql.placeholder("tx_hash")}`,
      error_message: sql`${sql.placeholder("error_message")}`,
      updated_at: sql`${value(walletEnvelopes.updated_at, "now")}`,
    })
    .where(and(isGiven(walletEnvelopes.id), eq(walletEnvelopes.status, "pending")))
    .returning()
    .prepare(),
);

export interface Finish {
  status: "confirmed" | "failed";
  tx_hash: string | null;
  error_message: string | null;
  now: Date;
}

/** Undefined if it isn't pending. */
export async function finish(store: Store, id: number, result: Finish): Promise<WalletEnvelope | undefined> {
  return finishRow(store).get({ id, ...result });
}

/** Deletes the envelopes of a user's wallets, except those on their way until they are decided. */
export async function removeOf(store: Store, userId: number): Promise<void> {
  await store
    .delete(walletEnvelopes)
    .where(and(eq(walletEnvelopes.user_id, userId), ne(walletEnvelopes.status, "pending")));
}

/** Deletes envelopes that were built before `limit` and never submitted. @returns how many */
export async function prune(store: Store, limit: Date): Promise<number> {
  return deleteOldest(store, walletEnvelopes.created_at, limit, sql`status = 'built'`);
}
