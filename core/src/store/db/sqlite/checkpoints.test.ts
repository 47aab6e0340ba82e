import { existsSync, statSync } from "node:fs";
import { afterEach, beforeEach, expect, it } from "vitest";
import { eventually } from "../../../testing/wait.ts";
import { createWorld, type World } from "../../../testing/world.ts";
import { facts } from "../schema/facts.ts";
import { type Checkpoints, startCheckpoints } from "./checkpoints.ts";

const MEGABYTE = 1_000_000;

let world: World;
let checkpoints: Checkpoints | undefined;
beforeEach(() => {
  world = createWorld();
});
afterEach(async () => {
  await checkpoints?.stop();
  await world[Symbol.asyncDispose]();
});

const size = (suffix = "") => statSync(world.path + suffix).size;
const write = (name: string) =>
  world.context.db.commit(async (store) => {
    await store.insert(facts).values({ name, value: "x".repeat(MEGABYTE) });
  });

it("writes the log into the file beside the writer, and the log begins anew", async () => {
  const { log } = world.context;
  let writes = 0;
  const grown = async () => {
    const before = size("-wal");
    await write(`write ${writes++}`);
    return size("-wal") - before;
  };
  for (let round = 0; round < 4; round++) expect(await grown()).toBeGreaterThan(0);
  const begin = size();
  checkpoints = startCheckpoints(world.path, log);
  await eventually(() => expect(size()).toBeGreaterThan(begin));
  // A write that doesn't lengthen the log has gone to its beginning.
  await eventually(async () => expect(await grown()).toBe(0));
});

it("leaves no log behind once it is stopped and the database closed", async () => {
  const { db, log } = world.context;
  const begin = size();
  checkpoints = startCheckpoints(world.path, log);
  await write("first");
  await eventually(() => expect(size()).toBeGreaterThan(begin));
  await checkpoints.stop();
  await world.context.leaderboard.close();
  await db.close();
  expect(existsSync(`${world.path}-wal`)).toBe(false);
});

it("says when its thread ends, and the database takes writes without it", async () => {
  const { db, log } = world.context;
  checkpoints = startCheckpoints(`${world.path}-missing`, log);
  const ended = "the thread that writes the log into the database's file ended";
  await eventually(() => expect(world.logs.join("")).toContain(ended));
  await write("first");
  expect(await db.read((store) => store.select({ name: facts.name }).from(facts))).toEqual([{ name: "first" }]);
});
