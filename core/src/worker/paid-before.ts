import { inArray, sql } from "drizzle-orm";
import { contractEvents } from "../db/schema.ts";
import type { Store } from "../db/store.ts";

/**
 * The transaction that paid a number of a campaign, from the indexed `reward` events. Null while the indexer hasn't
 * seen it: the payment is a fact all the same, only its hash is not known.
 * @param campaign the campaign's id on the ledger
 */
export async function findPayingTransaction(
  store: Store,
  { campaign, number, reference }: { campaign: number; number: number; reference: string },
): Promise<string | null> {
  const row = await store.get<{ tx_hash: string } | undefined>(sql`
    select ${contractEvents.tx_hash} as tx_hash
    from ${contractEvents}, json_each(${contractEvents.data}, '$.payments') as payment
    where ${contractEvents.contract} = 'campaign' and ${contractEvents.type} = 'reward'
      and json_extract(${contractEvents.data}, '$.campaign') = ${String(campaign)}
      and json_extract(payment.value, '$.number') = ${number}
      and json_extract(payment.value, '$.reference') = ${reference}
      and json_extract(payment.value, '$.result') = 'PAID'
    limit 1`);
  return row?.tx_hash ?? null;
}

/** Which of a submission's outer transactions the indexer has seen on the ledger; null if none yet. */
export async function findLanded(store: Store, hashes: string[]): Promise<string | null> {
  const row = await store
    .select({ tx_hash: contractEvents.tx_hash })
    .from(contractEvents)
    .where(inArray(contractEvents.tx_hash, hashes))
    .limit(1)
    .get();
  return row?.tx_hash ?? null;
}
