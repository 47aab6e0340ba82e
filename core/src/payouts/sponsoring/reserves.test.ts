import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { newWallet, openAccount } from "../../testing/chain.ts";
import { createCampaign, createMerchant, createWorld, type World } from "../../testing/world.ts";
import { accept } from "../rewards/accept.ts";
import { hold } from "../rewards/settle.ts";
import { carriesItself } from "./give-back.ts";
import { refusalOf, takeOn } from "./reserves.ts";

const XLM = 10_000_000n;
const NEW = (3n * XLM) / 2n;

let world: World;
let now: Date;
const start = (env: Record<string, string> = {}) => {
  world = createWorld(env);
  now = new Date("2026-03-01T12:00:00Z");
  world.context.clock = { now: () => now };
  keeps(0n);
};
beforeEach(() => start());
afterEach(() => world[Symbol.asyncDispose]());

/** The ledger's facts of the fee account. */
function keeps(sponsoring: bigint, spendable = 5_000n * XLM): void {
  const { fee } = world.context.chain.manifest.accounts;
  world.chain.accounts.set(fee, openAccount(fee, { sponsoring, spendable }));
}

/** A wallet for which a reward of a new merchant waits. */
async function waiting(): Promise<string> {
  const { context } = world;
  const { merchant } = await createMerchant(context);
  const { id } = await createCampaign(context, merchant.id, { on_missing_trustline: "hold" });
  const wallet_address = newWallet();
  const reward = { idempotency_key: "a", campaign_id: id, wallet_address, amount: XLM, user_id: null };
  const { issuance } = await accept(context, merchant.id, reward);
  await context.db.commit((store) => hold(store, issuance.id, { reason: "no trustline", now }));
  return wallet_address;
}

let users = 0;
const ask = (wallet: string, userId = ++users, reserve = NEW) => {
  const newcomer = { userId, wallet, reserve };
  return {
    refusal: () => refusalOf(world.context, newcomer),
    take: () => world.context.db.commit((store) => takeOn(world.context, store, newcomer)),
  };
};

describe("what a wave of newcomers can lock", () => {
  it("is on a day at most the day's XLM, whoever they are and however many ask at once", async () => {
    await world[Symbol.asyncDispose]();
    start({ SPONSORED_RESERVES_DAILY_XLM: "30", SPONSORED_RESERVES_DAILY_PER_MERCHANT_XLM: "1000" });
    const taken = await Promise.allSettled(Array.from({ length: 50 }, (_, index) => ask(`W${index}`).take()));
    expect(taken.filter(({ status }) => status === "fulfilled")).toHaveLength(20);
    expect(await ask("late").refusal()).toMatch(/for wallets today/);
    await expect(ask("late").take()).rejects.toMatchObject({ status: 503, code: "fees_exhausted" });
    now = new Date("2026-03-02T00:00:00Z");
    expect(await ask("late").refusal()).toBeNull();
  });

  it("is half of that if no reward waits for them: the other newcomers are still served", async () => {
    for (let index = 0; index < 50; index++) await ask(`W${index}`).take();
    await expect(ask("false").take()).rejects.toMatchObject({ status: 429, code: "too_many_envelopes" });
    expect(await ask("false").refusal()).toMatch(/no reward waits/);
  });

  it("doesn't reach the customers of a merchant whose rewards wait: these have a part of their own", async () => {
    await world[Symbol.asyncDispose]();
    start({ SPONSORED_RESERVES_DAILY_PER_MERCHANT_XLM: "1.5" });
    await ask("false").take();
    await expect(ask("false").take()).rejects.toMatchObject({ detail: expect.stringMatching(/no reward waits/) });
    const [first, second] = [await waiting(), await waiting()];
    await ask(first).take();
    await expect(ask(first).take()).rejects.toMatchObject({ detail: expect.stringMatching(/merchant's customers/) });
    expect(await ask(second).refusal()).toBeNull();
  });

  it("is at any time at most the budget, as the ledger counts", async () => {
    keeps(1_997n);
    expect(await ask("A").refusal()).toBeNull();
    keeps(1_998n);
    expect(await ask("A").refusal()).toMatch(/as many reserves/);
    expect(await ask("A", 1, XLM / 2n).refusal()).toBeNull();
  });

  it("never leaves the fee account without XLM for fees", async () => {
    keeps(0n, 20n * XLM + NEW);
    expect(await ask("A").refusal()).toBeNull();
    keeps(0n, 20n * XLM + NEW - 1n);
    expect(await ask("A").refusal()).toMatch(/as many reserves/);
  });
});

it("takes a wallet and a user on three times a day: opening and closing a trustline again and again locks no more", async () => {
  for (let n = 0; n < 3; n++) await ask("A").take();
  await expect(ask("A").take()).rejects.toMatchObject({ status: 429, detail: expect.stringMatching(/this wallet/) });
  for (let n = 0; n < 3; n++) await ask(`B${n}`, 7_777).take();
  expect(await ask("B9", 7_777).refusal()).toMatch(/this user/);
});

it.each([
  ["testnet", ""],
  ["mainnet", ""],
])("is off on %s until a budget is set", async (MERIT_NETWORK, refusal) => {
  await world[Symbol.asyncDispose]();
  start({ MERIT_NETWORK, PUBLIC_URL: "https://rewards.example" });
  expect(await ask("A").refusal()).toBe(refusal);
});

it("leaves a wallet its reserve when 3 XLM are left to spend", () => {
  const kept = { account: true, trustline: true, amount: NEW };
  expect(carriesItself({ ...kept, spendable: 3n * XLM + NEW })).toBe(true);
  expect(carriesItself({ ...kept, spendable: 3n * XLM + NEW - 1n })).toBe(false);
});
