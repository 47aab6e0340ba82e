import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import * as users from "../../accounts/service.ts";
import { pointTransactions } from "../../store/db/schema/points.ts";
import { createWorld } from "../../testing/world.ts";
import * as ledger from "./ledger.ts";

const SPENDER = fileURLToPath(new URL("../../testing/point-spender.ts", import.meta.url));
const PROCESSES = 3;
const CAUSES = 50;
const POINTS = 30;

it("processes that spend the same points under the same causes spend each once", async () => {
  await using world = createWorld({ LOG_LEVEL: "silent" });
  const { db } = world.context;
  const now = new Date();
  const user = await db.commit(async (store) => {
    const { id } = await users.create(store, {}, now);
    const credit = { userId: id, merchantId: null, kind: "award" as const, points: POINTS, cause: "credit", now };
    await ledger.credit(store, { ...credit, tiers: world.context.settings.points.tiers });
    return id;
  });
  const spend = async () =>
    promisify(execFile)(process.execPath, [SPENDER, await world.address(), String(user), String(CAUSES)]);
  const runs = await Promise.all(Array.from({ length: PROCESSES }, spend));
  // The second process at a cause learns that it is done; once nothing is left, every new cause is refused to everyone.
  expect(runs.map(({ stdout }) => Number(stdout))).toEqual(Array(PROCESSES).fill(CAUSES - POINTS));
  const rows = await db.read(async (store) => store.select().from(pointTransactions));
  expect(rows.filter(({ kind }) => kind === "redemption")).toHaveLength(POINTS);
  expect(await db.read((store) => ledger.balances(store, user, now))).toMatchObject([{ available: 0 }]);
});
