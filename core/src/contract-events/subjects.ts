import { sql } from "drizzle-orm";
import { field, indexedBy, listed, membersOf } from "../db/dialect.ts";
import { contractEventSubjects, contractEvents } from "../db/schema/contract-events.ts";
import { prepared, type Store } from "../db/store.ts";

// An event is about the wallets, the merchant and the campaign that its data names. A `reward` names no wallets: its
// transaction's transfers, which come before it, do. A `claim` names no merchant: the `drop_created` of its drop does. Migrations
// have the same rules for older events.

const ADDRESS_LENGTH = 56;

const among = sql`e.id in ${listed("ids")}`;

const insertNamed = prepared((store) =>
  store
    .insert(contractEventSubjects)
    .select(
      sql`select case when m.key = 'merchant' or (m.key = 'campaign' and e.contract = 'campaign') then m.key else 'wallet' end,
          m.value, e.type, e.id
        from ${contractEvents} e, ${membersOf(sql`e.data`)} m
        where ${among} and m.value is not null and (m.key = 'merchant' or (m.key = 'campaign' and e.contract = 'campaign')
          or (length(m.value) = ${ADDRESS_LENGTH} and substr(m.value, 1, 1) in ('G', 'C') and m.value not in ${listed("own")}))`,
    )
    .onConflictDoNothing()
    .prepare(),
);

const insertPaid = prepared((store) =>
  store
    .insert(contractEventSubjects)
    .select(
      sql`select 'wallet', ${field(sql`t.data`, "to")}, e.type, e.id
        from ${contractEvents} e join ${contractEvents} t ${indexedBy("contract_events_by_tx")}
          on t.tx_hash = e.tx_hash and t.id < e.id and t.contract = 'asset' and t.type = 'transfer'
        where ${among} and e.contract = 'campaign' and e.type = 'reward'`,
    )
    .onConflictDoNothing()
    .prepare(),
);

const insertClaimed = prepared((store) =>
  store
    .insert(contractEventSubjects)
    .select(
      sql`select 'merchant', ${field(sql`d.data`, "merchant")}, e.type, e.id
        from ${contractEvents} e join ${contractEvents} d ${indexedBy("contract_events_drops")}
          on ${field(sql`d.data`, "drop")} = ${field(sql`e.data`, "drop")}
          and d.contract = 'distribution' and d.type = 'drop_created'
        where ${among} and e.contract = 'distribution' and e.type = 'claim'`,
    )
    .onConflictDoNothing()
    .prepare(),
);

/**
 * Records whom and what stored events are about.
 * @param own ids of the system's contracts: one side of each payment is the pool, which is nobody's wallet
 */
export async function recordSubjects(store: Store, ids: readonly string[], own: readonly string[]): Promise<void> {
  const given = { ids: JSON.stringify(ids), own: JSON.stringify(own) };
  await insertNamed(store).run(given);
  await insertPaid(store).run(given);
  await insertClaimed(store).run(given);
}
