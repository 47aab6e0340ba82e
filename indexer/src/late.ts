import type { ContractEvent, Thing } from "@merit/core/context/contract.ts";
import { contracts } from "@merit/core/contracts.ts";
import { type ContractName, contractNames } from "@merit/core/ledger/chain/bindings.ts";
import { recordBefore } from "@merit/core/ledger/contract-events/subjects.ts";
import { field, listed } from "@merit/core/store/db/dialect.ts";
import { contractEvents } from "@merit/core/store/db/schema/contract-events.ts";
import { prepared, type Store } from "@merit/core/store/db/store.ts";
import { withoutEvents } from "@merit/core/store/event-log/store.ts";
import { asc, sql } from "drizzle-orm";

// Events of a gap come after those that followed them on the ledger. What they say is recorded so that records, and the events of
// merchants and users, are those that there would be without the gap.

type Row = ContractEvent;
type Fields = Record<string, string>;
type Recorder = (store: Store, row: Row) => Promise<void>;

type Kind = Thing & { contract: ContractName };

const kinds: readonly Kind[] = contractNames.flatMap((contract) =>
  (contracts[contract].things ?? []).map((thing) => ({ contract, ...thing })),
);

const fieldsOf = ({ data }: Row) => data as Fields;

const isOf = ({ contract, types, key }: Kind, row: Row) =>
  row.contract === contract && (types?.includes(row.type) ?? true) && key.every((name) => name in fieldsOf(row));

const nameOf = ({ key }: Kind, row: Row) => key.map((name) => fieldsOf(row)[name]).join();

/** Events of a contract, in the ledger's order, whose field has one of these values. */
const selectWith = (name: string) =>
  prepared((store) =>
    store
      .select()
      .from(contractEvents)
      .where(
        sql`${contractEvents.contract} = ${sql.placeholder("contract")}
          and ${field(contractEvents.data, name)} in ${listed("values")}`,
      )
      .orderBy(asc(contractEvents.id))
      .prepare(),
  );

const selects = new Map([...new Set(kinds.map(({ key }) => key[0]))].map((name) => [name, selectWith(name)]));

/** Records events that came late, in the commit that stores them. @param record as for those that come in time */
export async function recordLate(store: Store, late: readonly Row[], record: Recorder): Promise<void> {
  if (late.length === 0) return;
  const ids = new Set(late.map(({ id }) => id));
  await recordBefore(store, [...ids]);
  for (const row of late) if (!kinds.some((kind) => isOf(kind, row))) await record(store, row);
  for (const kind of kinds) {
    const own = late.filter((row) => isOf(kind, row));
    if (own.length === 0) continue;
    const names = new Set(own.map((row) => nameOf(kind, row)));
    const values = JSON.stringify([...new Set(own.map((row) => fieldsOf(row)[kind.key[0]]))]);
    const stored = (await selects.get(kind.key[0])?.(store).all({ contract: kind.contract, values })) ?? [];
    const things = Map.groupBy(
      stored.filter((row) => isOf(kind, row) && names.has(nameOf(kind, row))),
      (row) => nameOf(kind, row),
    );
    for (const rows of things.values()) await replay(store, kind, rows, { isLate: ({ id }) => ids.has(id), record });
  }
}

/** @param rows all events of one thing */
async function replay(
  store: Store,
  { creation, remove, isReplaced }: Kind,
  rows: readonly Row[],
  { isLate, record }: { isLate: (row: Row) => boolean; record: Recorder },
): Promise<void> {
  const first = rows.findIndex(({ type }) => creation === undefined || type === creation);
  const created = rows[first];
  if (created && creation !== undefined && isLate(created)) {
    for (const row of rows.slice(first)) await record(store, row);
    return;
  }
  const isAnew = created !== undefined && remove !== undefined;
  if (isAnew) await remove(store, fieldsOf(created));
  for (const row of isAnew ? rows : rows.slice(rows.findIndex(isLate))) {
    if (isLate(row)) await record(store, row);
    else if (isAnew || isReplaced) await withoutEvents(store, (store) => record(store, row));
  }
}
