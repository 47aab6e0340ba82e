import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { afterEach, beforeEach, expect, it } from "vitest";
import { makeDataFolder, requireBackupFolder } from "../../../base/data-folder.ts";
import { lockDataFolder } from "./lock.ts";
import { openDatabase } from "./open.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "merit-broken-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const garbage = "this is not a database".repeat(1000);

it("names a database that is broken, and what to do", () => {
  const path = join(folder, "merit.db");
  writeFileSync(path, garbage);
  expect(() => openDatabase(path)).toThrow(new RegExp(`^${path} can't be used .*: restore it from a backup`));
});

it("refuses a database of a later version, and says which ways out there are", async () => {
  const path = join(folder, "merit.db");
  await openDatabase(path).close();
  const client = new BetterSqlite3(path);
  client.prepare("insert into __drizzle_migrations (hash, created_at) values ('later', 9999999999999)").run();
  client.close();
  expect(() => openDatabase(path)).toThrow(`${path} was written by a later version of Merit: start that version, or`);
});

it("names a database that can't be opened", () => {
  const path = join(folder, "merit.db");
  mkdirSync(path);
  expect(() => openDatabase(path)).toThrow(`${path} can't be used`);
});

it("names a lock that is broken, and what to do", () => {
  writeFileSync(join(folder, "lock.db"), garbage);
  expect(() => lockDataFolder(folder)).toThrow(/lock\.db can't be used .*: remove it/);
});

it.each(["file", "file/local"])("names a data folder that can't be one: %s", (path) => {
  writeFileSync(join(folder, "file"), "");
  expect(() => lockDataFolder(join(folder, path))).toThrow(
    /file.* can't be the data folder .*: choose another with --data/,
  );
  expect(() => makeDataFolder(join(folder, path))).toThrow("can't be the data folder");
});

it.runIf(process.platform === "linux")("names a data folder that can't be created, at once", () => {
  expect(() => makeDataFolder("/proc/merit/local")).toThrow(/merit\/local can't be the data folder .*--data/);
});

it("makes a data folder and its parents, readable only by the owner", () => {
  const path = join(folder, "a", "b", "local");
  makeDataFolder(path);
  makeDataFolder(path);
  for (const made of ["a", "a/b", "a/b/local"]) expect(statSync(join(folder, made)).mode & 0o777).toBe(0o700);
});

it("closes a data folder that was made by hand, and its database, to others", async () => {
  const path = join(folder, "by-hand");
  mkdirSync(path);
  writeFileSync(join(path, "merit.db"), "");
  chmodSync(path, 0o755);
  chmodSync(join(path, "merit.db"), 0o644);
  lockDataFolder(path).release();
  const db = openDatabase(join(path, "merit.db"));
  const modes = ["", "merit.db", "merit.db-wal"].map((name) => statSync(join(path, name)).mode & 0o777);
  expect(modes).toEqual([0o700, 0o600, 0o600]);
  await db.close();
});

it("makes a folder for backups below the data folder only, since another may be on a disk that isn't mounted", () => {
  const dataDir = join(folder, "local");
  makeDataFolder(dataDir);
  const require = (path: string) => () => requireBackupFolder({ dataDir, backup: { folder: path } });
  require(join(dataDir, "backups"))();
  expect(statSync(join(dataDir, "backups")).mode & 0o777).toBe(0o700);
  const other = join(folder, "mnt", "backups");
  expect(require(other)).toThrow(/mnt\/backups \(there is no such folder\): mount its disk.*BACKUP_DIR/);
  mkdirSync(other, { recursive: true });
  require(other)();
  writeFileSync(join(folder, "file"), "");
  expect(require(join(folder, "file"))).toThrow(/Backups can't be written to .*file \(a file is in its place\)/);
});
