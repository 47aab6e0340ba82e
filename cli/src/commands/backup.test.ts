import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bindDatabase } from "@merit/core/store/db/facts.ts";
import { facts } from "@merit/core/store/db/schema/facts.ts";
import { lockDataFolder } from "@merit/core/store/db/sqlite/lock.ts";
import { openDatabase } from "@merit/core/store/db/sqlite/open.ts";
import { afterEach, beforeEach, expect, it } from "vitest";
import { merit } from "../testing/cli.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "merit-cli-backup-"));
  for (const name of ["local", "out"]) mkdirSync(join(folder, name));
});
afterEach(() => rmSync(folder, { recursive: true }));

const database = () => openDatabase(join(folder, "local", "merit.db"));
const note = (db: ReturnType<typeof database>, name: string) =>
  db.commit(async (store) => void (await store.insert(facts).values({ name, value: "1" })));
const data = (...args: string[]) => [...args, "--data", folder, "--json"];

it("backs up beside the running service, and restores once it has stopped", async () => {
  const lock = lockDataFolder(join(folder, "local"));
  const running = database();
  await note(running, "before");
  const { code, out } = await merit(data("backup", "--out", join(folder, "out")));
  expect(code).toBe(0);
  const { file } = JSON.parse(out);
  expect(file).toContain(join(folder, "out", "merit-"));
  await note(running, "after");

  const refused = await merit(data("restore", file));
  expect(refused.code).toBe(1);
  expect(refused.err).toContain("in use by another Merit process");
  await running.close();
  lock.release();

  const restored = await merit(data("restore", file));
  expect(restored.code).toBe(0);
  const { aside } = JSON.parse(restored.out);
  expect(existsSync(join(aside, "merit.db"))).toBe(true);
  const db = database();
  const names = (await db.read(async (store) => store.select().from(facts))).map(({ name }) => name);
  expect(names).toContain("before");
  expect(names).not.toContain("after");
  await db.close();
});

it("refuses a backup of another network, also in a folder that has no deployment yet", async () => {
  const db = database();
  await bindDatabase(db, { passphrase: "Test SDF Network ; September 2015", distribution: "C1" });
  await db.close();
  const { out } = await merit(data("backup", "--out", join(folder, "out")));
  const { file } = JSON.parse(out);
  const { code, err } = await merit(data("restore", file, "--network", "mainnet"));
  expect(code).toBe(1);
  expect(err).toContain('its passphrase is \\"Test SDF Network ; September 2015\\"');
  expect(existsSync(join(folder, "mainnet", "merit.db"))).toBe(false);
  expect((await merit(data("restore", file, "--network", "testnet"))).code).toBe(0);
});

it("says what the service does at its next start, and where backups go by default", async () => {
  await database().close();
  expect((await merit(["backup", "--data", folder])).code).toBe(0);
  const [file = ""] = readdirSync(join(folder, "local", "backups")).filter((name) => name.endsWith(".db"));
  const { err } = await merit(["restore", join(folder, "local", "backups", file), "--data", folder]);
  expect(err).toContain("503 `reconciling`");
});

it("makes no folder outside the data folder, which may be on a disk that isn't mounted", async () => {
  await database().close();
  const missing = join(folder, "mnt", "backups");
  const asked = [
    await merit(data("backup", "--out", missing)),
    await merit(data("backup"), { env: { BACKUP_DIR: missing } }),
  ];
  for (const reply of asked) {
    expect(reply).toMatchObject({ code: 1, err: expect.stringContaining(`to ${missing} (there is no such folder)`) });
  }
  expect(existsSync(join(folder, "mnt"))).toBe(false);
  expect((await merit(data("backup", "--out", join(folder, "local", "by-hand")))).code).toBe(0);
});

it("names what is missing", async () => {
  expect((await merit(data("backup"))).err).toContain("There is no database at");
  const missing = join(folder, "none.db");
  expect((await merit(data("restore", missing))).err).toContain(`There is no backup ${missing}.`);
});

it("warns of a variable that looks like a setting but is not one, beside the result", async () => {
  await database().close();
  const { code, out, err } = await merit(data("reconcile"), { env: { RATELIMIT_ISSUE: "5", HOME: folder } });
  expect({ code, result: JSON.parse(out) }).toEqual({ code: 0, result: { allowed: false } });
  expect(err).toBe("warning: RATELIMIT_ISSUE is not a setting and has no effect. Did you mean RATE_LIMIT_ISSUE?\n");
});

it("changes nothing while payouts are open", async () => {
  await database().close();
  expect(JSON.parse((await merit(data("reconcile"))).out)).toEqual({ allowed: false });
});
