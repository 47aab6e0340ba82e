import { sql } from "drizzle-orm";
import { Client } from "pg";
import { expect, it } from "vitest";
import { createWorld } from "../../../testing/world.ts";
import * as jobs from "../../jobs/jobs.ts";

it("a claim passes over a job that another session has locked, and waits for nobody", async () => {
  await using world = createWorld();
  const { commit } = world.context.db;
  const place = { queue: "email", group: "mails" } as const;
  const now = new Date();
  for (const key of ["a", "b", "c"]) await commit((store) => jobs.add(store, { ...place, key, payload: {}, now }));
  const other = new Client({ connectionString: await world.address() });
  await other.connect();
  await other.query("begin");
  await other.query("select from jobs where key = 'b' for update");
  const claim = () => commit((store) => jobs.claim(store, { ...place, now, limit: 2 }));
  expect((await claim()).map(({ key }) => key)).toEqual(["a", "c"]);
  await other.end();
  expect((await claim()).map(({ key }) => key)).toEqual(["b"]);
});

it("a claim takes no more than its limit, by whichever plan the database finds the jobs", async () => {
  await using world = createWorld();
  const { commit } = world.context.db;
  const place = { queue: "email", group: "mails" } as const;
  const now = new Date();
  for (const key of ["a", "b", "c"]) await commit((store) => jobs.add(store, { ...place, key, payload: {}, now }));
  const claimed = await commit(async (store) => {
    // This leaves only the plan that looks for each job among those selected, one after the other.
    for (const way of ["hashjoin", "mergejoin", "hashagg", "sort", "material"]) {
      await store.get(sql`select set_config(${`enable_${way}`}, 'off', true) as value`);
    }
    return jobs.claim(store, { ...place, now, limit: 1 });
  });
  expect(claimed.map(({ key }) => key)).toEqual(["a"]);
});
