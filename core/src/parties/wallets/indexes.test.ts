import { expect, it } from "vitest";
import { queryPlan } from "../../testing/query-plan.ts";
import { createWorld } from "../../testing/world.ts";
import { movesOf, newerOf } from "./history.ts";

it("reads a wallet's history through indexes, so that its length doesn't matter", async () => {
  await using world = createWorld();
  const { db } = world.context;
  const query = await db.read(async (store) => movesOf(store, "mint", "G", { before: "9", limit: 3 }).toSQL());
  const plan = queryPlan(world.path, query);
  expect(plan).toContain("USING PRIMARY KEY (kind=? AND value=? AND type=? AND event_id<?)");
  expect(plan).not.toContain("TEMP B-TREE");
  const newer = await db.read(async (store) => newerOf(store, { id: "9", tx_hash: "f" }).toSQL());
  expect(queryPlan(world.path, newer)).toBe("SEARCH contract_events USING INDEX contract_events_by_tx (tx_hash=?)");
});
