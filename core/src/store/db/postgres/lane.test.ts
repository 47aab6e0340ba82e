import { setTimeout as sleep } from "node:timers/promises";
import { inspect } from "node:util";
import { sql } from "drizzle-orm";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createWake, topics } from "../../../base/wake.ts";
import { administer, startProxy, TEMPLATE, TEST_POSTGRES, takeDatabase, urlOf } from "../../../testing/postgres.ts";
import { eventually, LIMIT_MS } from "../../../testing/wait.ts";
import { type Database, ForeignAwaitError } from "../database.ts";
import { unlessTaken } from "../dialect.ts";
import { facts } from "../schema/facts.ts";
import type { Store } from "../store.ts";
import { openPostgres } from "./open.ts";

const wake = createWake();
let database: ReturnType<typeof takeDatabase>;
let db: Database;
beforeEach(() => {
  database = takeDatabase(process.env[TEST_POSTGRES] as string);
  db = openPostgres(database.url, wake.notify);
});
afterEach(async () => {
  await db.close();
  await database.giveBack();
});

const put =
  (name: string, value = "1") =>
  async (store: Store) =>
    void (await store.insert(facts).values({ name, value }));
const names = (from = db) =>
  from.read(async (store) => (await store.select().from(facts)).map(({ name }) => name).toSorted());

/** Waits for the first connection, which notifies all topics. */
async function isListening(): Promise<void> {
  using any = wake.subscribe(topics.landed);
  await names();
  expect(await any.next({ timeoutMs: LIMIT_MS })).toBe(true);
}

/** Another session on the same database. */
async function session(): Promise<Client & AsyncDisposable> {
  const client = new Client({ connectionString: await database.url });
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}

describe("a unit", () => {
  it("has its own result: one that fails doesn't affect the others of its commit", async () => {
    const results = await Promise.allSettled([
      db.commit(put("a")),
      db.commit(async (store) => {
        await put("thrown")(store);
        throw new Error("thrown");
      }),
      db.commit(put("a")),
      db.commit(async (store) => (await store.select().from(facts)).map(({ name }) => name)),
    ]);
    expect(results).toMatchObject([
      { status: "fulfilled" },
      { reason: { message: "thrown" } },
      { reason: { code: "23505" } },
      { value: ["a"] },
    ]);
    expect(await names()).toEqual(["a"]);
  });

  it("that awaits something else than its store is undone, and writes nothing later", async () => {
    let late: Promise<unknown> | undefined;
    const foreign = db.commit(async (store) => {
      await put("early")(store);
      late = sleep(20).then(() => put("late")(store));
      late.catch(() => {});
      await late;
    });
    const next = db.commit(put("next"));
    await expect(foreign).rejects.toThrow(ForeignAwaitError);
    await next;
    await expect(late).rejects.toMatchObject({ cause: { name: "UnitOver" } });
    expect(await names()).toEqual(["next"]);
  });

  it("can't write into another one that runs meanwhile", async () => {
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
    let late: Promise<unknown> | undefined;
    await db.commit(async (store) => {
      late = isOver.then(() => put("late")(store));
      late.catch(() => {});
    });
    await db.commit(async (store) => {
      end();
      for (let turn = 0; turn < 5; turn += 1) await store.run(sql`select 1`);
      await put("own")(store);
    });
    await expect(late).rejects.toMatchObject({ cause: { name: "UnitOver" } });
    expect(await names()).toEqual(["own"]);
  });

  it("may await several statements at once, and forgets none", async () => {
    await db.commit(async (store) => void (await Promise.all(["a", "b", "c"].map((name) => put(name)(store)))));
    const refused = db.commit(async (store) => {
      void put("forgotten")(store);
      throw new Error("refused");
    });
    await expect(refused).rejects.toThrow("refused");
    expect(await names()).toEqual(["a", "b", "c"]);
  });

  it("that goes on after a failed statement is undone, unless it undid the statement", async () => {
    await db.commit(put("taken"));
    const goesOn = db.commit(async (store) => {
      await put("before")(store);
      await put("taken")(store).catch(() => {});
    });
    await expect(goesOn).rejects.toThrow("unlessTaken");
    const result = await db.commit(async (store) => {
      await put("kept")(store);
      return unlessTaken(store, () => put("taken")(store));
    });
    expect(result).toBeNull();
    expect(await names()).toEqual(["kept", "taken"]);
  });

  it("can't commit within a unit, which would wait for itself", async () => {
    await expect(db.commit(() => db.commit(put("inner")))).rejects.toThrow(ForeignAwaitError);
    expect(await names()).toEqual([]);
  });

  it("notifies once readers can read what it wrote, and nobody if it is undone", async () => {
    await isListening();
    using kept = wake.subscribe(topics.queue("kept"));
    using undone = wake.subscribe(topics.queue("undone"));
    const reading = kept.next({ timeoutMs: LIMIT_MS }).then(() => names());
    await Promise.allSettled([
      db.commit(async (store) => {
        await store.notify(topics.queue("undone"));
        throw new Error("refused");
      }),
      db.commit(async (store) => {
        await store.notify(topics.queue("kept"));
        await put("kept")(store);
      }),
    ]);
    expect(await reading).toEqual(["kept"]);
    expect(await undone.next({ timeoutMs: 1 })).toBe(false);
    await expect(db.read((store) => store.notify(topics.landed))).rejects.toThrow("A read notifies nobody");
  });

  it("keeps the values of its statement out of its error", async () => {
    await db.commit(put("a secret"));
    const error = await db.commit(put("a secret")).catch((thrown) => thrown);
    expect(inspect(error)).toContain("duplicate key");
    expect(inspect(error)).not.toContain("a secret");
  });

  it("inserts each of many rows that isn't there yet, and says which", async () => {
    const rows = ["a", "b", "a"].map((name, index) => ({ name, value: String(index) }));
    expect(await db.commit((store) => store.insertEach(facts, rows))).toEqual([true, true, false]);
    expect(await db.commit((store) => store.insertEach(facts, rows))).toEqual([false, false, false]);
    expect(await db.read((store) => store.select().from(facts))).toEqual(rows.slice(0, 2));
  });
});

it("a read can't write, and sees nothing before the commit", async () => {
  let during: string[] | undefined;
  await db.commit(async (store) => {
    await put("a")(store);
    void names().then((seen) => {
      during = seen;
    });
    while (during === undefined) await store.run(sql`select 1`);
  });
  expect(during).toEqual([]);
  await expect(db.read(put("x"))).rejects.toThrow();
  expect(await names()).toEqual(["a"]);
});

it("two processes commit one after the other: each sees what was committed before it", async () => {
  await using other = openPostgresUntilDisposed();
  const count = (store: Store) =>
    store
      .select()
      .from(facts)
      .then((rows) => rows.length);
  const add = (at: Database) => at.commit(async (store) => put(`n${await count(store)}`)(store));
  await Promise.all(Array.from({ length: 100 }, (_, index) => add(index % 2 ? db : other.db)));
  expect(await db.read(count)).toBe(100);
});

function openPostgresUntilDisposed(): AsyncDisposable & { db: Database } {
  const opened = openPostgres(database.url);
  return { db: opened, [Symbol.asyncDispose]: () => opened.close() };
}

describe("a server that fails", () => {
  const refusal = (fault: string) => ({ status: "rejected", reason: expect.objectContaining({ fault }) });

  it("fails all units of a commit whose connection is cut, and none afterwards", async () => {
    await using other = await session();
    await db.commit(put("before"));
    const cut = other.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'merit'",
    );
    const results = await Promise.allSettled([
      db.commit(put("first")),
      db.commit(async (store) => void (await store.run(sql`select pg_sleep(60)`))),
      db.commit(put("last")),
      cut,
    ]);
    // The cut may have come before the commit began, which then fails at once.
    expect(results.slice(0, 3)).toEqual([refusal("unreachable"), refusal("unreachable"), refusal("unreachable")]);
    expect(await names()).toEqual(["before"]);
    await db.commit(put("after"));
    expect(await names()).toEqual(["after", "before"]);
  });

  it("refuses a commit while another session holds the lock, and waits for a short one", async () => {
    await db.commit(put("before"));
    await using other = await session();
    await other.query(`select pg_advisory_lock(${0x6d_65_72_69_74})`);
    const impatient = openPostgres(database.url, wake.notify, { lockWaitMs: 100 });
    expect(await Promise.allSettled([impatient.commit(put("locked out"))])).toEqual([refusal("locked")]);
    await impatient.close();
    const patient = db.commit(put("patient"));
    await sleep(100);
    expect(await names()).toEqual(["before"]);
    await other.query("select pg_advisory_unlock_all()");
    await patient;
    expect(await names()).toEqual(["before", "patient"]);
  });

  it.each([
    ["is on disk", true],
    ["never arrived", false],
  ])("is asked what became of a commit without an answer: one that %s", async (_, arrives) => {
    await using proxy = await startProxy(process.env[TEST_POSTGRES] as string);
    const through = openPostgres(database.url.then((url) => proxy.through(url)));
    try {
      await through.commit(put("before"));
      proxy.cutNextCommit({ arrives });
      const results = await Promise.allSettled([through.commit(put("a")), through.commit(put("b"))]);
      expect(proxy.cuts).toBe(1);
      if (arrives) {
        expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
        expect(await names()).toEqual(["a", "b", "before"]);
      } else {
        expect(results).toEqual([refusal("unreachable"), refusal("unreachable")]);
        expect(await names()).toEqual(["before"]);
      }
      await through.commit(put("next"));
      expect(await names()).toContain("next");
    } finally {
      await through.close();
    }
  });

  it("is asked what became of a commit, and not another one that numbers transactions alike: it may lack it", async () => {
    const server = process.env[TEST_POSTGRES] as string;
    const [name, copy] = [`lost_${process.pid}`, `copy_${process.pid}`];
    await administer(
      server,
      `create database ${name} template ${TEMPLATE}`,
      `create database ${copy} template ${TEMPLATE}`,
    );
    await using proxy = await startProxy(server);
    const through = openPostgres(proxy.through(urlOf(server, name)));
    await through.commit(put("before"));
    proxy.cutNextCommit({
      arrives: true,
      meanwhile: () =>
        administer(server, `drop database ${name} with (force)`, `alter database ${copy} rename to ${name}`),
    });
    expect(await Promise.allSettled([through.commit(put("lost"))])).toEqual([refusal("unreachable")]);
    await through.commit(put("after"));
    expect(await names(through)).toEqual(["after"]);
    await through.close();
    await administer(server, `drop database ${name} with (force)`);
  });

  it("is the only one that is read from, once a commit's connection is lost: reads under way there fail", async () => {
    await db.commit(put("before"));
    const reading = db.read((store) => store.run(sql`select pg_sleep(60)`));
    reading.catch(() => {});
    await using operator = await session();
    const sessions = () =>
      operator.query(
        "select pid, query from pg_stat_activity where datname = current_database() and application_name = 'merit'",
      );
    const reader = await eventually(async () => {
      const found = (await sessions()).rows.find(({ query }) => query.includes("pg_sleep"));
      if (!found) throw new Error("it doesn't read yet");
      return found.pid;
    });
    await operator.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'merit' and pid <> $1",
      [reader],
    );
    await expect(reading).rejects.toMatchObject({ fault: "unreachable" });
    expect(await names()).toEqual(["before"]);
  });

  it("with an encoding that can't store every text is refused", async () => {
    const server = process.env[TEST_POSTGRES] as string;
    const name = `latin_${process.pid}`;
    await administer(server, `create database ${name} encoding 'LATIN1' locale 'C' template template0`);
    const latin = openPostgres(urlOf(server, name));
    await expect(latin.commit(put("a"))).rejects.toThrow("encoding LATIN1, which can't store every text");
    await latin.close();
    await administer(server, `drop database ${name}`);
  });

  it("that isn't there refuses commits and reads, which names the way out", async () => {
    const nowhere = openPostgres("postgresql://merit@localhost/merit?host=/nowhere");
    const results = await Promise.allSettled([nowhere.commit(put("a")), names(nowhere)]);
    expect(results).toEqual([refusal("unreachable"), refusal("unreachable")]);
    expect((results[0] as PromiseRejectedResult).reason.message).toContain("PostgreSQL server runs");
    await nowhere.close();
  });
});
