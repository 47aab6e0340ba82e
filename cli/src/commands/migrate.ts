import type { Settings } from "@merit/core/base/settings/settings.ts";
import type { Moved, Progress } from "@merit/core/operations/moving/move.ts";
import type { Command } from "commander";
import { Failure, orFailure } from "../errors.ts";
import type { Io } from "../io.ts";
import { databaseIn, type MachineOptions, settingsOf, withMachine } from "../machine.ts";
import { type Column, jsonLine, table } from "../output.ts";

interface MigrateOptions extends MachineOptions {
  undo?: boolean;
}

const CHECKSUM_CHARS = 16;
const number = new Intl.NumberFormat("en-US");

const columns: Column<Moved>[] = [
  { head: "TABLE", value: (row) => row.table },
  { head: "ROWS", value: (row) => number.format(row.rows), right: true },
  { head: "SUM OF INTEGERS", value: (row) => number.format(row.sum), right: true },
  { head: "SHA-256", value: (row) => row.checksum.slice(0, CHECKSUM_CHARS) },
];

export function migrateCommands(program: Command, io: Io): void {
  const migrate = program.command("migrate").description("move this machine's database to another engine");
  withMachine(
    migrate
      .command("sqlite-to-postgres")
      .description("copy this machine's SQLite database to the empty one in DATABASE_URL; stop the service first")
      .option("--undo", "let the service use the SQLite database again"),
  )
    .addHelpText(
      "after",
      `
The command copies all rows, then reads both databases again and compares them: rows, the sum of all integers, and a
SHA-256 per table. If it is interrupted, run it again: it continues. From its beginning no service starts on the SQLite
database, and none on the new one before the end. The file stays as it was. Keys, reports and deployment.json stay in the
data folder, which the service goes on using.

--undo is the way back to the file. What happened on PostgreSQL since is lost then, except for payments: as after a
restore, the service first reads from the ledger what was paid. Sessions and mailed links end, but not links that take a
changed address back; API keys are those of the file: revoke again those that you have revoked since.

Example:
  $ DATABASE_URL=postgres://merit@db.internal/merit merit migrate sqlite-to-postgres`,
    )
    .action((options: MigrateOptions) => orFailure(() => migrateDatabase(options, io)));
}

async function migrateDatabase(options: MigrateOptions, io: Io): Promise<void> {
  const { lockDataFolder } = await import("@merit/core/store/db/sqlite/lock.ts");
  const settings = await settingsOf(options, io);
  databaseIn(settings.dataDir);
  const lock = lockDataFolder(settings.dataDir);
  try {
    await (options.undo ? undo(settings, options, io) : move(settings, options, io));
  } finally {
    lock.release();
  }
}

async function move({ dataDir, databaseUrl }: Settings, { json }: MigrateOptions, io: Io): Promise<void> {
  if (databaseUrl === null) {
    throw new Failure("DATABASE_URL isn't set.", "Set it to the URL of an empty PostgreSQL database.");
  }
  const { openDatabase } = await import("@merit/core/store/db/sqlite/open.ts");
  const { openPostgres } = await import("@merit/core/store/db/postgres/open.ts");
  const { move } = await import("@merit/core/operations/moving/move.ts");
  const source = openDatabase(databaseIn(dataDir));
  const target = openPostgres(databaseUrl);
  try {
    const moved = await move({ source, target, onProgress: progressTo(io) });
    if (json) return io.out(jsonLine(moved.map((each) => ({ ...each, sum: String(each.sum) }))));
    const filled = moved.filter(({ rows }) => rows > 0);
    io.out(table(columns, filled));
    io.err(
      `The other ${moved.length - filled.length} tables are empty. Both databases are the same. Start the service with the same DATABASE_URL.\n`,
    );
  } finally {
    await source.close();
    await target.close();
  }
}

const SAY_AGAIN_MS = 2_000;

/** A line per step, and more for those that take long. */
function progressTo(io: Io): (progress: Progress) => void {
  let said = { about: "", at: 0 };
  return ({ step, table, rows, total }) => {
    const about = `${step} ${table}`;
    if (rows < total && said.about === about && performance.now() - said.at < SAY_AGAIN_MS) return;
    said = { about, at: performance.now() };
    io.err(
      `${step === "copy" ? "copied" : "compared"} ${table}: ${number.format(rows)} of ${number.format(total)} rows\n`,
    );
  };
}

async function undo({ dataDir }: Settings, { json }: MigrateOptions, io: Io): Promise<void> {
  const { undoMove } = await import("@merit/core/operations/moving/undo.ts");
  const { openDatabase } = await import("@merit/core/store/db/sqlite/open.ts");
  const db = openDatabase(databaseIn(dataDir));
  const undone = await undoMove(db, new Date()).finally(() => db.close());
  if (json) return io.out(jsonLine({ undone }));
  io.out(
    undone
      ? "The service may use the SQLite database again: start it without DATABASE_URL. Don't start one on PostgreSQL.\n"
      : "This database was not moved.\n",
  );
}
