import type { Settings } from "@merit/core/base/settings/settings.ts";
import { topics } from "@merit/core/base/wake.ts";
import type { ContractEvent } from "@merit/core/context/contract.ts";
import { contracts } from "@merit/core/contracts.ts";
import { contractNames } from "@merit/core/ledger/chain/bindings.ts";
import type { Json } from "@merit/core/ledger/chain/json.ts";
import type { EventXdr } from "@merit/core/ledger/contract-events/store.ts";
import { recordSubjects } from "@merit/core/ledger/contract-events/subjects.ts";
import { removeBehind } from "@merit/core/operations/statements/daily-balances.ts";
import { value } from "@merit/core/store/db/dialect.ts";
import { contractEvents } from "@merit/core/store/db/schema/contract-events.ts";
import { facts } from "@merit/core/store/db/schema/facts.ts";
import { indexerCursors, indexerGaps } from "@merit/core/store/db/schema/indexer.ts";
import { submissions } from "@merit/core/store/db/schema/submissions.ts";
import { prepared, type Store } from "@merit/core/store/db/store.ts";
import { writeFact } from "@merit/core/store/db/write-fact.ts";
import { eq, gt, max, sql } from "drizzle-orm";
import type { Anchor } from "./anchor.ts";
import type { Gap } from "./gaps.ts";
import { recordLate } from "./late.ts";

/** Progress of reading the ledger. */
export interface Position {
  /** The node's cursor after the last stored page; null before the first and after a gap. */
  cursor: string | null;
  /** Last ledger of which every event is stored. */
  ledger: number;
}

/** `storedAt` is null before the first. */
export type StoredPosition = Position & { storedAt: Date | null };

export interface EventRow {
  id: string;
  contract_id: string;
  contract: string;
  type: string;
  ledger: number;
  ledger_closed_at: Date;
  tx_hash: string;
  data: Json;
  /** The event as the node sent it. */
  xdr: EventXdr | null;
}

/** Everything that one step of the indexer changes; it is written in one commit, so a crash leaves all of it or nothing. */
export interface Progress {
  position: Position;
  rows?: EventRow[];
  gap?: Gap | undefined;
  /** True if the position is an earlier one: all that follows is read again, gaps as well. */
  isBack?: boolean;
  anchor?: Anchor | undefined;
}

/** All contracts share one cursor; the name leaves room for others. */
const CURSOR = "contracts";
const ANCHOR = "indexer_anchor";

const selectPosition = prepared((store) =>
  store
    .select({ cursor: indexerCursors.cursor, ledger: indexerCursors.ledger, storedAt: indexerCursors.updated_at })
    .from(indexerCursors)
    .where(eq(indexerCursors.name, CURSOR))
    .prepare(),
);

/** @returns undefined when nothing has been read yet. */
export async function readPosition(store: Store): Promise<StoredPosition | undefined> {
  return selectPosition(store).get();
}

/** The newest transactions of the service, among which those without events are looked for. */
const LOOK_BACK = 1_000;

/**
 * The oldest of the newest transactions of this service that landed between two ledgers, both included, and has no event: each of
 * them emits one, but for the contracts' rent.
 * @param without ids of submissions that are left out
 */
export async function firstWithoutEvents(
  store: Store,
  { from, to, without }: { from: number; to: number; without: ReadonlySet<number> },
): Promise<{ id: number; ledger: number } | undefined> {
  const newest = sql`select id, ledger, tx_hash from ${submissions}
    where id > (select coalesce(max(id), 0) from ${submissions}) - ${LOOK_BACK}
      and state = 'confirmed' and tx_hash is not null and kind <> 'upkeep' order by id desc limit ${LOOK_BACK}`;
  const found = await store
    .select({ id: sql`id`.mapWith(Number), ledger: sql`ledger`.mapWith(Number) })
    .from(sql`(${newest}) s`)
    .where(sql`ledger between ${from} and ${to}
      and not exists (select 1 from ${contractEvents} e where e.tx_hash = s.tx_hash)`)
    .orderBy(sql`ledger, id`)
    .limit(without.size + 1);
  return found.find(({ id }) => !without.has(id));
}

const selectAnchor = prepared((store) => store.select().from(facts).where(eq(facts.name, ANCHOR)).prepare());

export async function readAnchor(store: Store): Promise<Anchor | undefined> {
  const fact = await selectAnchor(store).get();
  if (!fact) return undefined;
  const [ledger = "", hash = ""] = fact.value.split(":");
  return { ledger: Number(ledger), hash };
}

/** Parameters of a step's commit beside its progress. */
export interface SaveDeps {
  settings: Settings;
  now: Date;
  /** Ids of the system's contracts. */
  own: readonly string[];
}

/** Records what an event says, where the service keeps records of it. */
async function record(store: Store, row: ContractEvent, { settings, now }: Omit<SaveDeps, "own">): Promise<void> {
  const contract = contractNames.find((name) => name === row.contract);
  if (contract) await contracts[contract].record?.(store, row, { settings, clock: { now: () => now } });
}

/** @returns how many events were new; the node may send an event again, which its id shows. */
export async function saveProgress(store: Store, progress: Progress, deps: SaveDeps): Promise<number> {
  const { now } = deps;
  if (progress.isBack) await store.delete(indexerGaps).where(gt(indexerGaps.from_ledger, progress.position.ledger));
  const added = await addEvents(store, progress.rows ?? [], deps);
  if (progress.gap) {
    await store
      .insert(indexerGaps)
      .values({ from_ledger: progress.gap.from, to_ledger: progress.gap.to, found_at: now });
  }
  if (progress.anchor) await saveAnchor(store, progress.anchor);
  await savePosition(store).run({ ...progress.position, now });
  return added;
}

const selectNewestId = prepared((store) =>
  store
    .select({ id: max(contractEvents.id) })
    .from(contractEvents)
    .prepare(),
);

/** Stores those events that are new, and what they say. @returns how many */
export async function addEvents(
  store: Store,
  events: readonly EventRow[],
  { own, ...deps }: SaveDeps,
): Promise<number> {
  if (events.length === 0) return 0;
  const rows = events.map((event) => ({ ...event, recipients: null }));
  const newest = (await selectNewestId(store).get())?.id ?? "";
  const take = (store: Store, row: ContractEvent) => record(store, row, deps);
  // Late events first: recording one also records what follows it again, which must not include the events that come in time.
  const late = await insertNew(
    store,
    rows.filter(({ id }) => id < newest),
    own,
  );
  await recordLate(store, late, take);
  await removeBehind(store, late);
  const inTime = await insertNew(
    store,
    rows.filter(({ id }) => id > newest),
    own,
  );
  for (const row of inTime) await take(store, row);
  const added = late.length + inTime.length;
  if (added > 0) await store.notify(topics.contractEvents);
  return added;
}

/** @returns those that weren't stored yet */
async function insertNew(store: Store, rows: ContractEvent[], own: readonly string[]): Promise<ContractEvent[]> {
  if (rows.length === 0) return [];
  const isNew = await store.insertEach(contractEvents, rows);
  const added = rows.filter((_, index) => isNew[index]);
  if (added.length > 0) await recordSubjects(store, added, own);
  return added;
}

const savePosition = prepared((store) =>
  store
    .insert(indexerCursors)
    .values({
      name: CURSOR,
      cursor: sql.placeholder("cursor"),
      ledger: sql.placeholder("ledger"),
      updated_at: sql.placeholder("now"),
    })
    .onConflictDoUpdate({
      target: indexerCursors.name,
      set: {
        cursor: sql`${value(indexerCursors.cursor, "cursor")}`,
        ledger: sql`${value(indexerCursors.ledger, "ledger")}`,
        updated_at: sql`${value(indexerCursors.updated_at, "now")}`,
      },
    })
    .prepare(),
);

const saveAnchor = (store: Store, { ledger, hash }: Anchor): Promise<void> =>
  writeFact(store, ANCHOR, `${ledger}:${hash}`);
