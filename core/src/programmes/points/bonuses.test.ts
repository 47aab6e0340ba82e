import { and, asc, eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createAdmin } from "../../accounts/create-admin.ts";
import { verifyEmail } from "../../accounts/recovery.ts";
import * as users from "../../accounts/service.ts";
import * as sessions from "../../accounts/sessions.ts";
import * as oneTimeTokens from "../../context/auth/one-time-tokens.ts";
import type { Context } from "../../context/context.ts";
import * as userRows from "../../parties/users/store.ts";
import * as wallets from "../../parties/wallets/store.ts";
import { accept } from "../../payouts/rewards/accept.ts";
import * as settle from "../../payouts/rewards/settle.ts";
import { pointTransactions } from "../../store/db/schema/points.ts";
import { newWallet } from "../../testing/chain.ts";
import { createCampaign, createMerchant, createWorld, type World } from "../../testing/world.ts";
import { grantDaily } from "./bonuses.ts";
import * as ledger from "./ledger.ts";
import { dailyBonusJob } from "./recurring.ts";

let world: World;
let context: Context;
let time: Date;
beforeEach(() => {
  world = createWorld();
  time = new Date("2030-03-01T10:00:00Z");
  context = { ...world.context, clock: { now: () => time } };
});
afterEach(() => world[Symbol.asyncDispose]());

const newUser = (input: users.NewUser = {}) => context.db.commit((store) => users.create(store, input, time));
const login = (userId: number, within: Context = context) =>
  context.db.commit((store) => sessions.open(within, store, { userId, method: "password", userAgent: null }));
const bonusesOf = (userId: number, kind: "daily_bonus" | "referral_bonus") =>
  context.db.read(async (store) =>
    (
      await store
        .select()
        .from(pointTransactions)
        .where(and(eq(pointTransactions.user_id, userId), eq(pointTransactions.kind, kind)))
        .orderBy(asc(pointTransactions.id))
    ).map(({ points, cause, merchant_id }) => ({ points, cause, merchant_id })),
  );
const daily = (day: string) => ({ points: 10, cause: `daily_bonus:${day}`, merchant_id: null });

describe("the daily bonus", () => {
  it("comes with the first login of a UTC day, and is the same in every tier", async () => {
    const { id } = await newUser();
    const much = { userId: id, merchantId: null, kind: "award" as const, points: 50_000, cause: "much", now: time };
    const { tiers } = context.settings.points;
    await context.db.commit((store) => ledger.credit(store, { ...much, tiers }));
    await Promise.all([login(id), login(id)]);
    time = new Date("2030-03-01T23:59:59.999Z");
    await login(id);
    expect(await bonusesOf(id, "daily_bonus")).toEqual([daily("2030-03-01")]);
    time = new Date("2030-03-02T00:00:00Z");
    await login(id);
    expect(await bonusesOf(id, "daily_bonus")).toEqual([daily("2030-03-01"), daily("2030-03-02")]);
  });

  it("isn't given without a login", async () => {
    const { id } = await newUser();
    const failing = context.db.commit(async (store) => {
      await sessions.open(context, store, { userId: id, method: "password", userAgent: null });
      throw new Error("undone");
    });
    await expect(failing).rejects.toThrow("undone");
    expect(await bonusesOf(id, "daily_bonus")).toEqual([]);
  });

  it("is made up for by the recurring job, for today and yesterday and once", async () => {
    const without = {
      ...context,
      settings: { ...context.settings, points: { ...context.settings.points, dailyBonus: 0 } },
    };
    const [early, both, rewarded] = [await newUser(), await newUser(), await newUser()];
    time = new Date("2030-03-01T10:00:00Z");
    await login(early.id, without);
    time = new Date("2030-03-02T10:00:00Z");
    await login(both.id, without);
    time = new Date("2030-03-03T10:00:00Z");
    await login(both.id, without);
    await login(both.id, without);
    await login(rewarded.id);
    const run = { signal: new AbortController().signal, progress: async () => undefined };
    expect(await dailyBonusJob.run(context, run)).toEqual({ bonuses: 2 });
    expect(await dailyBonusJob.run(context, run)).toEqual({ bonuses: 0 });
    expect(await bonusesOf(both.id, "daily_bonus")).toEqual([daily("2030-03-02"), daily("2030-03-03")]);
    expect(await bonusesOf(rewarded.id, "daily_bonus")).toEqual([daily("2030-03-03")]);
    expect(await bonusesOf(early.id, "daily_bonus")).toEqual([]);
  });

  it("is off at 0 points", async () => {
    const { id } = await newUser();
    const settings = { points: { ...context.settings.points, dailyBonus: 0 } };
    expect(await context.db.commit((store) => grantDaily(store, id, { settings, now: time }))).toBe(false);
  });
});

describe("the referral bonus", () => {
  let campaignId: number;
  let merchantId: number;
  beforeEach(async () => {
    time = new Date();
    merchantId = (await createMerchant(world.context)).merchant.id;
    campaignId = (await createCampaign(world.context, merchantId)).id;
  });

  async function pair() {
    const referrer = await newUser();
    const email = `${referrer.referral_code.toLowerCase()}@example.com`;
    const newcomer = await newUser({ email, passwordHash: "x", referralCode: referrer.referral_code });
    return { referrer, newcomer, email };
  }

  const prove = (userId: number, address: string) =>
    context.db.commit((store) => wallets.prove(store, { address, userId, now: time }));

  async function reward(wallet_address: string) {
    const input = { idempotency_key: crypto.randomUUID(), campaign_id: campaignId, amount: 10n, user_id: null };
    const { issuance } = await accept(context, merchantId, { ...input, wallet_address });
    const payments = [{ id: issuance.id, txHash: "b".repeat(64) }];
    await context.db.commit((store) => settle.confirm(store, payments, { settings: context.settings, now: time }));
  }

  /** Verifies an address as its user, whose session keeps the wallets that were proven before. */
  async function verify(userId: number, email: string) {
    const token = crypto.randomUUID();
    const about = { purpose: "verify_email", userId, subject: email, now: time } as const;
    await context.db.commit((store) => oneTimeTokens.keep(store, token, about));
    const user = await context.db.read((store) => userRows.byId(store, userId));
    await verifyEmail(context, token, {
      session: { user } as Parameters<typeof verifyEmail>[2]["session"],
      merchant: null,
    });
  }

  it.each(["mail", "reward"])("comes once, with the %s as the last of the two", async (last) => {
    const { referrer, newcomer, email } = await pair();
    const address = newWallet();
    await prove(newcomer.id, address);
    const steps = [() => verify(newcomer.id, email), () => reward(address)];
    if (last === "mail") steps.reverse();
    await steps[0]?.();
    expect(await bonusesOf(referrer.id, "referral_bonus")).toEqual([]);
    await steps[1]?.();
    const bonus = { points: 100, cause: `referral:${newcomer.id}`, merchant_id: null };
    expect(await bonusesOf(referrer.id, "referral_bonus")).toEqual([bonus]);
    await reward(address);
    await verify(newcomer.id, email);
    expect(await bonusesOf(referrer.id, "referral_bonus")).toEqual([bonus]);
    expect(await bonusesOf(newcomer.id, "referral_bonus")).toEqual([]);
  });

  it("comes with an administrator's account, whose mail counts as verified", async () => {
    const { referrer, newcomer, email } = await pair();
    const address = newWallet();
    await prove(newcomer.id, address);
    await reward(address);
    await createAdmin(context, { email, password: "an administrator's" }, time);
    expect(await bonusesOf(referrer.id, "referral_bonus")).toHaveLength(1);
  });

  it("takes a reward to a wallet that is the newcomer's when it is confirmed", async () => {
    const { referrer, newcomer, email } = await pair();
    await verify(newcomer.id, email);
    const address = newWallet();
    await reward(address);
    await prove(newcomer.id, address);
    expect(await bonusesOf(referrer.id, "referral_bonus")).toEqual([]);
    await reward(address);
    expect(await bonusesOf(referrer.id, "referral_bonus")).toHaveLength(1);
  });

  it("isn't earned again by a wallet that moves to another newcomer", async () => {
    const first = await pair();
    const second = await pair();
    const address = newWallet();
    await prove(first.newcomer.id, address);
    await verify(first.newcomer.id, first.email);
    await reward(address);
    await context.db.commit((store) => wallets.remove(store, first.newcomer.id, address));
    await prove(second.newcomer.id, address);
    await verify(second.newcomer.id, second.email);
    expect(await bonusesOf(first.referrer.id, "referral_bonus")).toHaveLength(1);
    expect(await bonusesOf(second.referrer.id, "referral_bonus")).toEqual([]);
  });

  it("isn't paid once the referrer is deleted", async () => {
    const { referrer, newcomer, email } = await pair();
    const address = newWallet();
    await prove(newcomer.id, address);
    await verify(newcomer.id, email);
    await context.db.commit((store) => users.remove(store, referrer, referrer.id, time));
    await reward(address);
    expect(await bonusesOf(referrer.id, "referral_bonus")).toEqual([]);
  });
});
