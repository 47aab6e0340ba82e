import * as submissions from "../chain/submissions.ts";
import { writeFence } from "../rewards/fence.ts";
import type { Crew } from "./crew.ts";

/**
 * Restore fence: more batches on the ledger than the database can account for mean that it was restored from a backup.
 * Its numbers may then stand for other rewards on the ledger, and rewards issued since the backup are forgotten: nothing
 * is accepted or paid until an operator has rebuilt the records from the `reward` events.
 * @returns true if payouts have to stay shut
 * @throws RpcUnavailable
 */
export async function checkFence({ context }: Pick<Crew, "context">): Promise<boolean> {
  const { chain, db, log } = context;
  const { value: onLedger } = await chain.contracts.distribution.view("seq");
  const { shut, known } = await db.commit(async (store) => {
    const known = await submissions.knownBatches(store);
    const shut = onLedger > BigInt(known);
    await writeFence(store, shut);
    return { shut, known };
  });
  if (shut) {
    log.error(
      { batches_on_ledger: Number(onLedger), batches_known: known },
      "payouts are shut: the ledger has batches that this database doesn't know; was it restored from a backup?",
    );
  }
  return shut;
}
