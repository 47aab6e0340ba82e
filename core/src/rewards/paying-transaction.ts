import { sql } from "drizzle-orm";
import * as campaigns from "../campaigns/store.ts";
import { campaigns as campaignTable, contractEvents, issuances } from "../db/schema.ts";
import { prepared, type Store } from "../db/store.ts";
import type { Issuance } from "./store.ts";

// Some rewards are confirmed by the contract's marks alone; which transaction paid them is in the indexed `reward` events.
// Event and confirmation may come in either order, and the commit that comes second finds the other's row.

/** The transaction that paid an issuance, by the indexed events; null while the indexer hasn't seen it. */
export async function findPayingTransaction(
  store: Store,
  { campaign_id, number, reference }: Pick<Issuance, "campaign_id" | "number" | "reference">,
): Promise<string | null> {
  const onLedger = (await campaigns.byId(store, campaign_id))?.contract_campaign_id ?? null;
  if (onLedger === null) return null;
  // Events without the reference are passed over unparsed: a large campaign has thousands.
  const row = await store.get<{ tx_hash: string } | undefined>(sql`
    select event.tx_hash as tx_hash
    from ${contractEvents} as event indexed by contract_events_rewards,
      json_each(event.data, '$.payments') as payment
    where event.contract = 'campaign' and event.type = 'reward'
      and event.data ->> '$.campaign' = ${String(onLedger)}
      and instr(event.data, ${reference}) > 0
      and payment.value ->> '$.number' = ${number}
      and payment.value ->> '$.reference' = ${reference}
      and payment.value ->> '$.result' = 'PAID'
    order by event.id desc
    limit 1`);
  return row?.tx_hash ?? null;
}

const selectUnexplained = prepared((store) =>
  store
    .select({ id: issuances.id })
    .from(issuances)
    .where(sql`status = 'confirmed' and tx_hash is null`)
    .limit(1)
    .prepare(),
);

/** Gives the issuances that a `reward` event shows as paid its transaction, where none is known yet. */
export async function explainPayments(store: Store, eventId: string, now: Date): Promise<void> {
  // Mostly there is none, and the event, which the indexer stores by the hundred, need not be taken apart.
  if (!(await selectUnexplained(store).get())) return;
  await store.run(sql`
    with event as (select * from ${contractEvents} where id = ${eventId} and contract = 'campaign' and type = 'reward'),
      paid as (
        select payment.value ->> '$.number' as number, payment.value ->> '$.reference' as reference
        from event, json_each(event.data, '$.payments') as payment
        where payment.value ->> '$.result' = 'PAID'
      )
    update ${issuances} indexed by issuances_unexplained
    set tx_hash = (select tx_hash from event), updated_at = ${sql.param(now, issuances.updated_at)}
    where campaign_id = (
        select campaign.id from ${campaignTable} as campaign, event
        where campaign.contract_campaign_id = cast(event.data ->> '$.campaign' as integer)
      )
      and (number, reference) in (select number, reference from paid)
      and status = 'confirmed' and tx_hash is null`);
}
