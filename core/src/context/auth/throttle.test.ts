import { afterEach, beforeEach, expect, it } from "vitest";
import type { Database } from "../../store/db/database.ts";
import { openAt } from "../../testing/open-at.ts";
import { TEST_POSTGRES } from "../../testing/postgres.ts";
import { createWorld, type World } from "../../testing/world.ts";

const LIMIT = 10;

let world: World;
beforeEach(() => {
  world = createWorld({ RATE_LIMIT_LOGIN: String(LIMIT) });
});
afterEach(() => world[Symbol.asyncDispose]());

const attempt = (db: Database, account: string, address: string) =>
  world.context.auth.throttle.attempt(db, account, address);
const refused = { status: 429, code: "too_many_attempts" };

it.runIf(process.env[TEST_POSTGRES])(
  "counts what all processes were asked, for an account and for an address",
  async () => {
    const { db } = world.context;
    const other = openAt(await world.address());
    const results = await Promise.allSettled(
      Array.from({ length: 2 * LIMIT }, (_, index) =>
        attempt(index % 2 ? db : other, "cafe@example.com", `203.0.113.${index}`),
      ),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(LIMIT);
    await expect(attempt(other, "cafe@example.com", "203.0.113.99")).rejects.toMatchObject(refused);

    for (let index = 0; index < LIMIT; index++)
      await attempt(index % 2 ? db : other, `a${index}@example.com`, "192.0.2.1");
    await expect(attempt(db, "b@example.com", "192.0.2.1")).rejects.toMatchObject(refused);
    await expect(attempt(other, "b@example.com", "192.0.2.1")).rejects.toMatchObject(refused);
    await attempt(other, "b@example.com", "192.0.2.2");
    await other.close();
  },
);

it("an attempt that succeeds is given back to account and address; a refused one isn't counted", async () => {
  const { db } = world.context;
  for (let turn = 0; turn < 2 * LIMIT; turn++)
    await db.commit((await attempt(db, "cafe@example.com", "192.0.2.1")).succeeded);
  for (let turn = 0; turn < LIMIT; turn++) await attempt(db, "cafe@example.com", "192.0.2.1");
  await expect(attempt(db, "cafe@example.com", "192.0.2.2")).rejects.toMatchObject(refused);
  expect(JSON.stringify(await world.stored())).not.toContain("cafe@example.com");
});
