import { expect, it } from "vitest";
import { apiKeys } from "../../store/db/schema/merchants.ts";
import * as jobs from "../../store/jobs/jobs.ts";
import { createMerchant, createWorld } from "../../testing/world.ts";
import { authenticate, looksLikeApiKey, newApiKey } from "./keys.ts";
import * as merchants from "./service.ts";

it("keeps the API key as a hash only: the plain key is nowhere in the database", async () => {
  await using world = createWorld();
  const { apiKey, merchant } = await createMerchant(world.context);
  expect((await world.context.db.read((store) => authenticate(store, apiKey, new Date()))).merchant).toEqual(merchant);
  const [row] = await world.context.db.read(async (store) => store.select().from(apiKeys));
  expect(row?.last4).toBe(apiKey.slice(-4));
  expect(await world.stored()).not.toContain(apiKey);
  expect(world.logs.join()).not.toContain(apiKey);
});

it("refuses unknown, mistyped and revoked keys alike", async () => {
  await using world = createWorld();
  const { db } = world.context;
  const { apiKey } = await createMerchant(world.context);
  const refused = (key: string) =>
    expect(db.read((store) => authenticate(store, key, new Date()))).rejects.toMatchObject({
      status: 401,
      code: "invalid_api_key",
    });
  await refused(newApiKey("local"));
  await refused(`${apiKey.slice(0, -1)}${apiKey.endsWith("A") ? "B" : "A"}`);
  await db.commit(async (store) => void (await store.update(apiKeys).set({ revoked_at: new Date() })));
  await refused(apiKey);
});

it("makes keys that name their network and carry a checksum", () => {
  const [live, test] = [newApiKey("mainnet"), newApiKey("testnet")];
  expect(live).toMatch(/^mk_live_/);
  expect(test).toMatch(/^mk_test_/);
  expect(looksLikeApiKey(live)).toBe(true);
  expect(looksLikeApiKey(live.replace("live", "test"))).toBe(false);
});

it("an e-mail address registers once, however it is written", async () => {
  await using world = createWorld();
  const { db, settings } = world.context;
  const register = (email: string) =>
    db.commit((store) => merchants.register(store, { name: "Shop", email }, { now: new Date(), settings }));
  const results = await Promise.allSettled([register("shop@example.com"), register("Shop@Example.com")]);
  expect(results[0]?.status).toBe("fulfilled");
  expect(results[1]).toMatchObject({ status: "rejected", reason: { code: "email_taken" } });
});

it("grants the demo amount on the local network only, by one job before the merchant's campaigns", async () => {
  const grants = async (env: Record<string, string>) => {
    await using world = createWorld(env);
    const { merchant } = await createMerchant(world.context);
    const now = new Date();
    const claim = {
      queue: "transaction-submission",
      group: String(merchant.id),
      owner: "w",
      now,
      limit: 5,
    } as const;
    return (await world.context.db.commit((store) => jobs.claim(store, claim))).map(({ payload }) => payload);
  };
  const grant = {
    kind: "grant",
    merchant_id: 1,
    amount: "10000000000000",
    reference: merchants.grantReference("local", 1),
  };
  expect(await grants({})).toEqual([grant]);
  expect(await grants({ DEMO_GRANT: "0" })).toEqual([]);
  expect(await grants({ MERIT_NETWORK: "testnet" })).toEqual([]);
});
