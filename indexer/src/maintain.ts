import type { Clock } from "@merit/core/base/clock.ts";
import type { Settings } from "@merit/core/base/settings/settings.ts";
import { keptFrom, ledgerBehind } from "@merit/core/ledger/contract-events/retention.ts";
import type { EventXdr } from "@merit/core/ledger/contract-events/store.ts";
import { recordSubjects } from "@merit/core/ledger/contract-events/subjects.ts";
import { removeAll as removeBalances } from "@merit/core/operations/statements/daily-balances.ts";
import type { Database } from "@merit/core/store/db/database.ts";
import { contractEventSubjects, contractEvents } from "@merit/core/store/db/schema/contract-events.ts";
import { indexerGaps } from "@merit/core/store/db/schema/indexer.ts";
import type { Store } from "@merit/core/store/db/store.ts";
import { and, asc, eq, gt, gte, inArray, lte } from "drizzle-orm";
import { LedgerChanged } from "./anchor.ts";
import type { Codes } from "./codes.ts";
import type { Watched } from "./contracts.ts";
import type { Decode, DecodedEvent } from "./decode.ts";
import { eventRow } from "./follow.ts";
import type { Gap } from "./gaps.ts";
import { pagesOf } from "./pages.ts";
import type { EventSource, RawEvent } from "./source.ts";
import { addEvents, type EventRow, readAnchor, readPosition } from "./store.ts";

/** Context for operators' work on the stored events; the service may be running meanwhile. */
export interface MaintainDeps {
  db: Database;
  clock: Clock;
  settings: Settings;
  decode: Decode;
  /** The history of the contracts' code, for `decode`. */
  codes?: Codes;
  /** True if an event's contract is followed, and from its ledger on. */
  wants: Watched["wants"];
  /** Ids of the system's contracts. */
  own: readonly string[];
  pageSize: number;
}

interface StoredGap extends Gap {
  id: number;
}

/** Ranges of ledgers whose events were never read, oldest first. */
export async function gapsIn(db: Database): Promise<StoredGap[]> {
  const { id, from_ledger: from, to_ledger: to } = indexerGaps;
  return db.read(async (store) => store.select({ id, from, to }).from(indexerGaps).orderBy(asc(from)));
}

/**
 * @returns the ledger whose hash is known, if the node doesn't have it: it may be on the way there, or serve another one
 * @throws LedgerChanged if the node serves another ledger than the one that was read
 */
export async function requireSameLedger(db: Database, source: EventSource): Promise<number | undefined> {
  const anchor = await db.read(readAnchor);
  const ledger = anchor && (await source.ledger(anchor.ledger));
  if (ledger && ledger.hash !== anchor.hash) {
    throw new LedgerChanged(`Ledger ${anchor.ledger} has the hash ${ledger.hash}, but the data has ${anchor.hash}`);
  }
  return ledger ? undefined : anchor?.ledger;
}

export interface Filled {
  /** Number of new events. */
  events: number;
  /** Gaps that the node can't fill either. */
  missing: Gap[];
}

/** Reads the events of gaps from a node that still has them. Killed anywhere, it goes on there when it is run again. */
export async function backfill(deps: MaintainDeps, source: EventSource): Promise<Filled> {
  const { db, settings, own, clock, decode, codes, wants, pageSize } = deps;
  const unseen = await requireSameLedger(db, source);
  if (unseen !== undefined) {
    throw new Error(
      `The node doesn't have ledger ${unseen}, which shows that it serves the ledger that the data belongs to: use one that has ` +
        "it beside those that are missing",
    );
  }
  const window = await source.window();
  let events = 0;
  for (const gap of await gapsIn(db)) {
    const from = Math.max(gap.from, window.oldest);
    const to = Math.min(gap.to, window.latest);
    if (from > to) continue;
    // Ledgers older than the node's history remain a separate gap.
    let open = gap;
    if (from > gap.from) open = await db.commit((store) => split(store, gap, from, clock.now()));
    await codes?.scan(source, from);
    for await (const page of pagesOf(source, { from, to }, pageSize)) {
      const rows = page.events.filter(wants).map((event) => eventRow(event, decode));
      events += await db.commit(async (store) => {
        const added = await addEvents(store, rows, { settings, own, now: clock.now() });
        await shrink(store, open, page.ledger);
        return added;
      });
    }
  }
  return { events, missing: await gapsIn(db) };
}

async function split(store: Store, gap: StoredGap, from: number, now: Date): Promise<StoredGap> {
  await store
    .update(indexerGaps)
    .set({ to_ledger: from - 1 })
    .where(eq(indexerGaps.id, gap.id));
  const { id } = await store
    .insert(indexerGaps)
    .values({ from_ledger: from, to_ledger: gap.to, found_at: now })
    .returning()
    .get();
  return { id, from, to: gap.to };
}

async function shrink(store: Store, { id, to }: StoredGap, ledger: number): Promise<void> {
  if (ledger >= to) await store.delete(indexerGaps).where(eq(indexerGaps.id, id));
  else
    await store
      .update(indexerGaps)
      .set({ from_ledger: ledger + 1 })
      .where(eq(indexerGaps.id, id));
}

export interface Verified extends Gap {
  /** Number of compared events. */
  events: number;
  /** Ids of events that the node has and the database doesn't, the reverse, and those that differ. */
  missing: string[];
  unknown: string[];
  different: string[];
}

/**
 * Compares the stored events with a node's, as far back as it has them, and as none were deleted. Ledgers that are known as gaps count
 * as missing.
 */
export async function verify({ db, decode, wants, pageSize }: MaintainDeps, source: EventSource): Promise<Verified> {
  await requireSameLedger(db, source);
  const window = await source.window();
  const kept = await db.read(keptFrom);
  const from = Math.max(window.oldest, kept === undefined ? 0 : ledgerBehind(kept));
  const range = { from, to: Math.min(window.latest, (await db.read(readPosition))?.ledger ?? 0) };
  const result: Verified = { ...range, events: 0, missing: [], unknown: [], different: [] };
  let next = range.from;
  let held: RawEvent[] = [];
  for await (const page of pagesOf(source, range, pageSize)) {
    held.push(...page.events.filter(wants));
    const complete = new Map(held.filter(({ ledger }) => ledger <= page.ledger).map((event) => [event.id, event]));
    held = held.filter(({ ledger }) => ledger > page.ledger);
    const between = await db.read((store) => eventsBetween(store, { from: next, to: page.ledger }));
    const stored = between.filter(({ contract_id: contractId, ledger }) => wants({ contractId, ledger }));
    const known = new Set(stored.map(({ id }) => id));
    result.events += complete.size;
    result.missing.push(...[...complete.keys()].filter((id) => !known.has(id)));
    for (const row of stored) {
      const event = complete.get(row.id);
      if (!event) result.unknown.push(row.id);
      else if (!isSame(row, eventRow(event, decode))) result.different.push(row.id);
    }
    next = page.ledger + 1;
  }
  return result;
}

type Row = typeof contractEvents.$inferSelect;

async function eventsBetween(store: Store, { from, to }: Gap): Promise<Row[]> {
  const { id, ledger } = contractEvents;
  const place = (ledger: number) => (BigInt(ledger) << 32n).toString().padStart(19, "0");
  return store
    .select()
    .from(contractEvents)
    .where(and(gt(id, place(from)), lte(id, place(to + 1)), gte(ledger, from)))
    .orderBy(asc(id));
}

/** An event that an earlier release stored has no XDR to compare. */
function isSame(row: Row, event: EventRow): boolean {
  const { xdr, ...rest } = event;
  const { xdr: stored, recipients, ...shown } = row;
  return same(shown, rest) && (stored === null || same(stored as EventXdr, xdr ?? {}));
}

const same = (a: object, b: object) => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
/** Members in the order of their names, at the top: below it, decoding gives them an order. */
const sorted = (object: object) => Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1));

/**
 * Decodes the stored events again, and records anew whom and what they are about. An event that an earlier release stored has no
 * XDR and keeps its data.
 * @returns how many events were read, and how many were decoded to something else
 */
export async function rebuild({
  db,
  decode,
  own,
  pageSize,
}: MaintainDeps): Promise<{ events: number; changed: number }> {
  let [events, changed, after] = [0, 0, ""];
  for (;;) {
    const rows = await db.read((store) => eventsAfter(store, after, pageSize));
    const last = rows.at(-1);
    if (!last) return { events, changed };
    const decoded = new Map(rows.flatMap((row) => decodedAnew(row, decode)));
    const ids = rows.map(({ id }) => id);
    await db.commit(async (store) => {
      for (const [id, { contract, type, data }] of decoded) {
        await store.update(contractEvents).set({ contract, type, data }).where(eq(contractEvents.id, id));
      }
      await store.delete(contractEventSubjects).where(inArray(contractEventSubjects.event_id, ids));
      const stored = rows.map((row) => ({ ...row, ...decoded.get(row.id) }));
      await recordSubjects(store, stored, own);
      if (decoded.size > 0) await removeBalances(store);
    });
    events += rows.length;
    changed += decoded.size;
    after = last.id;
  }
}

/** True if no spec could decode the event. */
const isRaw = (data: unknown): boolean => typeof data === "object" && data !== null && "value_xdr" in data;

function decodedAnew(row: Row, decode: Decode): [id: string, DecodedEvent][] {
  const xdr = row.xdr as EventXdr | null;
  if (xdr === null) return [];
  const { id, contract, type, data } = row;
  const event = {
    ...xdr,
    id,
    contractId: row.contract_id,
    ledger: row.ledger,
    ledgerClosedAt: "",
    txHash: row.tx_hash,
  };
  const anew = decode(event);
  // A contract that was upgraded since may have no spec for it any more.
  const isLost = isRaw(anew.data) && !isRaw(data);
  return isLost || same({ contract, type, data }, anew) ? [] : [[id, anew]];
}

async function eventsAfter(store: Store, after: string, limit: number): Promise<Row[]> {
  const { id } = contractEvents;
  return store.select().from(contractEvents).where(gt(id, after)).orderBy(asc(id)).limit(limit);
}
