import { asc, eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import * as extension from "../../programmes/campaigns/extension.ts";
import * as campaigns from "../../programmes/campaigns/store.ts";
import { campaigns as campaignTable } from "../../store/db/schema/campaigns.ts";
import { events } from "../../store/db/schema/events.ts";
import { issuances } from "../../store/db/schema/issuances.ts";
import { jobs } from "../../store/db/schema/jobs.ts";
import { newWallet } from "../../testing/chain.ts";
import { LIMIT_MS } from "../../testing/wait.ts";
import { createCampaign, createMerchant, createWorld, type World } from "../../testing/world.ts";
import { shut, writeEpoch } from "../rewards/epoch.ts";
import { check, redeem } from "../rewards/redeem-voucher.ts";
import * as rewards from "../rewards/service.ts";
import { confirm, fail } from "../rewards/settle.ts";
import { hashOf, newCode } from "./codes.ts";
import { voucherExpiryJob } from "./recurring.ts";
import * as vouchers from "./service.ts";

const MINUTE_MS = 60_000;

let world: World;
let merchantId: number;
let campaignId: number;
/** Added to the clock of the machine. */
let laterMs: number;
beforeEach(async () => {
  world = createWorld();
  laterMs = 0;
  Object.assign(world.context, { clock: { now: () => new Date(Date.now() + laterMs) } });
  merchantId = (await createMerchant(world.context)).merchant.id;
  campaignId = (await createCampaign(world.context, merchantId, { budget: 100n })).id;
});
afterEach(() => world[Symbol.asyncDispose]());

const commit: World["context"]["db"]["commit"] = (unit) => world.context.db.commit(unit);
const now = () => world.context.clock.now();
const make = (terms: Partial<vouchers.NewBatch> = {}) =>
  commit((store) => vouchers.create(world.context, store, merchantId, campaignId, { count: 1, amount: 10n, ...terms }));
const makeCode = async (terms: Partial<vouchers.NewBatch> = {}) => (await make(terms)).made[0]?.code as string;
const pay = (code: string, wallet_address = newWallet()) => redeem(world.context, { code, wallet_address });
const look = (code: string) => world.context.db.read((store) => check(store, code, now()));
const inDatabase = async () =>
  (await world.context.db.read((store) => campaigns.byId(store, campaignId))) as campaigns.Campaign;
const reserved = async () => (await inDatabase()).reserved;
const expire = () =>
  voucherExpiryJob.run(world.context, { signal: AbortSignal.timeout(LIMIT_MS), progress: async () => {} });
const setStatus = (status: "paused" | "ended" | "active") =>
  commit(async (store) => void (await store.update(campaignTable).set({ status })));
const rewardJobs = () =>
  world.context.db.read(async (store) => Number(await store.$count(jobs, eq(jobs.queue, "reward-issuance"))));
const types = async () =>
  (await world.context.db.read(async (store) => store.select().from(events).orderBy(asc(events.id))))
    .map(({ type }) => type)
    .filter((type) => type.startsWith("voucher"));

describe("making vouchers", () => {
  it("reserves their whole amount, and stores no code", async () => {
    const { batch, made } = await make({ count: 3 });
    expect(await reserved()).toBe(30n);
    expect(batch).toMatchObject({ count: 3, amount: 10n });
    expect(new Set(made.map(({ code }) => code)).size).toBe(3);
    const stored = await world.stored();
    for (const { code } of made) {
      expect(stored).toContain(hashOf(code));
      expect(stored).not.toContain(code);
      expect(stored).not.toContain(code.replaceAll("-", ""));
    }
    expect(await types()).toEqual(["voucher_batch.created"]);
  });

  it("is refused as a whole where the budget can't cover all of them", async () => {
    await make({ count: 4 });
    await expect(make({ count: 7 })).rejects.toMatchObject({
      code: "budget_exhausted",
      detail: /has 0.000006 left, which is less than 0.000007 for all vouchers together\. Ask for less/,
    });
    await expect(make({ count: 1000, amount: 2n ** 63n - 1n })).rejects.toMatchObject({ code: "budget_exhausted" });
    expect(await reserved()).toBe(40n);
    await make({ count: 6 });
  });

  it("is refused for an expiry that is over or behind the campaign's end, and for a campaign that has ended", async () => {
    for (const expires_at of [new Date(now().getTime() - 1000), new Date(now().getTime() + 61 * MINUTE_MS)]) {
      await expect(make({ expires_at })).rejects.toMatchObject({ errors: [{ field: "expires_at" }] });
    }
    await setStatus("ended");
    await expect(make()).rejects.toMatchObject({ code: "campaign_not_active" });
    await setStatus("active");
    laterMs = 61 * MINUTE_MS;
    await expect(make()).rejects.toMatchObject({ code: "campaign_expired" });
    expect(await reserved()).toBe(0n);
  });

  it("is refused for more than the campaign pays a wallet", async () => {
    campaignId = (await createCampaign(world.context, merchantId, { budget: 100n, per_wallet_cap: 10n })).id;
    await expect(make({ amount: 11n })).rejects.toMatchObject({
      status: 422,
      errors: [{ field: "amount", message: "must be at most 0.000001, the campaign's per_wallet_cap" }],
    });
    await make({ amount: 10n });
    expect(await reserved()).toBe(10n);
  });

  it("is refused to other merchants", async () => {
    const other = (await createMerchant(world.context)).merchant.id;
    const made = commit((store) => vouchers.create(world.context, store, other, campaignId, { count: 1, amount: 1n }));
    await expect(made).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("redeeming a code", () => {
  it("accepts one reward with the voucher's reservation", async () => {
    const code = await makeCode();
    const wallet = newWallet();
    const { issuance, created } = await pay(code, wallet);
    expect(created).toBe(true);
    expect(issuance).toMatchObject({ status: "pending", amount: 10n, wallet_address: wallet, campaign_id: campaignId });
    expect(await reserved()).toBe(10n);
    expect(await look(code)).toMatchObject({ status: "redeemed", refusal: /redeemed before/ });
    const { settings } = world.context;
    await commit((store) => confirm(store, [{ id: issuance.id, txHash: "f".repeat(64) }], { settings, now: now() }));
    expect(await world.context.db.read((store) => campaigns.byId(store, campaignId))).toMatchObject({
      reserved: 0n,
      spent: 10n,
    });
    expect(await types()).toEqual(["voucher_batch.created", "voucher.redeemed"]);
  });

  it("100 times at once, to as many wallets, makes one reward and one job", async () => {
    const code = await makeCode();
    const results = await Promise.allSettled(Array.from({ length: 100 }, () => pay(code)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of results) {
      if (result.status === "rejected") expect(result.reason).toMatchObject({ status: 409, code: "voucher_redeemed" });
    }
    expect(await world.context.db.read(async (store) => Number(await store.$count(issuances)))).toBe(1);
    expect(await rewardJobs()).toBe(1);
    expect(await reserved()).toBe(10n);
  });

  it("again to the same wallet gives the same reward", async () => {
    const code = await makeCode();
    const wallet = newWallet();
    const results = await Promise.all(Array.from({ length: 10 }, () => pay(code, wallet)));
    expect(results.filter(({ created }) => created)).toHaveLength(1);
    expect(new Set(results.map(({ issuance }) => issuance.id)).size).toBe(1);
  });

  it("is refused for unknown codes", async () => {
    await make();
    await expect(pay(newCode())).rejects.toMatchObject({ status: 404, code: "voucher_unknown" });
    await expect(look(newCode())).rejects.toMatchObject({ status: 404, code: "voucher_unknown" });
  });

  it("is refused while the campaign is paused, and works when it goes on", async () => {
    const code = await makeCode();
    await setStatus("paused");
    await expect(pay(code)).rejects.toMatchObject({ code: "campaign_not_active" });
    expect(await look(code)).toMatchObject({ status: "open", refusal: /status paused/ });
    await setStatus("active");
    expect((await pay(code)).created).toBe(true);
  });

  it("is refused while the service completes its records", async () => {
    const code = await makeCode();
    await commit((store) => shut(store, "rebuilding", "turned back", now()));
    await expect(pay(code)).rejects.toMatchObject({ status: 503, code: "reconciling" });
    expect(await reserved()).toBe(10n);
  });

  it("still pays a voucher that is smaller than a minimum that was raised since", async () => {
    const code = await makeCode();
    Object.assign(world.context, { settings: { ...world.context.settings, minReward: 20n } });
    await expect(make()).rejects.toMatchObject({ errors: [{ field: "amount" }] });
    expect((await pay(code)).created).toBe(true);
  });
});

describe("a payment that failed for good", () => {
  it("opens the code again, for any wallet, as the same reward under the same number and reference", async () => {
    const code = await makeCode();
    const first = (await pay(code)).issuance;
    await commit((store) => fail(store, first.id, { reason: "The wallet is frozen.", now: now() }));
    expect(await reserved()).toBe(10n);
    expect(await look(code)).toMatchObject({
      status: "open",
      refusal: null,
      voucher: { issuance: { status: "failed", error_message: "The wallet is frozen." } },
    });
    const wallet = newWallet();
    const { issuance, created } = await pay(code, wallet);
    expect(created).toBe(true);
    const { id, number, reference } = first;
    expect(issuance).toMatchObject({ id, number, reference, status: "pending", wallet_address: wallet });
    expect(await reserved()).toBe(10n);
    expect(await rewardJobs()).toBe(1);
    expect(await types()).toEqual([
      ...["voucher_batch.created", "voucher.redeemed", "voucher.reopened", "voucher.redeemed"],
    ]);
  });

  it("opens the code again under a number that can be paid, however old the reward is", async () => {
    const code = await makeCode();
    const { number, id } = (await pay(code)).issuance;
    await commit((store) => fail(store, id, { reason: "frozen", now: now() }));
    await commit((store) => writeEpoch(store, { first_number: number + 1 }, now()));
    expect((await pay(code)).issuance).toMatchObject({ id, number: number + 1, status: "pending" });
  });

  it("may be redriven by the merchant: the code is redeemed by it, with the one reservation", async () => {
    const code = await makeCode();
    const { issuance } = await pay(code);
    await commit((store) => fail(store, issuance.id, { reason: "frozen", now: now() }));
    await commit((store) => rewards.redrive(store, merchantId, issuance.id, { now: now() }));
    expect(await reserved()).toBe(10n);
    await expect(pay(code)).rejects.toMatchObject({ code: "voucher_redeemed" });
  });

  it("may be redriven after its voucher was cancelled, with a new reservation", async () => {
    const code = await makeCode();
    const { issuance, voucher } = await pay(code);
    await commit((store) => fail(store, issuance.id, { reason: "frozen", now: now() }));
    await commit((store) => vouchers.cancel(store, merchantId, voucher.id, now()));
    expect(await reserved()).toBe(0n);
    await commit((store) => rewards.redrive(store, merchantId, issuance.id, { now: now() }));
    expect(await reserved()).toBe(10n);
    expect((await look(code)).status).toBe("redeemed");
  });

  it("moves with the end of its campaign, unless the voucher has an end of its own", async () => {
    const { ends_at: before, budget } = await inDatabase();
    const own = await makeCode({ expires_at: new Date(before.getTime() - MINUTE_MS) });
    const code = await makeCode();
    const ends_at = new Date(Math.ceil(before.getTime() / 1000) * 1000 + MINUTE_MS);
    const asked = await commit((store) =>
      extension.request(store, merchantId, campaignId, { ends_at }, { now: now() }),
    );
    await commit((store) => extension.finish(store, asked, { budget, ends_at }, { txHash: null, now: now() }));
    laterMs = before.getTime() - now().getTime();
    expect(await expire()).toEqual({ expired: 1 });
    expect(await look(own)).toMatchObject({ status: "expired" });
    expect(await look(code)).toMatchObject({ status: "open", refusal: null });
    laterMs += 2 * MINUTE_MS;
    expect(await expire()).toEqual({ expired: 1 });
  });

  it("frees the amount where the voucher's time is over", async () => {
    const code = await makeCode({ expires_at: new Date(now().getTime() + MINUTE_MS) });
    const { issuance } = await pay(code);
    laterMs = 2 * MINUTE_MS;
    await expire();
    expect(await reserved()).toBe(10n);
    await commit((store) => fail(store, issuance.id, { reason: "frozen", now: now() }));
    await expect(pay(code)).rejects.toMatchObject({ code: "voucher_expired" });
    expect(await expire()).toEqual({ expired: 1 });
    expect(await reserved()).toBe(0n);
  });
});

describe("the end of vouchers", () => {
  it("comes with their time: they pay nothing more from that moment, and free their amounts once", async () => {
    const { made } = await make({ count: 3, expires_at: new Date(now().getTime() + MINUTE_MS) });
    await make({ count: 2 });
    await pay(made[0]?.code as string);
    laterMs = MINUTE_MS;
    await expect(pay(made[1]?.code as string)).rejects.toMatchObject({ code: "voucher_expired" });
    expect(await look(made[1]?.code as string)).toMatchObject({ status: "expired", refusal: /expired/ });
    const runs = await Promise.all([expire(), expire()]);
    expect(runs.map(({ expired }) => expired as number).reduce((sum, each) => sum + each)).toBe(2);
    expect(await reserved()).toBe(30n);
    expect(await types()).toContain("voucher_batch.expired");
  });

  /** Asks at `at` for an extension by an hour, and moves the clock a second past the old end. */
  const extend = async (at = now()) => {
    const { ends_at: before, budget } = await inDatabase();
    const ends_at = new Date(before.getTime() + 60 * MINUTE_MS);
    laterMs += before.getTime() - now().getTime() + 1000;
    const ask = () => commit((store) => extension.request(store, merchantId, campaignId, { ends_at }, { now: at }));
    const finish = (asked: campaigns.Campaign) =>
      commit((store) => extension.finish(store, asked, { budget, ends_at }, { txHash: null, now: now() }));
    return { ask, finish };
  };

  it("waits past the old end of their campaign for an extension that is on its way, except for an end of their own", async () => {
    const own = await makeCode({ expires_at: new Date(now().getTime() + MINUTE_MS) });
    const code = await makeCode();
    const { ask, finish } = await extend();
    const asked = await ask();
    expect(await expire()).toEqual({ expired: 1 });
    expect(await look(own)).toMatchObject({ voucher: { status: "expired" } });
    await expect(pay(code)).rejects.toMatchObject({ code: "voucher_expired" });
    await finish(asked);
    expect(await expire()).toEqual({ expired: 0 });
    expect((await pay(code)).created).toBe(true);
  });

  it("comes when the extension that it waited for has failed", async () => {
    await make();
    const asked = await (await extend()).ask();
    expect(await expire()).toEqual({ expired: 0 });
    await commit((store) => extension.abandon(store, asked, { error_message: "no", updated_at: now() }));
    expect(await expire()).toEqual({ expired: 1 });
    expect(await reserved()).toBe(0n);
  });

  it("doesn't come where their campaign is extended between the look for what is over and the commit that ends it", async () => {
    const code = await makeCode();
    const { db } = world.context;
    const { ask, finish } = await extend();
    const read: typeof db.read = async (query) => {
      const found = await db.read(query);
      await finish(await ask());
      return found;
    };
    const context = { ...world.context, db: { ...db, commit, read } };
    const run = { signal: AbortSignal.timeout(LIMIT_MS), progress: async () => {} };
    expect(await voucherExpiryJob.run(context, run)).toEqual({ expired: 0 });
    expect(await look(code)).toMatchObject({ status: "open", refusal: null });
  });

  it("comes with the end of their campaign", async () => {
    const { made } = await make({ count: 2 });
    await setStatus("ended");
    await expect(pay(made[0]?.code as string)).rejects.toMatchObject({ code: "campaign_not_active" });
    expect(await expire()).toEqual({ expired: 2 });
    expect(await reserved()).toBe(0n);
  });

  it("comes when the merchant cancels one, or those of a batch that are open", async () => {
    const { batch, made } = await make({ count: 4 });
    await pay(made[0]?.code as string);
    const cancelOne = () => commit((store) => vouchers.cancel(store, merchantId, made[1]?.id as number, now()));
    expect(await cancelOne()).toMatchObject({ status: "cancelled" });
    expect(await cancelOne()).toMatchObject({ status: "cancelled" });
    expect(await reserved()).toBe(30n);
    await expect(pay(made[1]?.code as string)).rejects.toMatchObject({ code: "voucher_cancelled" });
    const cancelAll = () => commit((store) => vouchers.cancelBatch(store, merchantId, batch.id, now()));
    expect((await cancelAll()).counts).toEqual({ open: 0, redeemed: 1, cancelled: 3, expired: 0 });
    expect((await cancelAll()).counts).toEqual({ open: 0, redeemed: 1, cancelled: 3, expired: 0 });
    expect(await reserved()).toBe(10n);
    const redeemed = commit((store) => vouchers.cancel(store, merchantId, made[0]?.id as number, now()));
    await expect(redeemed).rejects.toMatchObject({ code: "voucher_not_open" });
  });

  it("and a redemption at the same moment: one of them has the reservation", async () => {
    for (let round = 0; round < 10; round++) {
      const { batch, made } = await make({ count: 1 });
      const cancelled = commit((store) => vouchers.cancelBatch(store, merchantId, batch.id, now()));
      const [paid] = await Promise.allSettled([pay(made[0]?.code as string), cancelled]);
      const { status } = (await look(made[0]?.code as string)) as { status: string };
      expect(status).toBe(paid.status === "fulfilled" ? "redeemed" : "cancelled");
      const { issuance } = paid.status === "fulfilled" ? paid.value : { issuance: undefined };
      expect(await reserved()).toBe(issuance ? 10n : 0n);
      const { settings } = world.context;
      if (issuance) {
        await commit((store) =>
          confirm(store, [{ id: issuance.id, txHash: "f".repeat(64) }], { settings, now: now() }),
        );
      }
    }
  });
});
