import { join, resolve } from "node:path";
import { databasePath, requireBackupFolder } from "@merit/core/base/data-folder.ts";
import type { Settings } from "@merit/core/base/settings/settings.ts";
import type { Command } from "commander";
import { Failure, orFailure } from "../errors.ts";
import type { Io } from "../io.ts";
import { databaseIn, type MachineOptions, openDatabase, settingsOf, withMachine } from "../machine.ts";
import { jsonLine, record } from "../output.ts";

interface BackupOptions extends MachineOptions {
  out?: string;
}

export function backupCommands(program: Command, io: Io): void {
  withMachine(
    program
      .command("backup")
      .description("back up this machine's database; the service may be running")
      .option("--out <folder>", "folder for the backup (BACKUP_DIR; default: backups in the network's data folder)"),
  )
    .addHelpText(
      "after",
      `
The folder must exist, unless it is in the data folder: it may be on a disk that isn't mounted.
The copy is consistent and is checked. A manifest (.json) is written beside it: keep both together. A backup holds no
keys: back up keys.json and .env once, in another place. Without them nobody can pay rewards; with them, anyone can.

Example:
  $ merit backup --out /mnt/backups/merit`,
    )
    .action((options: BackupOptions) => orFailure(() => backUp(options, io)));

  withMachine(
    program
      .command("restore")
      .description("replace this machine's database with a backup; stop the service first")
      .argument("<file>", "the backup; its manifest must be in the same folder"),
  )
    .addHelpText(
      "after",
      `
The command first checks the backup: its checksum, integrity, schema version, network and contracts. The present
database is moved aside, never deleted. All logins end. API keys and passwords are those of the backup again.

Example:
  $ merit restore data/local/backups/merit-20261121T030000Z-9f3c.db`,
    )
    .action((file: string, options: MachineOptions) => orFailure(() => restore(file, options, io)));
  reconcileCommand(program, io);
}

function reconcileCommand(program: Command, io: Io): void {
  withMachine(
    program
      .command("reconcile")
      .description("let this machine's service pay again after another service took its place"),
  )
    .addHelpText(
      "after",
      `
Only one service may pay at a time. A service that finds another one in its place stops paying, and says so in /ready
and in its log. First find and stop the other one: a copy of this machine, or somebody who has the distributor's key
(docs/threat-model.md). After this command the running service reads from the ledger what was paid meanwhile, then pays
again. A restored database doesn't need this command: the service completes its records when it starts.

Example:
  $ merit reconcile`,
    )
    .action((options: MachineOptions) => orFailure(() => reconcile(options, io)));
}

/** @throws Failure if the database is no file */
async function settingsOfFile(options: MachineOptions, io: Io): Promise<Settings> {
  const { NOT_OF_POSTGRES } = await import("@merit/core/operations/backups/recurring.ts");
  const settings = await settingsOf(options, io);
  if (settings.databaseUrl !== null) throw new Failure(NOT_OF_POSTGRES);
  return settings;
}

async function backUp(options: BackupOptions, io: Io): Promise<void> {
  const { createBackup } = await import("@merit/core/operations/backups/backup.ts");
  const { dataDir, backup } = await settingsOfFile(options, io);
  const folder = options.out === undefined ? backup.folder : resolve(options.out);
  const source = databaseIn(dataDir);
  requireBackupFolder({ backup: { folder }, dataDir });
  const { file, bytes, sha256 } = await createBackup({ source, folder, now: new Date() });
  const view = { file: join(folder, file), bytes, sha256 };
  io.out(options.json ? jsonLine(view) : record(Object.entries(view)));
}

async function reconcile(options: MachineOptions, io: Io): Promise<void> {
  const { allowReconciling } = await import("@merit/core/operations/backups/reconcile.ts");
  const db = await openDatabase(await settingsOf(options, io));
  const allowed = await db.commit((store) => allowReconciling(store, new Date())).finally(() => db.close());
  if (options.json) io.out(jsonLine({ allowed }));
  else
    io.out(
      allowed
        ? "This machine's service may pay again. It first completes its records; see its log.\n"
        : "No other service took this one's place. It notices another one within 30 s: if /ready names one then, run this again.\n",
    );
}

async function restore(file: string, options: MachineOptions, io: Io): Promise<void> {
  const { restoreBackup } = await import("@merit/core/operations/backups/restore.ts");
  const { deploymentOf } = await import("@merit/core/operations/backups/deployment.ts");
  const settings = await settingsOfFile(options, io);
  const { dataDir } = settings;
  const identity = deploymentOf(settings);
  const { manifest, aside, sessions } = await restoreBackup({
    file: resolve(file),
    dataDir,
    identity,
    now: new Date(),
  });
  const view = { restored: databasePath(dataDir), as_of: manifest.created_at, aside, sessions_ended: sessions };
  io.out(options.json ? jsonLine(view) : record(Object.entries(view)));
  if (!options.json) io.err(NEXT(manifest.created_at));
}

const NEXT = (since: string) => `
The backup does not contain what happened after ${since}. At its next start the service accepts and pays nothing
(503 \`reconciling\`) until it has read from the ledger what was paid since then, so that no reward is paid twice.
API keys that were revoked since then work again: revoke them again (merit merchant keys list).
`;
