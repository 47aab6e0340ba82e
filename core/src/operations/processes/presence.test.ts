import { afterEach, beforeEach, expect, it } from "vitest";
import { processes } from "../../store/db/schema/processes.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { checkHealth } from "../health/service.ts";
import { startPresence } from "./presence.ts";
import { list } from "./store.ts";

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world[Symbol.asyncDispose]());

const listed = () => world.context.db.read(list);

it("lists a process with its role and its terms, until it stops", async () => {
  const { context } = world;
  const presence = await startPresence(context, "all");
  const stopped = new AbortController().signal;
  const leadership = await context.db.lead({ role: "worker", processId: context.processId, stopped });
  expect(await listed()).toEqual([
    expect.objectContaining({ id: context.processId, role: "all", pid: process.pid, terms: { worker: 1 } }),
  ]);
  await leadership?.release();
  await presence.stop();
  expect(await listed()).toEqual([]);
});

it("another process's checks tell what the leader's work waits for, and for how long it has been silent", async () => {
  const { context } = world;
  context.heartbeats.beat("worker");
  context.blocks.raise("role", "the distributor's key lacks its role");
  const presence = await startPresence(context, "worker");
  const stopped = new AbortController().signal;
  const leadership = await context.db.lead({ role: "worker", processId: context.processId, stopped });
  const other = {
    ...{ ...context, processId: "another" },
    heartbeats: { ...context.heartbeats, age: () => null },
    blocks: { ...context.blocks, list: () => [] },
  };
  const worker = async () => (await checkHealth(other)).checks.worker;
  expect(await worker()).toMatchObject({ detail: "rewards wait: the distributor's key lacks its role" });
  context.blocks.clear("role");
  await presence.show();
  expect(await worker()).toMatchObject({ status: "ok" });
  const longAgo = new Date((await listed())[0]?.seen_at.getTime() as number);
  longAgo.setSeconds(longAgo.getSeconds() - 100);
  await context.db.commit(async (store) => void (await store.update(processes).set({ seen_at: longAgo })));
  expect((await worker()).detail).toMatch(/no heartbeat for 10\d s/);
  await leadership?.release();
  await presence.stop();
});
