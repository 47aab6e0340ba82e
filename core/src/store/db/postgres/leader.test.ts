import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { eq, sql } from "drizzle-orm";
import { Client } from "pg";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { TEST_POSTGRES, takeDatabase } from "../../../testing/postgres.ts";
import { eventually } from "../../../testing/wait.ts";
import type { Database, Leadership, Wanted } from "../database.ts";
import { facts } from "../schema/facts.ts";
import { leaders } from "../schema/processes.ts";
import type { Store } from "../store.ts";
import { openPostgres } from "./open.ts";

/** Silence after which a leader counts as stopped: shorter than a service's, so that the tests wait less. */
const STOPPED_MS = 2_500;

let database: ReturnType<typeof takeDatabase>;
let one: Database;
let two: Database;
const stopped = new AbortController();
const children: ChildProcess[] = [];
beforeEach(() => {
  database = takeDatabase(process.env[TEST_POSTGRES] as string);
  [one, two] = [open(), open()];
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  }
  await Promise.all([one.close(), two.close()]);
  await database.giveBack();
});

const open = () => openPostgres(database.url, undefined, { stoppedMs: STOPPED_MS });
const wants = (processId: string, more: Partial<Wanted> = {}): Wanted => ({
  ...{ role: "worker", processId, stopped: stopped.signal },
  ...more,
});
const put = (name: string) => async (store: Store) => void (await store.insert(facts).values({ name, value: "1" }));
const names = () => one.read(async (store) => (await store.select().from(facts)).map(({ name }) => name));
const led = (leadership: Leadership | undefined): Leadership => {
  if (!leadership) throw new Error("it doesn't lead");
  return leadership;
};

async function cut(application: string): Promise<void> {
  const client = new Client({ connectionString: await database.url });
  await client.connect();
  await client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = $1",
    [application],
  );
  await client.end();
}

it("one process leads a role at a time; another role has its own leader", async () => {
  const first = led(await one.lead(wants("one")));
  const onStandby = vi.fn();
  const second = two.lead(wants("two", { onStandby }));
  await eventually(() => expect(onStandby).toHaveBeenCalledOnce());
  const indexer = led(await two.lead(wants("two", { role: "indexer" })));
  await first.release();
  expect(led(await second).term).toBe(2);
  expect([first.over.aborted, led(await second).over.aborted]).toEqual([true, false]);
  const rows = await one.read((store) => store.select().from(leaders));
  expect(rows.map(({ role, term, process_id }) => `${role} ${term} ${process_id}`).toSorted()).toEqual([
    "indexer 1 two",
    "worker 2 two",
  ]);
  await Promise.all([indexer.release(), led(await second).release()]);
});

it("who is told to stop waits no longer", async () => {
  const first = led(await one.lead(wants("one")));
  const stopping = new AbortController();
  const second = two.lead(wants("two", { stopped: stopping.signal, onStandby: () => stopping.abort() }));
  expect(await second).toBeUndefined();
  await first.release();
});

it("a leader whose connection is cut is told so, and its later commits are refused once another one leads", async () => {
  const first = led(await one.lead(wants("one")));
  await first.db.commit(put("as the leader"));
  await cut("merit:worker");
  await eventually(() => expect(first.over.aborted).toBe(true));
  const second = led(await two.lead(wants("two")));
  await expect(first.db.commit(put("too late"))).rejects.toThrow("term 1, in which this process did it, is over");
  await one.commit(put("of no role"));
  await second.db.commit(put("of the next leader"));
  expect((await names()).toSorted()).toEqual(["as the leader", "of no role", "of the next leader"]);
  await second.release();
});

it("a leader whose connection of commits is cut gives the role up: it commits nothing more, though nobody else has taken it", async () => {
  const first = led(await one.lead(wants("one")));
  await first.db.commit(put("as the leader"));
  await cut("merit");
  await eventually(() => expect(first.over.aborted).toBe(true));
  await expect(first.db.commit(put("as before"))).rejects.toMatchObject({ name: "NoLongerLeader" });
  await one.commit(put("of no role"));
  expect(led(await one.lead(wants("one"))).term).toBe(2);
  expect((await names()).toSorted()).toEqual(["as the leader", "of no role"]);
});

it("a leader doesn't take the term of another process for its own, if the database was put back", async () => {
  const first = led(await one.lead(wants("one")));
  await two.commit(async (store) => void (await store.update(leaders).set({ process_id: "two" })));
  await expect(first.db.commit(put("too late"))).rejects.toMatchObject({ name: "NoLongerLeader" });
  await first.release();
});

it("a leader whose term was raised learns it from its next commit", async () => {
  const first = led(await one.lead(wants("one")));
  await two.commit(async (store) => {
    await store
      .update(leaders)
      .set({ term: sql`${leaders.term} + 1` })
      .where(eq(leaders.role, "worker"));
  });
  await expect(first.db.commit(put("too late"))).rejects.toMatchObject({ name: "NoLongerLeader" });
  expect(first.over.aborted).toBe(true);
  expect(await names()).toEqual([]);
  await first.release();
});

/** A process of its own, and what it says. */
async function start(stoppedMs = STOPPED_MS) {
  const file = fileURLToPath(new URL("../../../testing/leader-process.ts", import.meta.url));
  const child = spawn(process.execPath, [file, await database.url, String(stoppedMs)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  let said = "";
  child.stdout.on("data", (text) => {
    said += text;
  });
  return {
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    /** The first line of what it says from then on that matches. */
    says: (what: RegExp) =>
      eventually(() => {
        const found = what.exec(said);
        if (!found) throw new Error(`it hasn't said ${what}, but: ${said}`);
        return found.slice(1).map(Number);
      }),
  };
}

it("leadership moves from a killed process at once", async () => {
  // In this time no process counts as stopped: the killed one is known to be gone by its connection alone.
  const first = await start(600_000);
  await first.says(/^leads 1 0$/m);
  const second = await start(600_000);
  await second.says(/^stands by$/m);
  first.kill("SIGKILL");
  await second.says(/^leads 2 \d+$/m);
});

it("leadership moves from a stopped process in time, which commits nothing when it goes on", async () => {
  const first = await start();
  await first.says(/^leads 1 0$/m);
  const second = await start();
  await second.says(/^stands by$/m);
  first.kill("SIGSTOP");
  const [before] = await second.says(/^leads 2 (\d+)$/m);
  const ofTerm = (term: number) =>
    one.read(
      async (store) =>
        (
          await store
            .select()
            .from(facts)
            .where(eq(facts.value, String(term)))
        ).length,
    );
  const ofFirst = await ofTerm(1);
  expect(ofFirst).toBe(before);
  first.kill("SIGCONT");
  await first.says(/^refused 1 true$/m);
  expect(await ofTerm(1)).toBe(ofFirst);

  second.kill("SIGKILL");
  await first.says(/^leads 3 \d+$/m);
});
