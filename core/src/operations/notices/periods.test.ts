import { parse } from "csv-parse/sync";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { create as createUser } from "../../accounts/service.ts";
import { nextTime } from "../../base/settings/cron.ts";
import type { RecurringJob } from "../../context/recurring.ts";
import type { ContractEvent } from "../../ledger/contract-events/service.ts";
import { recordSubjects } from "../../ledger/contract-events/subjects.ts";
import { setPreferences } from "../../parties/mail/preferences.ts";
import type { EmailLog } from "../../parties/mail/store.ts";
import { update } from "../../parties/users/store.ts";
import { contractEvents } from "../../store/db/schema/contract-events.ts";
import { indexerGaps } from "../../store/db/schema/indexer.ts";
import { emailLogs } from "../../store/db/schema/mail.ts";
import { pointLots } from "../../store/db/schema/points.ts";
import { createMerchant, createWorld, type World } from "../../testing/world.ts";
import { contentOf } from "./content.ts";
import { expiringPointsJob } from "./expiring-points.ts";
import { lastMonth, statementsJob } from "./statements.ts";

let world: World;
let now: Date;

beforeEach(() => {
  world = createWorld();
  now = new Date("2026-11-01T00:30:00Z");
  world.context.clock = { now: () => now };
});
afterEach(() => world[Symbol.asyncDispose]());

const run = (job: RecurringJob) =>
  job.run(world.context, { signal: new AbortController().signal, progress: async () => undefined });

const logs = (): Promise<EmailLog[]> => world.context.db.read(async (store) => store.select().from(emailLogs));

const merchant = async () => (await createMerchant(world.context)).merchant.id;

let ledger = 0;

async function happened(time: string, type: ContractEvent["type"], data: object): Promise<void> {
  ledger += 1;
  const id = `${String(BigInt(ledger) << 32n).padStart(19, "0")}-0000000000`;
  await world.context.db.commit(async (store) => {
    const place = { contract_id: "C", ledger, ledger_closed_at: new Date(time), tx_hash: "a".repeat(64) };
    const event = { id, contract: "pool", type, data };
    await store.insert(contractEvents).values({ ...place, ...event });
    await recordSubjects(store, [event], []);
  });
}

/** The ledger has gone on since the month, and all was read. */
const isRead = () => happened("2026-11-01T00:00:01Z", "paused", {});

describe("a merchant's statement", () => {
  it("is mailed once a month to those who had money in the pool, with the entries that add up", async () => {
    const [shop, idle, silent] = [await merchant(), await merchant(), await merchant()];
    await world.context.db.commit((store) =>
      setPreferences(store, { kind: "merchant", id: silent }, { statements: false }),
    );
    await happened("2026-09-30T23:59:59Z", "deposit", { merchant: String(shop), amount: "1000000000" });
    await happened("2026-10-15T00:00:00Z", "grant", { merchant: String(shop), amount: "50000000" });
    await happened("2026-10-16T00:00:00Z", "grant", { merchant: String(silent), amount: "50000000" });
    await isRead();
    expect(await run(statementsJob)).toEqual({ month: "2026-10", mails: 1 });
    const [mail, ...others] = await logs();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ template: "statement", merchant_id: shop, user_id: null, period: "2026-10" });
    expect(mail?.merchant_id).not.toBe(idle);
    const content = await contentOf(world.context, mail as EmailLog);
    expect(content?.lines).toEqual([
      "at the beginning: 100 MERIT free, 0 reserved",
      "grant: 5 MERIT in 1 entry",
      "at the end: 105 MERIT free, 0 reserved",
    ]);
    const [file] = content?.attachments ?? [];
    expect(file?.filename).toBe(`statement-${shop}-2026-10-01.csv`);
    const entries: Record<string, string>[] = parse(file?.content ?? "", { columns: true });
    expect(entries.map(({ type, free }) => [type, free])).toEqual([
      ["opening", "100"],
      ["grant", "105"],
      ["closing", "105"],
    ]);
  });

  it("comes once, however often the job runs, and with the same Message-ID from a database that was turned back", async () => {
    const shop = await merchant();
    await happened("2026-10-15T00:00:00Z", "grant", { merchant: String(shop), amount: "50000000" });
    await isRead();
    await run(statementsJob);
    now = new Date("2026-11-20T00:00:00Z");
    expect(await run(statementsJob)).toEqual({ month: "2026-10", mails: 0 });
    const [first] = await logs();
    // The backup was made before the mail.
    await world.context.db.commit(async (store) => void (await store.delete(emailLogs)));
    await run(statementsJob);
    expect((await logs()).map(({ message_id }) => message_id)).toEqual([first?.message_id]);
  });

  it("is summed up once: the next night reads no events of merchants that have the mail", async () => {
    const shop = await merchant();
    await happened("2026-10-15T00:00:00Z", "grant", { merchant: String(shop), amount: "50000000" });
    await isRead();
    await run(statementsJob);
    const reads = vi.spyOn(world.context.db, "read");
    expect(await run(statementsJob)).toEqual({ month: "2026-10", mails: 0 });
    // The merchants, and that there are no more.
    expect(reads).toHaveBeenCalledTimes(2);
  });

  it("waits until the whole month was read from the ledger", async () => {
    const shop = await merchant();
    await happened("2026-10-15T00:00:00Z", "grant", { merchant: String(shop), amount: "50000000" });
    await expect(run(statementsJob)).rejects.toThrow("not all events of 2026-10");
    expect(await logs()).toEqual([]);
    await isRead();
    expect(await run(statementsJob)).toMatchObject({ mails: 1 });
  });

  it("is mailed in the night after its gap was filled", async () => {
    const shop = await merchant();
    await happened("2026-10-15T00:00:00Z", "grant", { merchant: String(shop), amount: "50000000" });
    ledger += 1;
    const gap = { from_ledger: ledger, to_ledger: ledger, found_at: now };
    await world.context.db.commit(async (store) => void (await store.insert(indexerGaps).values(gap)));
    await isRead();
    expect(await run(statementsJob)).toMatchObject({ mails: 0, waiting: expect.any(String) });
    await world.context.db.commit(async (store) => void (await store.delete(indexerGaps)));
    now = nextTime((statementsJob as { cron: string }).cron, now) as Date;
    expect(now).toEqual(new Date("2026-11-02T00:30:00Z"));
    expect(await run(statementsJob)).toEqual({ month: "2026-10", mails: 1 });
  });

  it("isn't mailed to who may have events in a gap of the month, and is to all others, also later", async () => {
    const old = await merchant();
    await happened("2026-10-01T00:00:00Z", "deposit", { merchant: String(old), amount: "1000000000" });
    ledger += 2;
    const gap = { from_ledger: ledger - 1, to_ledger: ledger, found_at: now };
    await world.context.db.commit(async (store) => void (await store.insert(indexerGaps).values(gap)));
    await happened("2026-10-20T00:00:00Z", "paused", {});
    const young = await merchant();
    await happened("2026-10-21T00:00:00Z", "deposit", { merchant: String(young), amount: "1000000000" });
    await isRead();
    const missing = `ledgers ${gap.from_ledger} to ${gap.to_ledger} were never read`;
    const waiting = expect.stringMatching(new RegExp(`${missing}.*2026-10.*merit indexer backfill`));
    expect(await run(statementsJob)).toEqual({ month: "2026-10", mails: 1, waiting });
    expect((await logs()).map(({ merchant_id }) => merchant_id)).toEqual([young]);
    now = new Date("2026-12-01T00:30:00Z");
    await happened("2026-12-01T00:00:01Z", "paused", {});
    expect(await run(statementsJob)).toEqual({ month: "2026-11", mails: 2 });
    const late = (await logs()).filter(({ period }) => period === "2026-11");
    const warned = late.map(async (mail) => [
      mail.merchant_id,
      (await contentOf(world.context, mail))?.details?.some((detail) => detail.includes("never read")),
    ]);
    expect(Object.fromEntries(await Promise.all(warned))).toEqual({ [old]: true, [young]: false });
  });

  it.each([
    ["2027-01-01T00:30:00Z", "2026-12"],
    ["2026-12-31T23:59:59Z", "2026-11"],
    ["2028-03-31T12:00:00Z", "2028-02"],
  ])("at %s is about %s", (time, month) => expect(lastMonth(new Date(time))).toBe(month));
});

describe("a reminder of points", () => {
  const lot = (userId: number, purse: number, day: string, points: number, hour = "00") =>
    world.context.db.commit(async (store) => {
      const expires_at = new Date(`${day}T${hour}:00:00Z`);
      await store.insert(pointLots).values({ user_id: userId, purse, points, expires_at });
    });

  async function user(): Promise<number> {
    return world.context.db.commit(async (store) => {
      const { id } = await createUser(store, { email: `${crypto.randomUUID()}@example.com`, passwordHash: "x" }, now);
      await update(store, id, { email_verified_at: now, updated_at: now });
      return id;
    });
  }

  it("comes once a month to users whose points expire within it, and names each day", async () => {
    const shop = await merchant();
    const [ada, late, spent] = [await user(), await user(), await user()];
    await lot(ada, shop, "2026-11-11", 30);
    await lot(ada, 0, "2026-11-20", 3);
    await lot(ada, 0, "2026-11-20", 2, "14");
    await lot(ada, 0, "2026-10-31", 7);
    await lot(late, shop, "2026-12-20", 30);
    await lot(spent, shop, "2026-11-11", 0);
    expect(await run(expiringPointsJob)).toEqual({ mails: 1 });
    now = new Date("2026-11-09T00:00:00Z");
    expect(await run(expiringPointsJob)).toEqual({ mails: 0 });
    const [mail] = await logs();
    expect(mail).toMatchObject({ template: "points_expiring", user_id: ada, period: "2026-11" });
    expect(await contentOf(world.context, mail as EmailLog)).toEqual({
      details: ["35 of your points expire soon:"],
      lines: [
        expect.stringMatching(/^30 points of Shop \d+, until the end of 2026-11-10$/),
        "3 points of the platform, until the end of 2026-11-19",
        "2 points of the platform, until 2026-11-20 14:00 UTC",
      ],
    });
    now = new Date("2026-12-01T08:00:00Z");
    expect(await run(expiringPointsJob)).toEqual({ mails: 1 });
  });

  it("isn't sent if the points are spent by then", async () => {
    const ada = await user();
    await lot(ada, 0, "2026-11-20", 5);
    await run(expiringPointsJob);
    await world.context.db.commit(async (store) => void (await store.update(pointLots).set({ points: 0 })));
    const [mail] = await logs();
    expect(await contentOf(world.context, mail as EmailLog)).toBeUndefined();
  });

  it("finds all users, more than one commit takes", async () => {
    for (let count = 0; count < 401; count += 1) await lot(await user(), 0, "2026-11-20", 5);
    expect(await run(expiringPointsJob)).toEqual({ mails: 401 });
  });
});
