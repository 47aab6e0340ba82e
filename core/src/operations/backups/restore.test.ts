import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openForMerchant } from "../../accounts/browser-sessions.ts";
import { resetPassword, verifyEmail } from "../../accounts/recovery.ts";
import { create as createUser } from "../../accounts/service.ts";
import { DAY_MS } from "../../base/days.ts";
import * as tokens from "../../context/auth/one-time-tokens.ts";
import type { Context } from "../../context/context.ts";
import type { OutgoingMail } from "../../parties/mail/transport.ts";
import * as users from "../../parties/users/store.ts";
import { openSession } from "../../payouts/batches/open.ts";
import { accept } from "../../payouts/rewards/accept.ts";
import * as audit from "../../store/audit/audit.ts";
import { bindDatabase } from "../../store/db/facts.ts";
import { facts } from "../../store/db/schema/facts.ts";
import { issuances } from "../../store/db/schema/issuances.ts";
import type { TokenPurpose } from "../../store/db/schema/users.ts";
import { DataFolderInUseError, lockDataFolder } from "../../store/db/sqlite/lock.ts";
import { openDatabase } from "../../store/db/sqlite/open.ts";
import * as jobs from "../../store/jobs/jobs.ts";
import { newWallet } from "../../testing/chain.ts";
import { createParts } from "../../testing/parts.ts";
import { createCampaign, createMerchant, createWorld, type World } from "../../testing/world.ts";
import { sendMail } from "../../worker/mail-send.ts";
import { createBackup, pruneBackups } from "./backup.ts";
import { BackupError, listBackups, manifestPath } from "./manifest.ts";
import { restoreBackup } from "./restore.ts";

let world: World;
let folder: string;
beforeEach(() => {
  world = createWorld({ DEMO_GRANT: "0" });
  folder = mkdtempSync(join(tmpdir(), "merit-backup-"));
  mkdirSync(backups());
});
afterEach(async () => {
  await world[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const now = new Date("2026-01-31T03:00:00Z");
const source = () => join(world.folder, "merit.db");
const backups = () => join(folder, "backups");
const backUp = (change = {}) => createBackup({ source: source(), folder: backups(), now, ...change });
const pathOf = ({ file }: { file: string }) => join(backups(), file);
const restore = (file: string, change = {}) =>
  restoreBackup({ file, dataDir: join(folder, "restored"), identity: null, now, ...change });

/** Every row of every table, as text. */
function dump(path: string): Record<string, string[]> {
  const client = new BetterSqlite3(path, { readonly: true });
  const tables = client.prepare("select name from sqlite_master where type = 'table' order by name").pluck().all();
  const rows = (table: unknown) =>
    client
      .prepare(`select * from "${table}"`)
      .all()
      .map((row) => JSON.stringify(row));
  const content = Object.fromEntries(tables.map((table) => [table, rows(table)]));
  client.close();
  return content;
}

async function issueRewards(count: number) {
  const { merchant } = await createMerchant(world.context);
  const campaign = await createCampaign(world.context, merchant.id, { budget: 10n ** 12n });
  const reward = (key: string) => ({
    idempotency_key: key,
    campaign_id: campaign.id,
    wallet_address: newWallet(),
    amount: 1n,
    user_id: null,
  });
  const issue = (key: string) => accept(world.context, merchant.id, reward(key));
  for (let index = 0; index < count; index++) await issue(`before-${index}`);
  return { issue };
}

it("brings every record back into a fresh folder", async () => {
  await issueRewards(20);
  const manifest = await backUp();
  const before = dump(source());
  const restored = await restore(pathOf(manifest));
  expect(restored).toMatchObject({ aside: null, sessions: 0 });
  const after = dump(join(folder, "restored/merit.db"));
  expect(before.reward_issuances).toHaveLength(20);
  // Only the note of the restore itself is new, and what it says of payouts and ids.
  expect(after.audit_log).toHaveLength(1);
  expect(after.facts).toHaveLength((before.facts?.length ?? 0) + 1);
  expect(after.payout_epoch?.join()).toContain("rebuilding");
  const same = { audit_log: [], facts: before.facts, payout_epoch: [] };
  expect({ ...after, ...same }).toEqual({ ...before, ...same });
});

it("ends the sessions of pages with a user's login or a merchant's key: some may have ended since", async () => {
  const { apiKey } = await createMerchant(world.context);
  await openForMerchant(world.context, apiKey);
  const manifest = await backUp();
  expect(dump(source()).browser_sessions).toHaveLength(1);
  await restore(pathOf(manifest));
  expect(dump(join(folder, "restored/merit.db")).browser_sessions).toEqual([]);
});

/** Sends the world's only mail, or tries to. @returns its token */
async function deliver(context: Context, fault?: Error): Promise<string> {
  let sent = "";
  const send = async ({ text }: OutgoingMail) => {
    if (fault) throw fault;
    sent = text;
  };
  // Behind each wait for another try.
  const due = { queue: "email", group: "usual/1", now: new Date(Date.now() + DAY_MS), limit: 1 } as const;
  const [job] = await context.db.commit((store) => jobs.claim(store, due));
  await sendMail({ context, transport: { outcome: "sent", send, close: () => {} } }, job as jobs.Job, 1);
  return /#token=([\w-]+)/.exec(sent)?.[1] ?? "";
}

it.each(["waits", "waits for another try", "was sent"])(
  "ends mailed links, but not the one that gives a stolen account back: its mail %s",
  async (state) => {
    const { db, clock } = world.context;
    const nobody = { session: null, merchant: null };
    const owner = { email: "owner@example.com", passwordHash: "x" };
    const { id } = await db.commit((store) => createUser(store, owner, clock.now()));
    const issue = (purpose: TokenPurpose, subject: string) =>
      db.commit((store) => tokens.issue(store, { purpose, userId: id, subject, now: clock.now() }));
    for (const pending_email of [owner.email, "thief@example.com"]) {
      await db.commit((store) => users.update(store, id, { pending_email }));
      await verifyEmail(world.context, await issue("verify_email", pending_email), nobody);
    }
    const reset = await issue("reset_password", "thief@example.com");
    const before =
      state === "waits" ? "" : await deliver(world.context, state === "was sent" ? undefined : new Error());
    await restore(pathOf(await backUp()));
    const context = { ...world.context, db: openDatabase(join(folder, "restored/merit.db")) };
    await expect(context.db.commit((store) => createUser(store, owner, clock.now()))).rejects.toMatchObject({
      code: "email_taken",
    });
    await expect(resetPassword(context, reset, "a new password")).rejects.toMatchObject({ status: 422 });
    await verifyEmail(context, before || (await deliver(context)), nobody);
    expect(await context.db.read((store) => users.byId(store, id))).toMatchObject({ email: owner.email });
    await context.db.close();
  },
);

it("is a copy of one moment while the service writes, made in a thread that doesn't hold it up", async () => {
  const { issue } = await issueRewards(50);
  let writing = true;
  let written = 0;
  const writes = (async () => {
    while (writing) await issue(`during-${written++}`);
  })();
  const { signal } = new AbortController();
  const taken: string[] = [];
  while (taken.length < 3) taken.push(pathOf(await backUp({ signal })));
  writing = false;
  await writes;
  expect(written).toBeGreaterThan(3);
  for (const file of taken) {
    rmSync(join(folder, "restored"), { recursive: true, force: true });
    await restore(file);
    const db = openDatabase(join(folder, "restored/merit.db"));
    const rows = await db.read(async (store) => store.select().from(issuances));
    // Reward, reservation and job are one commit: a copy of two moments would break the count.
    const [reserved, jobs] = [
      "select sum(reserved) from campaigns",
      "select count(*) from jobs where queue = 'reward-issuance'",
    ].map((query) =>
      new BetterSqlite3(join(folder, "restored/merit.db"), { readonly: true }).prepare(query).pluck().get(),
    );
    await db.close();
    expect(rows.length).toBeGreaterThanOrEqual(50);
    expect([reserved, jobs]).toEqual([rows.length, rows.length]);
  }
});

it("stops a copy on request, and leaves nothing of it", async () => {
  await expect(backUp({ signal: AbortSignal.abort() })).rejects.toThrow();
  const stop = new AbortController();
  const copy = backUp({ signal: stop.signal });
  stop.abort();
  await expect(copy).rejects.toThrow("interrupted");
  expect(readdirSync(backups())).toEqual([]);
});

it("is readable only by its owner, and holds no key", async () => {
  const file = pathOf(await backUp());
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(manifestPath(file)).mode & 0o777).toBe(0o600);
  const keys = JSON.parse(readFileSync(join(world.context.settings.dataDir, "keys.json"), "utf8"));
  const secrets = JSON.stringify(keys).match(/S[A-Z2-7]{55}/g) ?? [];
  expect(secrets.length).toBeGreaterThan(0);
  for (const secret of secrets) expect(readFileSync(file).includes(secret)).toBe(false);
});

it("makes a database that only its owner can read, whatever the backup's mode", async () => {
  const file = pathOf(await backUp());
  chmodSync(file, 0o644);
  await restore(file);
  expect(statSync(join(folder, "restored/merit.db")).mode & 0o777).toBe(0o600);
});

it("refuses a backup that was changed, cut, or has lost its manifest", async () => {
  const manifest = await backUp();
  const file = pathOf(manifest);
  const whole = readFileSync(file);
  const changed = Buffer.from(whole);
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
  writeFileSync(file, changed);
  await expect(restore(file)).rejects.toThrow("SHA-256 differs");
  writeFileSync(file, whole.subarray(0, whole.length / 2));
  await expect(restore(file)).rejects.toThrow(BackupError);
  writeFileSync(file, whole);
  await expect(restore(`${file}x`)).rejects.toThrow(`There is no backup ${file}x.`);
  rmSync(manifestPath(file));
  await expect(restore(file)).rejects.toThrow("is missing");
  writeFileSync(manifestPath(file), "{}");
  await expect(restore(file)).rejects.toThrow("is broken");
  expect(readdirSync(folder)).not.toContain("restored/merit.db");
});

it("refuses one of another deployment or of a later version", async () => {
  await bindDatabase(world.context.db, { passphrase: "Here", distribution: "C1" });
  const file = pathOf(await backUp());
  const elsewhere = { passphrase: "There", distribution: "C1" };
  await expect(restore(file, { identity: elsewhere })).rejects.toThrow('its passphrase is "Here"');
  await restore(file, { identity: { passphrase: "Here", distribution: "C1" } });

  const client = new BetterSqlite3(source());
  client.prepare("insert into __drizzle_migrations (hash, created_at) values ('x', 9999999999999)").run();
  client.close();
  await expect(restore(pathOf(await backUp()))).rejects.toThrow("later version");
});

it("refuses while the service runs, and keeps what was there", async () => {
  const file = pathOf(await backUp());
  const dataDir = join(folder, "restored");
  const lock = lockDataFolder(dataDir);
  await expect(restore(file)).rejects.toThrow(DataFolderInUseError);
  lock.release();

  const old = openDatabase(join(dataDir, "merit.db"));
  await old.commit(async (store) => void (await store.insert(facts).values({ name: "from the old copy", value: "1" })));
  await old.close();
  const { aside } = await restore(file);
  const kept = openDatabase(join(aside ?? "", "merit.db"));
  expect(await kept.read(async (store) => store.select().from(facts))).toEqual([
    { name: "from the old copy", value: "1" },
  ]);
  await kept.close();
  const fresh = openDatabase(join(dataDir, "merit.db"));
  expect(dump(join(dataDir, "merit.db")).facts?.join()).not.toContain("from the old copy");
  const log = await fresh.read((store) => audit.list(store, {}, { limit: 1 }));
  expect(log).toMatchObject([{ actor: "operator", action: "backup.restore" }]);
  await fresh.close();
});

it("keeps each database that was replaced, also of restores within the same second", async () => {
  const file = pathOf(await backUp());
  await restore(file);
  const kept = [(await restore(file)).aside, (await restore(file)).aside];
  expect(new Set(kept).size).toBe(2);
  for (const aside of kept) expect(dump(join(aside ?? "", "merit.db")).audit_log).toHaveLength(1);
});

it("the old database's write-ahead log never reaches the new one", async () => {
  await issueRewards(3);
  const file = pathOf(await backUp());
  const dataDir = join(folder, "restored");
  await restore(file);
  // As a process that was killed leaves it: the newest rows are in the log alone.
  const killed = new BetterSqlite3(join(dataDir, "merit.db"));
  killed.pragma("journal_mode = WAL");
  killed.prepare("insert into facts values ('late', '1')").run();
  const log = readFileSync(join(dataDir, "merit.db-wal"));
  killed.close();
  writeFileSync(join(dataDir, "merit.db-wal"), log);
  const { aside } = await restore(file, { now: new Date(now.getTime() + 60_000) });
  expect(dump(join(dataDir, "merit.db")).facts).toHaveLength(1);
  expect(dump(join(aside ?? "", "merit.db")).facts).toHaveLength(2);
});

it("keeps the set number and none that is too old, but always the newest", async () => {
  const day = (n: number) => new Date(now.getTime() + n * 86_400_000);
  const taken: string[] = [];
  for (const n of [0, 1, 2, 3]) taken.push((await backUp({ now: day(n) })).file);
  const left = () =>
    listBackups(backups(), day(300))
      .map(({ file }) => file)
      .reverse();
  const stale = join(backups(), "merit-20250101T000000Z-abcd.db.part");
  writeFileSync(stale, "");
  utimesSync(stale, now, now);
  expect(pruneBackups(backups(), { keep: 3, keepDays: 30, now: day(3) })).toEqual([taken[0]]);
  expect(left()).toEqual(taken.slice(1));
  expect(readdirSync(backups())).not.toContain("merit-20250101T000000Z-abcd.db.part");
  pruneBackups(backups(), { keep: 3, keepDays: 2, now: day(3.5) });
  expect(left()).toEqual(taken.slice(2));
  pruneBackups(backups(), { keep: 1, keepDays: 1, now: day(300) });
  expect(left()).toEqual(taken.slice(3));
});

it("counts copies from the future, made while the clock was ahead, as the oldest", async () => {
  const ahead = await backUp({ now: new Date("2030-01-01T00:00:00Z") });
  const first = await backUp();
  const second = await backUp({ now: new Date(now.getTime() + 1) });
  const rule = { keepDays: 30, now: new Date(now.getTime() + 1) };
  expect(listBackups(backups(), rule.now)).toEqual([second, first, ahead]);
  expect(pruneBackups(backups(), { keep: 2, ...rule })).toEqual([ahead.file]);
  expect(pruneBackups(backups(), { keep: 1, ...rule })).toEqual([first.file]);
});

it("removes no file that an older manifest names as its own", async () => {
  const manifest = await backUp();
  const other = { ...manifest, created_at: "2020-01-01T00:00:00.000Z" };
  writeFileSync(join(backups(), "merit-other.db.json"), JSON.stringify(other));
  expect(listBackups(backups(), now)).toEqual([manifest]);
  expect(pruneBackups(backups(), { keep: 1, keepDays: 1, now })).toEqual([]);
  expect(readdirSync(backups())).toContain(manifest.file);
});

it("never reuses an id that was given since the backup, also after a second restore", async () => {
  const { merchant } = await createMerchant(world.context);
  const file = pathOf(await backUp());
  expect((await createMerchant(world.context)).merchant.id).toBe(merchant.id + 1);
  const idsAfter = async (time: Date) => {
    await restore(file, { now: time });
    const db = openDatabase(join(folder, "restored/merit.db"));
    const context = { ...world.context, db };
    const merchants = [(await createMerchant(context)).merchant.id, (await createMerchant(context)).merchant.id];
    const campaign = (await createCampaign(context, merchant.id)).id;
    await db.close();
    return [...merchants, campaign];
  };
  const first = now.getTime();
  expect(await idsAfter(now)).toEqual([first, first + 1, first]);
  expect(await idsAfter(new Date(now.getTime() + 60_000))).toEqual([first + 60_000, first + 60_001, first + 60_000]);
});

it("accepts and pays nothing until the worker knows what the ledger has paid since the backup", async () => {
  const { issue } = await issueRewards(2);
  const { parts } = createParts(world);
  const file = pathOf(await backUp());
  await restore(file);
  const db = openDatabase(join(folder, "restored/merit.db"));
  Object.assign(world.context, { db });
  await expect(issue("after")).rejects.toMatchObject({ code: "reconciling" });
  await openSession(parts, new AbortController().signal);
  expect((await issue("after")).created).toBe(true);
  await db.close();
});
