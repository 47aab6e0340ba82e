import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { Client } from "pg";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openAt } from "../../testing/open-at.ts";
import { TEST_POSTGRES } from "../../testing/postgres.ts";
import { eventually } from "../../testing/wait.ts";
import { createWorld, type World } from "../../testing/world.ts";
import type { Database } from "./database.ts";
import { isReplaced, lookedAtDatabase, noteLook } from "./looked.ts";
import { facts } from "./schema/facts.ts";
import type { Store } from "./store.ts";

let world: World;
/** Databases of the worker and of the API. */
let worker: Database;
let api: Database;
beforeEach(async () => {
  world = createWorld();
  worker = world.context.db;
  api = lookedAtDatabase(openAt(await world.address()));
});
afterEach(async () => {
  await api.close();
  await world[Symbol.asyncDispose]();
});

const put = (name: string) => async (store: Store) => void (await store.insert(facts).values({ name, value: "1" }));
const refused = { name: "DatabaseUnavailable", message: expect.stringContaining("no worker has compared it") };

it.runIf(process.env[TEST_POSTGRES])(
  "nothing is stored before a worker has looked at the database as it is now",
  async () => {
    await worker.commit(async (store) => void (await store.insert(facts).values({ name: "looked_at", value: "file" })));
    expect(await worker.read(isReplaced)).toBe(false);
    await expect(api.commit(put("early"))).rejects.toMatchObject(refused);
    await expect(api.checkWritable()).rejects.toMatchObject(refused);
    await worker.commit(noteLook);
    await api.commit(put("seen"));

    // A dump or an older standby has a look from when it was another database.
    await worker.commit(async (store) => {
      await store.update(facts).set({ value: "another server" }).where(eq(facts.name, "looked_at"));
    });
    const source = await worker.source();
    const operator = new Client({ connectionString: "url" in source ? source.url : "" });
    await operator.connect();
    await operator.query(
      "select pg_terminate_backend(pid, 30000) from pg_stat_activity where application_name = 'merit' and datname = current_database()",
    );
    await operator.end();
    await eventually(async () => expect(await api.commit(put("unseen")).catch(({ fault }) => fault)).toBe("unseen"));
    await eventually(() => worker.commit(noteLook));
    await api.commit(put("seen again"));
    const names = await api.read(async (store) => (await store.select().from(facts)).map(({ name }) => name));
    expect(names.toSorted()).toEqual(["looked_at", "seen", "seen again"]);
  },
);

it.runIf(process.env[TEST_POSTGRES])("a restart of the server alone doesn't make it another database", async () => {
  await worker.commit(noteLook);
  // The name ends with the time of the start.
  await worker.commit(async (store) => {
    await store
      .update(facts)
      .set({ value: sql`${facts.value} || '0'` })
      .where(eq(facts.name, "looked_at"));
  });
  expect(await worker.read(isReplaced)).toBe(false);
  await expect(api.commit(put("early"))).rejects.toMatchObject(refused);
});

it.runIf(process.env[TEST_POSTGRES])("nothing is stored in a database that was restored in its place", async () => {
  await worker.commit(noteLook);
  await api.commit(put("seen"));
  const source = await worker.source();
  const url = "url" in source ? source.url : "";
  const [bin, dump] = [process.env.POSTGRES_BIN ?? "", join(world.folder, "merit.dump")];
  execFileSync(join(bin, "pg_dump"), ["--format=custom", `--file=${dump}`, url]);
  await worker.close();
  await api.close();
  execFileSync(join(bin, "pg_restore"), ["--clean", "--exit-on-error", `--dbname=${url}`, dump]);
  api = lookedAtDatabase(openAt(url));
  expect(await api.read(isReplaced)).toBe(true);
  await expect(api.commit(put("unseen"))).rejects.toMatchObject(refused);
});
