import { expect, it } from "vitest";
import { onStatement } from "../../store/db/statements.ts";
import { queryPlan } from "../../testing/query-plan.ts";
import { createWorld } from "../../testing/world.ts";
import { listOpen } from "../catalogue/store.ts";
import { listPublic } from "./service.ts";

const statements = new Set<string>();
onStatement(({ text }) => void statements.add(text));

it("lists what is public by indexes, however much a merchant hides", async () => {
  await using world = createWorld();
  const { db } = world.context;
  statements.clear();
  await db.read((store) => listPublic(store, 1, { limit: 20, before: 9 }));
  await db.read((store) => listOpen(store, { limit: 20, before: 9, now: new Date() }));
  const plans = ["campaigns", "catalogue_items"].map((table) =>
    [...statements]
      .filter((text) => text.includes(`from "${table}"`))
      .map((sql) => queryPlan(world.path, { sql, params: Array.from(sql.matchAll(/\?/g)) }))
      .join(),
  );
  expect(plans[0]).toBe("SEARCH campaigns USING INDEX campaigns_public (merchant_id=? AND id<?)");
  expect(plans[1]).toContain("SEARCH catalogue_items USING COVERING INDEX catalogue_by_status (status=? AND id<?)");
  expect(plans.join()).not.toContain("TEMP B-TREE");
});
