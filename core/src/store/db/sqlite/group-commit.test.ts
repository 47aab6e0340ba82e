import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";
import { inspect } from "node:util";
import BetterSqlite3 from "better-sqlite3";
import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { topics } from "../../../base/wake.ts";
import * as budget from "../../../programmes/campaigns/budget.ts";
import * as campaigns from "../../../programmes/campaigns/store.ts";
import { LIMIT_MS } from "../../../testing/wait.ts";
import { createCampaign, createMerchant, createWorld, type World } from "../../../testing/world.ts";
import * as jobs from "../../jobs/jobs.ts";
import { ForeignAwaitError } from "../database.ts";
import { facts } from "../schema/facts.ts";
import type { Store } from "../store.ts";
import { openDatabase, PATIENT_MS } from "./open.ts";

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world[Symbol.asyncDispose]());

const put =
  (name: string, value = "1") =>
  async (store: Store) =>
    void (await store.insert(facts).values({ name, value }));
const names = () => world.context.db.read(async (store) => (await store.select().from(facts)).map(({ name }) => name));

describe("commit", () => {
  it("gives each unit its own result: a failing one doesn't affect the others", async () => {
    const { db } = world.context;
    const { merchant } = await createMerchant(world.context);
    const campaign = await createCampaign(world.context, merchant.id, { budget: 100n });
    const now = new Date();
    const reserve = (amount: bigint, key: string) =>
      db.commit(async (store) => {
        if (!(await budget.reserve(store, campaign.id, amount, now))) throw new Error("over budget");
        const job = { queue: "reward-issuance", key, group: "1", payload: {}, now } as const;
        if (!(await jobs.add(store, job))) throw new Error("duplicate");
      });
    const results = await Promise.allSettled([
      reserve(40n, "a"),
      reserve(60n, "b"),
      reserve(1n, "over"),
      reserve(0n, "a"),
      db.commit(async (store) => {
        await put("thrown")(store);
        throw new Error("thrown");
      }),
      db.commit(async (store) => {
        await put("foreign")(store);
        await sleep(1);
        await put("foreign-late")(store);
      }),
      db.commit(put("last")),
    ]);
    expect(results.map((result) => (result.status === "fulfilled" ? "ok" : String(result.reason.message)))).toEqual([
      "ok",
      "ok",
      "over budget",
      "duplicate",
      "thrown",
      new ForeignAwaitError().message,
      "ok",
    ]);
    await sleep(5); // lets the foreign unit go on and try its late write
    expect(await names()).toEqual(["last"]);
    const after = await db.read((store) => campaigns.byId(store, campaign.id));
    expect(after?.reserved).toBe(100n);
    const queued = await db.read((store) => jobs.depth(store));
    expect(queued.find(({ queue }) => queue === "reward-issuance")?.waiting).toBe(2);
  });

  it("shows a unit what the units before it wrote, and readers nothing before the commit", async () => {
    const { db } = world.context;
    let seenInside = 0;
    let seenOutside: Promise<string[]> | undefined;
    await Promise.all([
      db.commit(put("first")),
      db.commit(async (store) => {
        seenInside = (await store.select().from(facts)).length;
        seenOutside = names();
      }),
    ]);
    expect(seenInside).toBe(1);
    expect(await seenOutside).toEqual([]);
    expect(await names()).toEqual(["first"]);
  });

  it("notifies topics of a unit once they can read what it wrote, and none of a unit that is undone", async () => {
    const { db, wake } = world.context;
    using kept = wake.subscribe(topics.queue("kept"));
    using undone = wake.subscribe(topics.queue("undone"));
    const reading = kept.next({ timeoutMs: LIMIT_MS }).then(names);
    await Promise.allSettled([
      db.commit(async (store) => {
        await store.notify(topics.queue("undone"));
        throw new Error("refused");
      }),
      db.commit(async (store) => {
        await store.notify(topics.queue("kept"));
        await put("kept")(store);
      }),
      db.commit(async (store) => {
        await store.notify(topics.queue("undone"));
        await sleep(1);
      }),
    ]);
    expect(await reading).toEqual(["kept"]);
    expect(await undone.next({ timeoutMs: 1 })).toBe(false);
    await expect(db.read((store) => store.notify(topics.landed))).rejects.toThrow("A read notifies nobody");
  });

  it("inserts each of many rows that isn't there yet, and says which", async () => {
    const { db } = world.context;
    const rows = ["a", "b", "a"].map((name, index) => ({ name, value: String(index) }));
    expect(await db.commit((store) => store.insertEach(facts, rows))).toEqual([true, true, false]);
    expect(await db.read((store) => store.select().from(facts).orderBy(facts.name))).toEqual(rows.slice(0, 2));
  });

  it("undoes a unit that goes on in the same turn of the event loop, and lets it write into no other", async () => {
    const { db } = world.context;
    const tick = () => new Promise<void>((resolve) => process.nextTick(resolve));
    const goesOn = (ticks: number) => async (store: Store) => {
      await put(`early ${ticks}`)(store);
      for (let n = 0; n < ticks; n += 1) await tick();
      await put(`late ${ticks}`)(store);
    };
    for (let ticks = 1; ticks <= 8; ticks += 1) {
      const units = [goesOn(ticks), ...["a", "b", "c"].map((name) => put(`${name} ${ticks}`))];
      const [first, ...others] = await Promise.allSettled(units.map((unit) => db.commit<unknown>(unit)));
      expect(first).toMatchObject({ reason: new ForeignAwaitError() });
      expect(others.every(({ status }) => status === "fulfilled")).toBe(true);
    }
    expect((await names()).filter((name) => /early|late/.test(name))).toEqual([]);
    expect(await names()).toHaveLength(8 * 3);
  });

  it("undoes writes that a refused unit didn't await", async () => {
    const { db } = world.context;
    const forgetful = async (store: Store) => {
      void put("forgotten")(store);
      throw new Error("refused");
    };
    await Promise.allSettled([db.commit(forgetful), db.commit(put("next"))]);
    expect(await names()).toEqual(["next"]);
  });

  it("keeps the values of a statement out of its error, which may be logged", async () => {
    const { db } = world.context;
    await db.commit(put("name", "a secret"));
    const error = await db.commit(put("name", "a secret")).catch((thrown) => thrown);
    expect(inspect(error)).toContain("UNIQUE constraint failed");
    expect(inspect(error)).not.toContain("a secret");
  });

  it("refuses a commit within a unit instead of waiting for itself", async () => {
    const { db } = world.context;
    const nested = db.commit(async () => db.commit(put("inner")));
    await expect(nested).rejects.toThrow(ForeignAwaitError);
    expect(await names()).toEqual([]);
  });

  it("refuses a store that is kept beyond its unit", async () => {
    let kept: Store | undefined;
    await world.context.db.commit(async (store) => {
      kept = store;
    });
    await expect(put("late")(kept as Store)).rejects.toMatchObject({ cause: { name: "UnitOver" } });
    expect(await names()).toEqual([]);
  });

  it("refuses writes through read", async () => {
    await expect(world.context.db.read(put("x"))).rejects.toThrow();
    expect(await names()).toEqual([]);
  });

  it("answers what was queued before the close and refuses what comes after", async () => {
    const { db } = world.context;
    const before = db.commit(put("before"));
    const closing = db.close();
    await expect(db.commit(put("after"))).rejects.toThrow(/closed/);
    await before;
    await closing;
  });

  it("keeps integers exact up to i64", async () => {
    const { merchant } = await createMerchant(world.context);
    const campaign = await createCampaign(world.context, merchant.id, { budget: 2n ** 63n - 1n });
    const read = await world.context.db.read((store) => campaigns.byId(store, campaign.id));
    expect(read?.budget).toBe(2n ** 63n - 1n);
  });
});

describe("a database that can't be written", () => {
  const refusal = (fault: string) => ({ status: "rejected", reason: expect.objectContaining({ fault }) });

  it("fails every unit of the commit when the disk is full, and works again once it isn't", async () => {
    const { db } = world.context;
    const pages = (most: string) =>
      db.commit(async (store) => void (await store.run(sql.raw(`PRAGMA max_page_count = ${most}`))));
    await pages("1"); // As many as there are already.
    const large = "x".repeat(1_000_000);
    const results = await Promise.allSettled([
      db.commit(put("small")),
      db.commit(put("large", large)),
      db.commit(put("late")),
    ]);
    expect(results).toEqual([refusal("full"), refusal("full"), refusal("full")]);
    expect(await names()).toEqual([]);
    await expect(db.checkWritable()).resolves.toBeUndefined();
    await pages("1000000");
    await db.commit(put("large", large));
    expect(await names()).toContain("large");
  });

  it("waits for another process's lock without holding up anything else, and refuses after a while", async () => {
    const { db } = world.context;
    // The database of a command beside the service.
    const command = openDatabase(world.path, undefined, PATIENT_MS);
    const other = new BetterSqlite3(world.path);
    other.exec("BEGIN EXCLUSIVE");
    const commanded = command.commit(put("commanded"));
    let turns = 0;
    const clock = setInterval(() => (turns += 1), 10);
    const [unit, probe] = await Promise.allSettled([db.commit(put("locked out")), db.checkWritable()]);
    clearInterval(clock);
    expect([unit, probe]).toEqual([refusal("locked"), refusal("locked")]);
    expect(turns).toBeGreaterThan(0);
    // One that comes shortly before the end of the lock waits it out.
    const patient = db.commit(put("patient"));
    for (let n = 0; n < 10; n += 1) await turn(); // It has tried by then.
    expect(await names()).toEqual([]);
    other.exec("COMMIT");
    other.close();
    await Promise.all([patient, commanded]);
    expect((await names()).toSorted()).toEqual(["commanded", "patient"]);
    await command.close();
  });

  it("lets no unit continue to write when SQLite has ended its transaction", async () => {
    const { db } = world.context;
    await db.commit(put("taken"));
    const results = await Promise.allSettled([
      db.commit(put("before")),
      db.commit(async (store) => {
        try {
          await store.run(sql`insert or rollback into facts (name, value) values ('taken', '2')`);
        } catch {}
        await put("afterwards")(store);
      }),
    ]);
    expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(await names()).toEqual(["taken"]);
    await db.commit(put("next"));
    expect((await names()).sort()).toEqual(["next", "taken"]);
  });
});

describe("prepared statements", () => {
  it("see the values of each call", async () => {
    const { db } = world.context;
    await Promise.all(["a", "b"].map((name) => db.commit(put(name, name))));
    const read = (name: string) =>
      db.read(async (store) => store.select().from(facts).where(eq(facts.name, name)).get());
    expect(await Promise.all(["a", "b"].map(read))).toEqual([
      { name: "a", value: "a" },
      { name: "b", value: "b" },
    ]);
  });
});
