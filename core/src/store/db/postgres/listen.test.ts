import { Client } from "pg";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Topic, topics } from "../../../base/wake.ts";
import { TEST_POSTGRES, takeDatabase } from "../../../testing/postgres.ts";
import { eventually } from "../../../testing/wait.ts";
import type { Database } from "../database.ts";
import { facts } from "../schema/facts.ts";
import { openPostgres } from "./open.ts";

let database: ReturnType<typeof takeDatabase>;
/** A process that commits, and one that only listens; each with what it was told. */
let committing: Database;
let listening: Database;
let told: { committing: Topic[]; listening: Topic[] };
beforeEach(async () => {
  database = takeDatabase(process.env[TEST_POSTGRES] as string);
  told = { committing: [], listening: [] };
  const [first, second] = [told.committing, told.listening];
  committing = openPostgres(database.url, (topic) => void first.push(topic));
  listening = openPostgres(database.url, (topic) => void second.push(topic));
  await Promise.all([names(committing), names(listening)]);
  await until(() => [...first, ...second].length === 2);
  expect([first.splice(0), second.splice(0)]).toEqual([[topics.all], [topics.all]]);
});
afterEach(async () => {
  await Promise.all([committing.close(), listening.close()]);
  await database.giveBack();
});

const names = (at: Database) =>
  at.read(async (store) => (await store.select().from(facts)).map(({ name }) => name).toSorted());
const until = (holds: () => boolean) => eventually(() => expect(holds()).toBe(true));
const notify = (at: Database, ...notified: Topic[]) =>
  at.commit(async (store) => {
    for (const topic of notified) await store.notify(topic);
  });

/** Processes of the service that listen on this database. @param then what is done with each */
async function listeners(then = "pid"): Promise<number> {
  const client = new Client({ connectionString: await database.url });
  await client.connect();
  const { rows } = await client.query(
    `select ${then} from pg_stat_activity where datname = current_database() and application_name = 'merit:listen'`,
  );
  await client.end();
  return rows.length;
}

it("other processes are told what a commit notifies once they can read it, and nothing of what is undone", async () => {
  const found: Promise<string[]>[] = [];
  const third = openPostgres(database.url, (topic) => topic === topics.queue("kept") && found.push(names(third)));
  await names(third);
  await eventually(async () => expect(await listeners()).toBe(3));
  const put = (name: string, error?: Error) =>
    committing.commit(async (store) => {
      await store.insert(facts).values({ name, value: "1" });
      await store.notify(topics.queue(name));
      if (error) throw error;
    });
  await expect(put("alone", new Error("undone"))).rejects.toThrow("undone");
  await Promise.allSettled([put("beside", new Error("undone")), put("kept")]);
  await until(() => found.length > 0 && told.listening.length > 0);
  expect(await Promise.all(found)).toEqual([["kept"]]);
  expect(told.listening).toEqual([topics.queue("kept")]);
  await third.close();
});

it("the process that commits is told once, by itself", async () => {
  await notify(committing, topics.events, topics.landed, topics.events);
  expect(told.committing).toEqual([topics.events, topics.landed]);
  // PostgreSQL delivers topics in the order of the commits.
  await notify(listening, topics.contractEvents);
  await until(() => told.committing.includes(topics.contractEvents));
  expect(told.committing).toEqual([topics.events, topics.landed, topics.contractEvents]);
});

it("a command, which waits for nothing, doesn't listen, but its commits are told", async () => {
  const command = openPostgres(database.url);
  await notify(command, topics.queue("work"));
  await until(() => told.listening.length > 0);
  expect(told.listening).toEqual([topics.queue("work")]);
  expect(await listeners()).toBe(2);
  await command.close();
});

it("after its connection was cut, a process is told that it may have missed any topic, and listens again", async () => {
  expect(await listeners("pg_terminate_backend(pid)")).toBe(2);
  await until(() => told.listening.length > 0);
  expect(told.listening).toEqual([topics.all]);
  await notify(committing, topics.landed);
  await until(() => told.listening.length > 1);
  expect(told.listening).toEqual([topics.all, topics.landed]);
});

it("all topics of a commit arrive, however many", async () => {
  const many = Array.from({ length: 5_000 }, (_, index) => topics.issuance(10 ** 9 + index));
  await notify(committing, ...many);
  await until(() => told.listening.length >= many.length);
  expect(told.listening).toEqual(many);
});

it("nobody listens after the end", async () => {
  await Promise.all([committing.close(), listening.close()]);
  await eventually(async () => expect(await listeners()).toBe(0));
});
