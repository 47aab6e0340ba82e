import { type SQL, sql } from "drizzle-orm";
import { element, elementsOf, field, indexedBy, listed, rowsAsJson } from "../../store/db/dialect.ts";
import { contractEventSubjects, contractEvents, type SubjectKind } from "../../store/db/schema/contract-events.ts";
import { facts } from "../../store/db/schema/facts.ts";
import { prepared, type Store } from "../../store/db/store.ts";
import { contractNames } from "../chain/bindings.ts";
import { KEPT_FROM } from "./place.ts";

// An event is about the wallets, the merchant and the campaign that its data names. A `reward` names no wallets: its
// transaction's transfers, which come before it, do, and it keeps them as its recipients. A `claim` names no merchant: the
// `drop_created` of its drop does. Migrations have the same rules for older events.

const ADDRESS_LENGTH = 56;

type Event = Pick<typeof contractEvents.$inferSelect, "id" | "contract" | "type" | "data">;
type Subject = typeof contractEventSubjects.$inferSelect;

const ourContracts = new Set<string>(contractNames);

/** Another contract may mean something else by these names. */
function kindOf(name: string, contract: string): SubjectKind | undefined {
  if (name === "merchant" && ourContracts.has(contract)) return "merchant";
  return name === "campaign" && contract === "campaign" ? "campaign" : undefined;
}

const isAddress = (value: unknown): value is string =>
  typeof value === "string" && value.length === ADDRESS_LENGTH && /^[GC]/.test(value);

function namedBy({ id: event_id, contract, type, data }: Event, own: ReadonlySet<string>): Subject[] {
  return Object.entries((data ?? {}) as object).flatMap(([name, value]): Subject[] => {
    const kind = kindOf(name, contract);
    if (kind) return value === null ? [] : [{ kind, value: String(value), type, event_id }];
    return isAddress(value) && !own.has(value) ? [{ kind: "wallet", value, type, event_id }] : [];
  });
}

const among = sql`e.id in ${listed("ids")}`;

/** Adds those of the selected subjects that aren't there. */
const inserting = (rows: SQL) =>
  prepared((store) => store.insert(contractEventSubjects).select(rows).onConflictDoNothing().prepare());

const isReward = (event: SQL) => sql`${event}.contract = 'campaign' and ${event}.type = 'reward'`;
const isTransfer = sql`t.contract = 'asset' and t.type = 'transfer'`;

const setRecipients = prepared((store) =>
  store
    .update(contractEvents)
    .set({
      recipients: sql`(
        select ${rowsAsJson(sql`t.id`, field(sql`t.data`, "to"), field(sql`t.data`, "amount"))}
        from ${contractEvents} t ${indexedBy("contract_events_by_tx")}
        where t.tx_hash = ${contractEvents}.tx_hash and t.id < ${contractEvents}.id and ${isTransfer}
      )`,
    })
    // Rewards whose transfers have been deleted (retention.ts) keep their recipients.
    .where(sql`${contractEvents}.id in ${listed("ids")} and ${isReward(sql`${contractEvents}`)}
      and ${contractEvents}.id > coalesce((select value from ${facts} where name = ${KEPT_FROM}), '')`)
    .prepare(),
);

const insertPaid = inserting(
  sql`select 'wallet', ${element(sql`r.value`, 0)}, e.type, e.id
    from ${contractEvents} e, ${elementsOf(sql`e.recipients`)} r
    where ${among} and ${isReward(sql`e`)} and ${element(sql`r.value`, 0)} is not null`,
);

const selectRewardsOf = prepared((store) =>
  store
    .selectDistinct({ id: sql<string>`r.id` })
    .from(sql`${contractEvents} t cross join ${contractEvents} r ${indexedBy("contract_events_by_tx")}`)
    .where(sql`t.id in ${listed("ids")} and ${isTransfer}
      and r.tx_hash = t.tx_hash and r.id > t.id and ${isReward(sql`r`)} and r.id not in ${listed("ids")}`)
    .prepare(),
);

const sameDrop = sql`${field(sql`d.data`, "drop")} = ${field(sql`e.data`, "drop")}`;
const isClaim = sql`e.contract = 'distribution' and e.type = 'claim'`;
const isDrop = sql`d.contract = 'distribution' and d.type = 'drop_created'`;

const insertClaimed = inserting(
  sql`select 'merchant', ${field(sql`d.data`, "merchant")}, e.type, e.id
    from ${contractEvents} e join ${contractEvents} d ${indexedBy("contract_events_drops")} on ${sameDrop} and ${isDrop}
    where ${among} and ${isClaim}`,
);

const insertClaimedBefore = inserting(
  sql`select 'merchant', ${field(sql`d.data`, "merchant")}, e.type, e.id
    from ${contractEvents} d cross join ${contractEvents} e ${indexedBy("contract_events_by_contract")}
    where d.id in ${listed("ids")} and ${isDrop} and ${isClaim} and e.id > d.id and ${sameDrop}`,
);

/**
 * Records whom and what stored events are about.
 * @param own ids of the system's contracts: one side of each payment is the pool, which is nobody's wallet
 */
export async function recordSubjects(store: Store, events: readonly Event[], own: readonly string[]): Promise<void> {
  const ours = new Set(own);
  await store.insertEach(
    contractEventSubjects,
    events.flatMap((event) => namedBy(event, ours)),
  );
  const ids = events.map(({ id }) => id);
  await recordPaid(store, ids);
  await insertClaimed(store).run({ ids: JSON.stringify(ids) });
}

async function recordPaid(store: Store, ids: readonly string[]): Promise<void> {
  const given = { ids: JSON.stringify(ids) };
  await setRecipients(store).run(given);
  await insertPaid(store).run(given);
}

/**
 * Records subjects of events that were stored before the events that tell them: a claim before the `drop_created` of its drop, a
 * `reward` before its transfers. @param ids events that came late
 */
export async function recordBefore(store: Store, ids: readonly string[]): Promise<void> {
  const given = { ids: JSON.stringify(ids) };
  await insertClaimedBefore(store).run(given);
  const rewards = await selectRewardsOf(store).all(given);
  if (rewards.length > 0)
    await recordPaid(
      store,
      rewards.map(({ id }) => id),
    );
}
