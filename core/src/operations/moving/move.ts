import { sql } from "drizzle-orm";
import type { Database } from "../../store/db/database.ts";
import { isMark, MOVED_FROM, markSource, readMark, removeMark } from "../../store/db/moved.ts";
import { continueIds } from "../../store/db/postgres/sequences.ts";
import { facts } from "../../store/db/schema/facts.ts";
import type { Store } from "../../store/db/store.ts";
import { countRows, lastRow, type Row, readPage, storableRow } from "./rows.ts";
import { type MovedTable, movedTables } from "./tables.ts";
import { isSame, type Summary, summarise } from "./verify.ts";

/** The move can't be made, or what was moved isn't the same. */
export class MoveError extends Error {
  override name = "MoveError";
}

export interface Moved extends Summary {
  table: string;
}

/** Progress of a move, told while it runs. */
export interface Progress {
  step: "copy" | "verify";
  table: string;
  /** Rows of the table so far. */
  rows: number;
  total: number;
}

interface Move {
  source: Database;
  target: Database;
  onProgress(progress: Progress): void;
}

/**
 * Copies all rows into an empty database of PostgreSQL and compares them. After an interruption, the next call continues. The source
 * keeps its rows; neither service nor worker starts on it any more, nor on the target before the end.
 * @throws MoveError
 */
export async function move({ source, target, onProgress }: Move): Promise<Moved[]> {
  const tables = await movedTables();
  const mark = await markSource(source);
  await claim(target, tables, mark);
  for (const table of tables) await copy({ source, target, onProgress }, table);
  const moved: Moved[] = [];
  for (const table of tables) {
    moved.push({ table: table.name, ...(await verify({ source, target, onProgress }, table)) });
  }
  await target.commit((store) => store.run(sql`analyze`));
  await target.commit((store) => removeMark(store, MOVED_FROM));
  return moved;
}

/** Claims the target for this move alone. */
async function claim(target: Database, tables: readonly MovedTable[], mark: string): Promise<void> {
  await target.commit(async (store) => {
    const known = await readMark(store, MOVED_FROM);
    if (known === mark) return;
    for (const table of tables) {
      if (known === undefined && (await lastRow(store, table)) === undefined) continue;
      throw new MoveError(
        "The database in DATABASE_URL isn't empty, and isn't an earlier try of this move. If this command has ended without an error " +
          "before, all is moved: start the service. Otherwise create an empty database, and run the command with that.",
      );
    }
    await store.insert(facts).values({ name: MOVED_FROM, value: mark });
  });
}

/** A page is a commit, in the order of the keys: after an interruption, the greatest key says where to continue. */
async function copy({ source, target, onProgress }: Move, table: MovedTable): Promise<void> {
  const total = await source.read((store) => countRows(store, table));
  // The target has its mark there.
  let last = table.table === facts ? undefined : await target.read((store) => lastRow(store, table));
  let rows = last === undefined ? 0 : await target.read((store) => countRows(store, table));
  for (;;) {
    const page = await source.read((store) => readPage(store, table, last));
    if (page.length === 0) break;
    const moved = page.filter((row) => !isMark(table.table, row));
    await target.commit((store) => insertPage(store, table, moved.map(storableRow)));
    last = page.at(-1);
    rows += page.length;
    onProgress({ step: "copy", table: table.name, rows, total });
  }
  await target.commit((store) => continueIds(store, table.table));
}

async function insertPage(store: Store, { table }: MovedTable, page: readonly Row[]): Promise<void> {
  if (page.length === 0) return;
  await store.insert(table).values(page).onConflictDoNothing();
}

async function verify({ source, target, onProgress }: Move, table: MovedTable): Promise<Summary> {
  const total = await source.read((store) => countRows(store, table));
  const [expected, found] = await Promise.all([
    summarise(source, table, () => {}),
    summarise(target, table, (rows) => onProgress({ step: "verify", table: table.name, rows, total })),
  ]);
  if (isSame(expected, found)) return found;
  throw new MoveError(
    `The rows of ${table.name} aren't the same in both databases (${expected.rows} and ${found.rows}): something has changed them ` +
      "since the move began. Create an empty database, and run the command with that.",
  );
}
