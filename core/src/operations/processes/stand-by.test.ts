import { afterEach, beforeEach, expect, it } from "vitest";
import type { Context } from "../../context/context.ts";
import { facts } from "../../store/db/schema/facts.ts";
import { leaders } from "../../store/db/schema/processes.ts";
import { openAt } from "../../testing/open-at.ts";
import { TEST_POSTGRES } from "../../testing/postgres.ts";
import { eventually } from "../../testing/wait.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { type StandBy, standBy } from "./stand-by.ts";

let world: World;
const all: StandBy[] = [];
beforeEach(() => {
  world = createWorld();
});
afterEach(async () => {
  for (const each of all.splice(0)) await each.stop();
  await world[Symbol.asyncDispose]();
});

/** Work that does nothing, and what became of it. */
function work() {
  const log: string[] = [];
  let given: { context: Context; over: AbortSignal } | undefined;
  return {
    log,
    get given() {
      if (!given) throw new Error("the work has not begun");
      return given;
    },
    begin: async (context: Context, over: AbortSignal) => {
      log.push("began");
      given = { context, over };
      return { stop: async () => void log.push(over.aborted ? "stopped: the role is lost" : "stopped") };
    },
  };
}

function stand(begin: ReturnType<typeof work>["begin"], context = world.context): StandBy {
  const started = standBy(context, "worker", begin);
  all.push(started);
  return started;
}

const put = (name: string) => (context: Context) =>
  context.db.commit(async (store) => void (await store.insert(facts).values({ name, value: "1" })));

it("begins the work with a database that it can write to, and stops it", async () => {
  const one = work();
  const started = stand(one.begin);
  await started.begun;
  await put("by the leader")(one.given.context);
  const [row] = await world.context.db.read((store) => store.select().from(leaders));
  expect(row).toMatchObject({ role: "worker", term: 1, process_id: world.context.processId });
  await started.stop();
  expect(one.log).toEqual(["began", "stopped"]);
});

it("a process that has stopped the work shows nothing of it any more", async () => {
  const { heartbeats, metrics } = world.context;
  const shown = async () =>
    (await metrics.registry.metrics()).match(/^merit_(silence|balance|pool_limit|channels|payouts_blocked)[^ ]*/gm);
  expect(await shown()).toBeNull();
  const started = stand(async () => {
    heartbeats.beat("worker");
    metrics.balances.set({ account: "fee" }, 19);
    metrics.limitUsed.set(0.5);
    metrics.watchChannels({ size: 2, free: 0 });
    metrics.watchBlocks(world.context.blocks);
    return { stop: async () => {} };
  });
  await started.begun;
  expect(await shown()).toEqual(
    expect.arrayContaining([
      'merit_silence_seconds{part="worker"}',
      'merit_balance{account="fee"}',
      "merit_pool_limit_used_ratio",
      'merit_channels{state="all"}',
      'merit_payouts_blocked{cause="role"}',
    ]),
  );
  await started.stop();
  expect(await shown()).toBeNull();
});

it("a new process begins a new term", async () => {
  for (const _ of [1, 2]) {
    const started = stand(work().begin);
    await started.begun;
    await started.stop();
  }
  const [row] = await world.context.db.read((store) => store.select().from(leaders));
  expect(row?.term).toBe(2);
});

it("tells its caller when the first begin fails, and tries no more", async () => {
  let tries = 0;
  const started = stand(async () => {
    tries += 1;
    throw new Error("the key file is missing");
  });
  await expect(started.begun).rejects.toThrow("the key file is missing");
  await started.stop();
  expect(tries).toBe(1);
});

it.runIf(process.env[TEST_POSTGRES])(
  "work that has lost its role is stopped, and begins again when the role is free",
  async () => {
    const db = openAt(await world.address());
    const second = { ...world.context, processId: "second", db };
    const [one, two] = [work(), work()];
    const first = stand(one.begin);
    await first.begun;
    world.context.heartbeats.beat("worker");
    const other = stand(two.begin, second);
    await other.begun;
    expect(two.log).toEqual([]);
    // As if another process had taken the role unseen.
    await world.context.db.commit(async (store) => void (await store.update(leaders).set({ term: 7 })));
    await expect(put("too late")(one.given.context)).rejects.toThrow("is over");
    await eventually(() => expect(two.log).toEqual(["began"]));
    expect(one.log).toEqual(["began", "stopped: the role is lost"]);
    // While it stands by it isn't silent.
    expect(world.context.heartbeats.age("worker")).toBeNull();
    await other.stop();
    await eventually(() => expect(one.log).toEqual(["began", "stopped: the role is lost", "began"]));
    expect(two.log).toEqual(["began", "stopped"]);
    expect(await world.context.db.read((store) => store.select().from(facts))).toEqual([]);
    await first.stop();
    await db.close();
  },
);
