import { expect, it } from "vitest";
import { queryPlan } from "../../testing/query-plan.ts";
import { createWorld } from "../../testing/world.ts";
import { onStatement } from "../db/statements.ts";
import { dueGroups } from "./jobs.ts";

const statements = new Set<string>();
onStatement(({ text }) => void statements.add(text));

it("looks for due groups from one to the next, however many jobs each has", async () => {
  await using world = createWorld();
  statements.clear();
  await world.context.db.read((store) => dueGroups(store, "reward-issuance", new Date()));
  const [sql = ""] = [...statements].filter((text) => text.includes("groups(name)"));
  const plan = queryPlan(world.path, { sql, params: Array.from(sql.matchAll(/\?/g)) });
  const reads = plan.split(",").filter((step) => step.includes("jobs"));
  expect(reads).toHaveLength(4);
  for (const read of reads)
    expect(read).toMatch(/^SEARCH jobs USING (COVERING )?INDEX jobs_due \(queue=\? AND group_key[=>]\?/);
});
