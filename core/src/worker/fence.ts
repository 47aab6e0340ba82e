import * as submissions from "../chain/submissions.ts";
import { skipIds } from "../db/ids.ts";
import type { Store } from "../db/store.ts";
import { isShut, readRebuilt, writeFence } from "../rewards/fence.ts";
import { eventOf, isRecorded } from "../rewards/ledger-batches.ts";
import type { Crew } from "./crew.ts";

/**
 * Restore fence: batches on the ledger that the database can't account for mean that it was restored from a backup. Its numbers
 * may then stand for other rewards on the ledger, and rewards issued since the backup are forgotten: nothing is accepted or paid
 * until their records are rebuilt (reconcile.ts), which alone opens the fence again. Somebody else may have used the
 * distributor's key just as well, so an operator has to say that it was a restore, unless `merit restore` did.
 * @returns true if payouts have to stay shut
 * @throws RpcUnavailable
 */
export async function checkFence({ context }: Pick<Crew, "context">): Promise<boolean> {
  const { chain, clock, db, log } = context;
  const landed = Number((await chain.contracts.distribution.view("seq")).value);
  return db.commit(async (store) => {
    if (await isShut(store)) return true;
    const unknown = await unknownBatches(store, landed);
    if (unknown.length === 0) return false;
    await writeFence(store, "unknown");
    await skipIds(store, clock.now());
    log.error(
      { batches_on_ledger: landed, batches_unknown: unknown.length, first_unknown: unknown[0] },
      "payouts are shut: the ledger has batches that this database doesn't know. If it was restored from a backup, run `merit reconcile`; if not, somebody else uses the distributor's key",
    );
    return true;
  });
}

/** Batches up to `landed` that no transaction of the database has as its own, by rising number. */
export async function missingBatches(store: Store, landed: number): Promise<number[]> {
  const { batch } = await readRebuilt(store);
  const known = new Set(await submissions.batchesAbove(store, batch));
  const all = Array.from({ length: Math.max(0, landed - batch) }, (_, index) => batch + 1 + index);
  return all.filter((seq) => !known.has(seq));
}

/** A transaction may have landed without our seeing its number: then its batch's event is about rewards that we know. */
async function unknownBatches(store: Store, landed: number): Promise<number[]> {
  const unread: number[] = [];
  const foreign: number[] = [];
  for (const seq of await missingBatches(store, landed)) {
    const event = await eventOf(store, seq);
    if (event === undefined) unread.push(seq);
    else if (!(await isRecorded(store, event))) foreign.push(seq);
  }
  const { submission } = await readRebuilt(store);
  const mayBeOurs = unread.length <= (await submissions.countUnnumbered(store, submission));
  return mayBeOurs ? foreign : [...foreign, ...unread].sort((a, b) => a - b);
}
