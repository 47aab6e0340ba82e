import { afterAll, beforeAll, expect, it } from "vitest";
import { issuances } from "../../store/db/schema/issuances.ts";
import { deadLetters } from "../../store/db/schema/jobs.ts";
import { createCampaign, createMerchant, createWorld, type World } from "../../testing/world.ts";
import { deadLettersOf, type IssuanceFilter } from "./store.ts";

let world: World;
let merchant: number;
let campaign: number;
/** Ids by key. */
const ids: Record<string, number> = {};

const DAY = 86_400_000;

beforeAll(async () => {
  world = createWorld();
  merchant = (await createMerchant(world.context)).merchant.id;
  campaign = (await createCampaign(world.context, merchant)).id;
  const other = (await createCampaign(world.context, merchant)).id;
  const failed = ["dead-1", "refused-2", "elsewhere-3", "refused-4", "dead-5", "refused-6", "paid-7", "refused-8"];
  await world.context.db.commit(async (store) => {
    for (const [index, key] of failed.entries()) {
      const created_at = new Date(index * DAY);
      const { id } = await store
        .insert(issuances)
        .values({
          ...{ merchant_id: merchant, idempotency_key: key, amount: 1n, number: index + 1, attempts: 1 },
          ...{ campaign_id: key.startsWith("elsewhere") ? other : campaign, reference: key.padEnd(16, "0") },
          ...{ status: key.startsWith("paid") ? "confirmed" : "failed", created_at, updated_at: created_at },
        })
        .returning({ id: issuances.id })
        .get();
      ids[key] = id;
      if (!key.startsWith("dead") && !key.startsWith("elsewhere")) continue;
      const letter = { queue: "reward-issuance-dlq", job_key: `${merchant}:${key}`, group: "1", payload: {} };
      await store.insert(deadLetters).values({ ...letter, attempts: 1, reason: "no trustline", failed_at: created_at });
    }
  });
});
afterAll(() => world[Symbol.asyncDispose]());

const look = async (most: number, filter: IssuanceFilter & { before?: number } = {}) => {
  const request = { dead_letter: true, limit: 10, ...filter } as const;
  const { rows, end } = await world.context.db.read((store) => deadLettersOf(store, merchant, request, most));
  return { found: rows.map(({ idempotency_key: key }) => key), end };
};

it("a page of dead letters looks at so many failed rewards at most, and says where it ended", async () => {
  expect(await look(2)).toEqual({ found: [], end: ids["refused-6"] });
  expect(await look(2, { before: ids["refused-6"] as number })).toEqual({ found: ["dead-5"], end: ids["refused-4"] });
  expect(await look(4)).toEqual({ found: ["dead-5"], end: ids["refused-4"] });
  expect(await look(4, { campaign_id: campaign })).toEqual({ found: ["dead-5"], end: ids["refused-4"] });
  expect(await look(5)).toEqual({ found: ["dead-5", "elsewhere-3"], end: ids["elsewhere-3"] });
  expect(await look(8)).toEqual({ found: ["dead-5", "elsewhere-3", "dead-1"], end: undefined });
});

it("so does one of a period or a wallet; a key is found among all", async () => {
  expect(await look(4, { from: new Date(0.5 * DAY) })).toEqual({ found: ["dead-5"], end: ids["refused-4"] });
  expect(await look(8, { from: new Date(0.5 * DAY) })).toEqual({ found: ["dead-5", "elsewhere-3"], end: undefined });
  expect(await look(2, { wallet_address: "G" })).toEqual({ found: [], end: ids["refused-6"] });
  expect(await look(1, { idempotency_key: "dead-1" })).toEqual({ found: ["dead-1"], end: undefined });
  expect(await look(1, { idempotency_key: "refused-2" })).toEqual({ found: [], end: undefined });
});
