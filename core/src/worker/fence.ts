import * as submissions from "../chain/submissions.ts";
import { isShut, rebuiltBatches, writeFence } from "../rewards/fence.ts";
import type { Crew } from "./crew.ts";

/**
 * Restore fence: more batches on the ledger than the database can account for mean that it was restored from a backup.
 * Its numbers may then stand for other rewards on the ledger, and rewards issued since the backup are forgotten: nothing
 * is accepted or paid until their records are rebuilt (reconcile.ts), which alone opens the fence again. Somebody else may have
 * used the distributor's key just as well, so an operator has to say that it was a restore, unless `merit restore` did.
 * @returns true if payouts have to stay shut
 * @throws RpcUnavailable
 */
export async function checkFence({ context }: Pick<Crew, "context">): Promise<boolean> {
  const { chain, db, log } = context;
  const { value: onLedger } = await chain.contracts.distribution.view("seq");
  return db.commit(async (store) => {
    if (await isShut(store)) return true;
    const known = Math.max(await submissions.knownBatches(store), await rebuiltBatches(store));
    if (onLedger <= BigInt(known)) return false;
    await writeFence(store, "unknown");
    log.error(
      { batches_on_ledger: Number(onLedger), batches_known: known },
      "payouts are shut: the ledger has batches that this database doesn't know. If it was restored from a backup, run `merit reconcile`; if not, somebody else uses the distributor's key",
    );
    return true;
  });
}
