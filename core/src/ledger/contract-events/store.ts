import { and, asc, count, desc, eq, getTableColumns, gt, gte, lt, min, sql } from "drizzle-orm";
import { contains, isGiven, listed, rowCount, unindexed, value } from "../../store/db/dialect.ts";
import {
  contractEventSubjects,
  contractEvents,
  type SubjectKind,
  subjectKinds,
} from "../../store/db/schema/contract-events.ts";
import { indexerCursors, indexerGaps } from "../../store/db/schema/indexer.ts";
import { prepared, preparedWith, type Store } from "../../store/db/store.ts";
import { before, beforeLedger, everything, type Span, within } from "./place.ts";

/** An event without its XDR, which few readers want. */
export type ContractEvent = Omit<typeof contractEvents.$inferSelect, "xdr">;
export type IndexerCursor = typeof indexerCursors.$inferSelect;
/** An event's topics and value in base64 XDR. */
export interface EventXdr {
  topics: string[];
  value: string;
}

const { xdr, ...shown } = getTableColumns(contractEvents);

export interface EventFilter {
  contract?: string | undefined;
  types?: string[] | undefined;
  tx_hash?: string | undefined;
  /** Both ends included. */
  from_ledger?: number | undefined;
  to_ledger?: number | undefined;
  /** First moment, and the one behind the last. */
  from?: Date | undefined;
  to?: Date | undefined;
  /** Subjects of the events. A merchant and a campaign have their ids on the ledger here. */
  wallet?: string | undefined;
  campaign?: string | undefined;
  merchant?: string | undefined;
}

export interface EventPage extends EventFilter {
  /** `asc`, the order of the ledger, unless it is given. */
  order?: "asc" | "desc" | undefined;
  /** Id of the last event seen. */
  after?: string | undefined;
  /** The place that the list begins behind, in either order. */
  first?: string | undefined;
  limit: number;
}

export async function byId(store: Store, id: string): Promise<ContractEvent | undefined> {
  return store.select().from(contractEvents).where(eq(contractEvents.id, id)).get();
}

/** True if an event of this contract in this transaction has been read. */
export async function isIndexed(store: Store, contract: string, txHash: string): Promise<boolean> {
  const event = await store
    .select({ id: contractEvents.id })
    .from(contractEvents)
    .where(and(eq(contractEvents.tx_hash, txHash), eq(contractEvents.contract, contract)))
    .limit(1)
    .get();
  return event !== undefined;
}

type Order = "desc";
type Condition = "pair" | "subject" | "tx_hash" | "contract" | "wallet" | "campaign" | "merchant" | "types" | Order;

const isAbout = (kind: SubjectKind) =>
  sql`exists (select 1 from ${contractEventSubjects} other where other.kind = ${sql.raw(`'${kind}'`)}
    and other.value = ${sql.placeholder(kind)} and other.type = ${contractEvents.type} and other.event_id = ${contractEvents.id})`;

/** Ids in order, from one place of an index: of a contract's events of a type, of a subject's, of a transaction's, or of all. */
const selectIds = preparedWith((store, uses: (condition: Condition) => boolean) => {
  const id = uses("subject") ? contractEventSubjects.event_id : contractEvents.id;
  const { kind, value: subject, type } = contractEventSubjects;
  const conditions = [
    uses("pair") ? and(isGiven(contractEvents.contract), isGiven(contractEvents.type)) : undefined,
    uses("subject") ? and(isGiven(kind), eq(subject, value(subject, "value")), isGiven(type)) : undefined,
    uses("tx_hash") ? isGiven(contractEvents.tx_hash) : undefined,
    uses("contract") ? sql`${unindexed(contractEvents.contract)} = ${sql.placeholder("contract")}` : undefined,
    uses("types") ? sql`${unindexed(contractEvents.type)} in ${listed("types")}` : undefined,
    ...subjectKinds.filter(uses).map(isAbout),
    gt(id, value(id, "above")),
    lt(id, value(id, "below")),
  ];
  const joins = uses("contract") || subjectKinds.some(uses);
  const from = store.select({ id }).from(uses("subject") ? contractEventSubjects : contractEvents);
  const rows = uses("subject") && joins ? from.innerJoin(contractEvents, eq(contractEvents.id, id)) : from;
  return rows
    .where(and(...conditions))
    .orderBy(uses("desc") ? desc(id) : asc(id))
    .limit(rowCount("limit"))
    .prepare();
});

/** In the order of the ledger, or the reverse. */
export async function list(store: Store, request: EventPage): Promise<ContractEvent[]> {
  const ids = await idsOf(store, request);
  const found = await selectByIds(store).all({ ids: JSON.stringify(ids) });
  return request.order === "desc" ? found.reverse() : found;
}

const selectByIds = prepared((store) =>
  store
    .select(shown)
    .from(contractEvents)
    .where(sql`${contractEvents.id} in ${listed("ids")}`)
    .orderBy(asc(contractEvents.id))
    .prepare(),
);

async function idsOf(store: Store, request: EventPage): Promise<string[]> {
  const { order, after, first, limit, contract, types, tx_hash } = request;
  const isDescending = order === "desc";
  const asked = within(await spanOf(store, request), {
    above: (!isDescending && after) || everything.above,
    below: (isDescending && after) || everything.below,
  });
  const span = within(asked, { ...everything, above: first ?? everything.above });
  const given = { limit, ...span, ...(isDescending && { desc: true }) };
  if (tx_hash !== undefined) {
    const { wallet, campaign, merchant } = request;
    const conditions = {
      tx_hash,
      contract,
      types: types && JSON.stringify(types),
      wallet,
      campaign,
      merchant,
      ...given,
    };
    return idsWith(store, conditions);
  }
  // Each place has its own order. The first ones of all places have the first ones of the list among them.
  const found: string[] = [];
  for (const place of await placesOf(store, request)) found.push(...(await idsWith(store, { ...place, ...given })));
  found.sort();
  return (isDescending ? found.reverse() : found).slice(0, limit);
}

async function idsWith(store: Store, given: { [Name in Condition]?: unknown } & Record<string, unknown>) {
  return (await selectIds(store, given).all(given)).map(({ id }) => id);
}

/** The places of an index in which all events of a filter lie. */
async function placesOf(store: Store, { contract, types, ...filter }: EventFilter) {
  const [kind, ...others] = subjectKinds.filter((each) => filter[each] !== undefined);
  if (kind !== undefined) {
    const value = filter[kind] ?? "";
    const rest = { contract, ...Object.fromEntries(others.map((other) => [other, filter[other]])) };
    const present = await typesAbout(store, kind, value);
    const wanted = types === undefined ? present : present.filter((type) => types.includes(type));
    return wanted.map((type) => ({ subject: true, kind, value, type, ...rest }));
  }
  if (contract === undefined && types === undefined) return [{}];
  const places = [];
  for (const each of contract === undefined ? await storedContracts(store) : [contract]) {
    const present = await storedTypes(store, each);
    for (const type of types === undefined ? present : present.filter((type) => types.includes(type))) {
      places.push({ pair: true, contract: each, type });
    }
  }
  return places;
}

async function spanOf(store: Store, { from_ledger, to_ledger, from, to }: EventFilter): Promise<Span> {
  const ledgers = {
    above: from_ledger === undefined ? everything.above : beforeLedger(from_ledger),
    below: to_ledger === undefined ? everything.below : beforeLedger(to_ledger + 1),
  };
  const first = from && (await firstSince(store).get({ time: from }));
  const behind = to && (await firstSince(store).get({ time: to }));
  return within(ledgers, {
    // Without any event since then, nothing is left.
    above: from === undefined ? everything.above : first ? before(first.id) : everything.below,
    below: behind?.id ?? everything.below,
  });
}

const firstSince = prepared((store) =>
  store
    .select({ id: contractEvents.id })
    .from(contractEvents)
    .where(gte(contractEvents.ledger_closed_at, value(contractEvents.ledger_closed_at, "time")))
    .orderBy(asc(contractEvents.ledger_closed_at), asc(contractEvents.id))
    .limit(1)
    .prepare(),
);

/** Names that stored events have, one step of the index each, however many events there are. */
async function distinct(next: (after: string) => Promise<{ name: string | null } | undefined>): Promise<string[]> {
  const names: string[] = [];
  for (let after = ""; ; ) {
    const name = (await next(after))?.name;
    if (name === undefined || name === null) return names;
    names.push(name);
    after = name;
  }
}

const nextContract = prepared((store) =>
  store
    .select({ name: min(contractEvents.contract) })
    .from(contractEvents)
    .where(gt(contractEvents.contract, value(contractEvents.contract, "after")))
    .prepare(),
);

/** Contracts with stored events. */
export const storedContracts = (store: Store): Promise<string[]> =>
  distinct(async (after) => nextContract(store).get({ after }));

const nextType = prepared((store) =>
  store
    .select({ name: min(contractEvents.type) })
    .from(contractEvents)
    .where(and(isGiven(contractEvents.contract), gt(contractEvents.type, value(contractEvents.type, "after"))))
    .prepare(),
);

/** Types of a contract's stored events. */
export const storedTypes = (store: Store, contract: string): Promise<string[]> =>
  distinct(async (after) => nextType(store).get({ contract, after }));

const nextTypeAbout = prepared((store) => {
  const { kind, value: subject, type } = contractEventSubjects;
  return store
    .select({ name: min(type) })
    .from(contractEventSubjects)
    .where(and(isGiven(kind), eq(subject, value(subject, "value")), gt(type, value(type, "after"))))
    .prepare();
});

const typesAbout = (store: Store, kind: SubjectKind, subject: string): Promise<string[]> =>
  distinct(async (after) => nextTypeAbout(store).get({ kind, value: subject, after }));

/** XDR of these events by id, for those that have it. */
export async function xdrOf(store: Store, ids: readonly string[]): Promise<Map<string, EventXdr>> {
  const rows = await selectXdr(store).all({ ids: JSON.stringify(ids) });
  return new Map(rows.flatMap(({ id, xdr }) => (xdr === null ? [] : [[id, xdr as EventXdr]])));
}

const selectXdr = prepared((store) =>
  store
    .select({ id: contractEvents.id, xdr })
    .from(contractEvents)
    .where(sql`${contractEvents.id} in ${listed("ids")}`)
    .prepare(),
);

export const selectReward = prepared((store) =>
  store
    .select()
    .from(contractEvents)
    .where(
      and(
        isGiven(contractEvents.tx_hash),
        // Without statistics SQLite uses the index of contract and type, which contains all rewards.
        sql`${unindexed(contractEvents.contract)} = 'campaign' and ${unindexed(contractEvents.type)} = 'reward'`,
        contains(contractEvents.data, sql.placeholder("reference")),
      ),
    )
    .limit(1)
    .prepare(),
);

/** The `reward` event of a transaction that has a payment with this reference (hex). */
export async function rewardEvent(store: Store, txHash: string, reference: string): Promise<ContractEvent | undefined> {
  return selectReward(store).get({ tx_hash: txHash, reference });
}

export interface Progress {
  /** The cursor that lags most; undefined before the first. */
  cursor: IndexerCursor | undefined;
  /** Ranges of ledgers whose events were never read, since the node had dropped them, and the ledgers in them. */
  gaps: number;
  missingLedgers: number;
}

/** How far the indexer has come, and what it has missed. */
export async function progress(store: Store): Promise<Progress> {
  const cursor = await store.select().from(indexerCursors).orderBy(asc(indexerCursors.ledger)).limit(1).get();
  const { from_ledger, to_ledger } = indexerGaps;
  const missing = sql`coalesce(sum(${to_ledger} - ${from_ledger} + 1), 0)`.mapWith(Number);
  const [found] = await store.select({ gaps: count(), missing }).from(indexerGaps);
  return { cursor, gaps: Number(found?.gaps ?? 0), missingLedgers: found?.missing ?? 0 };
}
