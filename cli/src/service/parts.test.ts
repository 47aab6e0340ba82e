import { createShutdown } from "@merit/core/base/shutdown.ts";
import type { Wake } from "@merit/core/base/wake.ts";
import type { Context } from "@merit/core/context/context.ts";
import { keysPath } from "@merit/core/ledger/chain/chain.ts";
import { accountRoles, channelRoles, createMissingKeys } from "@merit/core/ledger/chain/keys.ts";
import { createWorld } from "@merit/core/testing/world.ts";
import { expect, it } from "vitest";
import { startParts } from "./parts.ts";

type Commit = Context["db"]["commit"];

/** Counts the loops that wait for news. */
function counting({ subscribe, notify }: Wake) {
  const loops = { begun: 0, ended: 0 };
  const wake: Wake = {
    notify,
    subscribe(topic) {
      const subscription = subscribe(topic);
      loops.begun += 1;
      return {
        ...subscription,
        [Symbol.dispose]() {
          loops.ended += 1;
          subscription[Symbol.dispose]();
        },
      };
    },
  };
  return { wake, loops };
}

it.each([
  ["worker", "shows that it leads"],
  ["worker", "plans its recurring jobs"],
  ["indexer", "shows that it leads"],
] as const)("the loops of the %s end if the database is lost before it %s", async (role, moment) => {
  await using world = createWorld();
  const { context } = world;
  createMissingKeys(keysPath(context.settings), [...accountRoles, ...channelRoles(4)]);
  const { wake, loops } = counting(context.wake);
  const lost = (commit: Commit) =>
    (async (unit) => {
      if (loops.begun > 0) throw new Error("the database is lost");
      return commit(unit);
    }) as Commit;
  // A process shows itself by its own database, and its work has the leader's.
  const own = { ...context.db, commit: lost(context.db.commit) };
  const leaders: typeof own = {
    ...context.db,
    async lead(wanted) {
      const led = await context.db.lead(wanted);
      return led && { ...led, db: { ...led.db, commit: lost(led.db.commit) } };
    },
  };
  const db = moment === "shows that it leads" ? own : leaders;
  const shutdown = createShutdown(context.log);
  await expect(startParts({ ...context, db, wake }, role, shutdown)).rejects.toThrow("the database is lost");
  expect(loops.begun).toBeGreaterThan(0);
  expect(loops.ended).toBe(loops.begun);
  await shutdown.run("the start failed");
});
