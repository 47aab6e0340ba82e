import { Status } from "@merit/bindings/campaign";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FIRST_NUMBER } from "../../ledger/chain/batches.ts";
import { contractErrors } from "../../ledger/chain/contract-errors.ts";
import { NO_FINGERPRINT, withPayments } from "../../ledger/chain/fingerprint.ts";
import { issuanceReference } from "../../ledger/chain/issuance-reference.ts";
import * as submissions from "../../ledger/chain/submissions.ts";
import { allowReconciling } from "../../operations/backups/reconcile.ts";
import { nextMerchantId } from "../../parties/merchants/store.ts";
import * as budget from "../../programmes/campaigns/budget.ts";
import * as campaigns from "../../programmes/campaigns/store.ts";
import { campaigns as campaignRows } from "../../store/db/schema/campaigns.ts";
import { issuances } from "../../store/db/schema/issuances.ts";
import { jobs } from "../../store/db/schema/jobs.ts";
import { payoutEpoch } from "../../store/db/schema/payouts.ts";
import { submissions as submissionTable } from "../../store/db/schema/submissions.ts";
import type { Store } from "../../store/db/store.ts";
import { writeFact } from "../../store/db/write-fact.ts";
import { listOf } from "../../store/event-log/store.ts";
import { type EventObject, typesOf } from "../../store/event-log/types.ts";
import { newWallet } from "../../testing/chain.ts";
import type { TestLedger } from "../../testing/ledger.ts";
import { claimRewards, createParts } from "../../testing/parts.ts";
import { indexPayout } from "../../testing/payout-events.ts";
import { eventually, LIMIT_MS } from "../../testing/wait.ts";
import { createCampaign, createMerchant, createWorld, type World } from "../../testing/world.ts";
import { accept, type NewReward } from "../rewards/accept.ts";
import { readEpoch, shut, writeEpoch } from "../rewards/epoch.ts";
import { redeem } from "../rewards/redeem-voucher.ts";
import { rebuiltKey } from "../rewards/reference.ts";
import { redrive } from "../rewards/service.ts";
import * as settle from "../rewards/settle.ts";
import * as rows from "../rewards/store.ts";
import { hashOf } from "../vouchers/codes.ts";
import * as vouchers from "../vouchers/service.ts";
import { rewardKey } from "../vouchers/service.ts";
import { firstLook, openSession } from "./open.ts";
import { payBatch } from "./pay.ts";
import type { Payouts } from "./payouts.ts";
import { findPayments, recordFindings } from "./rebuild.ts";
import { readCampaigns } from "./rebuild-campaigns.ts";
import { recordMark } from "./rebuild-rewards.ts";

// The database is older than the ledger: it was copied in epoch 1, and a later epoch has paid rewards that the copy lacks.

let world: World;
let payouts: Payouts;
let ledger: TestLedger;
let merchantId: number;
let campaign: campaigns.Campaign;
beforeEach(async () => {
  world = createWorld();
  ({ parts: payouts, ledger } = createParts(world));
  merchantId = (await createMerchant(world.context)).merchant.id;
  campaign = await addCampaign({ budget: 100n });
  await open();
});
afterEach(() => world[Symbol.asyncDispose]());

const commit = <T>(unit: (store: Store) => Promise<T>) => world.context.db.commit(unit);
const read = <T>(unit: (store: Store) => Promise<T>) => world.context.db.read(unit);

async function addCampaign(change: Parameters<typeof createCampaign>[2], merchant = merchantId) {
  const row = await createCampaign(world.context, merchant, change);
  if (row.contract_campaign_id !== null) ledger.addCampaign(row);
  return row;
}

const reward = (idempotency_key: string, change: Partial<NewReward> = {}): NewReward => ({
  ...{ idempotency_key, campaign_id: campaign.id, wallet_address: newWallet(), amount: 10n, user_id: null },
  ...change,
});
const issue = async (request: NewReward) => (await accept(world.context, merchantId, request)).issuance;
const makeVouchers = (terms: { count: number; amount: bigint }) =>
  commit((store) => vouchers.create(world.context, store, merchantId, campaign.id, terms));
const rowOf = (key: string, merchant = merchantId) =>
  read(async (store) => (await rows.byKeys(store, [{ merchantId: merchant, key }]))[0]);
const foundRow = (key: string) => rowOf(rebuiltKey(issuanceReference(merchantId, key)));
const books = async (of = campaign) => {
  const row = await read((store) => campaigns.byId(store, of.id));
  return { spent: row?.spent, reserved: row?.reserved };
};
/** Types of an object's events. */
const eventsOf = async (object: EventObject, id: number | undefined) => {
  const found = await read((store) =>
    listOf(store, { merchant_id: merchantId }, { types: typesOf(object), limit: 100 }),
  );
  return found
    .filter(({ object_id }) => object_id === String(id))
    .map(({ type }) => type.split(".")[1])
    .reverse();
};
/** Records of payments in all campaigns, which must be the ledger's. */
const paidInAll = async () => {
  const total = await read(budget.readTotal);
  expect(total).toEqual({ paid: ledger.paid, fingerprint: ledger.fingerprint });
  return total.paid;
};
const paymentOf = (number: number, { idempotency_key, amount }: NewReward, merchant = merchantId) => ({
  ...{ number, amount, reference: issuanceReference(merchant, idempotency_key) },
});
/** The epoch after the copy pays these. @param inCampaign id in the contract */
function paidSince(payments: [number, NewReward][], inCampaign = campaign.contract_campaign_id ?? 0) {
  if (ledger.epoch === 1) ledger.openElsewhere();
  const all = payments.map(([number, request]) => paymentOf(number, request));
  ledger.pay(inCampaign, all);
}

/** The next process of the service starts, and pays if it may. */
async function open() {
  ({ parts: payouts } = createParts(world, ledger));
  // As the worker does before anything else.
  for (const { channel } of await read(submissions.listOpen)) payouts.channels.hold(channel);
  await firstLook(payouts);
  const session = await openSession(payouts, AbortSignal.timeout(LIMIT_MS));
  if (!session) throw new Error(`payouts stayed shut: ${JSON.stringify(world.context.blocks.list())}`);
  return session;
}

/** Starts a service that stays shut. @returns what it waits for */
async function shutFor() {
  ({ parts: payouts } = createParts(world, ledger));
  await firstLook(payouts);
  const stop = new AbortController();
  const opening = openSession(payouts, stop.signal);
  const calls = [...ledger.sent.values()].filter(({ method }) => method === "open").length;
  const causes = () => world.context.blocks.list().filter(({ detail }) => !detail.includes("not opened an epoch yet"));
  await eventually(() => expect(causes()).not.toEqual([]));
  stop.abort();
  expect(await opening).toBeUndefined();
  expect([...ledger.sent.values()].filter(({ method }) => method === "open")).toHaveLength(calls);
  return world.context.blocks.list().filter(({ detail }) => !detail.includes("not opened an epoch yet"));
}

/** A reward goes into a transaction, and the service ends before it hears of that. @returns its number */
async function send(request: NewReward): Promise<number> {
  const { number } = await issue(request);
  const batch = await claimRewards(world, campaign.id);
  world.chain.lines.set(request.wallet_address, { exists: true, authorized: true, limit: 100n, balance: 0n });
  const session = await open();
  ledger.simulations = [["PAID"]];
  ledger.outcomes = [{ kind: "unknown" }];
  await payBatch(payouts, session, batch);
  return number;
}

/** The indexer reads the events of a payout. */
const index = (payments: [number, NewReward][]) =>
  commit((store) => {
    const all = payments.map(([number, request]) => ({ ...request, ...paymentOf(number, request) }));
    const payout = { txHash: "tx-of-events", campaign: campaign.contract_campaign_id ?? 0, payments: all };
    return indexPayout(store, payout, { settings: world.context.settings, now: new Date() });
  });

describe("payments that the database doesn't have", () => {
  it("are learned before anything is accepted or paid", async () => {
    const waiting = reward("waiting");
    const { number } = await issue(waiting);
    const forgotten = reward("forgotten");
    paidSince([
      [number, waiting],
      [number + 1, forgotten],
    ]);
    ({ parts: payouts } = createParts(world, ledger));
    await firstLook(payouts);
    await expect(issue(reward("new"))).rejects.toMatchObject({ code: "reconciling" });

    await open();
    expect(await rowOf("waiting")).toMatchObject({ status: "confirmed", number });
    expect(await foundRow("forgotten")).toMatchObject({ status: "confirmed", number: number + 1, user_id: null });
    expect(await books()).toEqual({ spent: 20n, reserved: 0n });
    expect(await paidInAll()).toBe(2);
    expect((await issue(reward("new"))).number).toBe(number + 2);
    // A confirmed reward is not paid again.
    const { payments } = await claimRewards(world, campaign.id);
    expect(payments.map(({ issuance }) => issuance.idempotency_key)).toEqual(["new"]);
  });

  it("have no wallet and no amount until their events are read", async () => {
    const waiting = reward("waiting");
    const { number } = await issue(waiting);
    const forgotten = reward("forgotten");
    const paid: [number, NewReward][] = [
      [number, waiting],
      [number + 1, forgotten],
    ];
    paidSince(paid);
    await open();
    const unknown = { wallet_address: null, amount: null, tx_hash: null };
    expect(await rowOf("waiting")).toMatchObject(unknown);
    expect(await foundRow("forgotten")).toMatchObject(unknown);

    await index(paid);
    const facts = ({ wallet_address, amount }: NewReward) => ({ wallet_address, amount, tx_hash: "tx-of-events" });
    expect(await rowOf("waiting")).toMatchObject(facts(waiting));
    expect(await foundRow("forgotten")).toMatchObject(facts(forgotten));
  });

  it("are complete at once if the indexer was faster", async () => {
    const forgotten = reward("forgotten");
    paidSince([[FIRST_NUMBER, forgotten]]);
    await index([[FIRST_NUMBER, forgotten]]);
    await open();
    const { wallet_address, amount } = forgotten;
    expect(await foundRow("forgotten")).toMatchObject({ wallet_address, amount, tx_hash: "tx-of-events" });
  });

  it("are recognised by their merchant's key, and not paid again, whatever the call", async () => {
    const forgotten = reward("forgotten");
    paidSince([[FIRST_NUMBER, forgotten]]);
    await open();
    const other = { ...forgotten, amount: 11n };
    // Nobody knows yet what it was.
    expect(await accept(world.context, merchantId, other)).toMatchObject({ created: false, mismatch: false });
    await index([[FIRST_NUMBER, forgotten]]);
    expect(await accept(world.context, merchantId, other)).toMatchObject({ created: false, mismatch: true });
    expect(await accept(world.context, merchantId, forgotten)).toMatchObject({ created: false, mismatch: false });
    expect(await rowOf("forgotten")).toMatchObject({ status: "confirmed", number: FIRST_NUMBER });
  });

  it("are recognised if an earlier process learned them all, and ended before it had more to write", async () => {
    const forgotten = reward("forgotten");
    const payment = paymentOf(FIRST_NUMBER, forgotten);
    ledger.pay(campaign.contract_campaign_id ?? 0, [payment]);
    const known = { unsettled: new Map(), settings: world.context.settings, now: new Date() };
    await commit((store) => recordMark(store, campaign, payment, known));
    await open();
    expect(await accept(world.context, merchantId, forgotten)).toMatchObject({ created: false });
  });

  it("of a voucher make its code a redeemed one: nobody is paid for it again", async () => {
    const { made } = await makeVouchers({ count: 2, amount: 50n });
    const [first, second] = made.map(({ code }) => code) as [string, string];
    const wallet_address = newWallet();
    const payment = reward(rewardKey(hashOf(first)), { amount: 50n, wallet_address });
    // The whole budget is reserved for vouchers, one of which is paid after the copy.
    paidSince([[FIRST_NUMBER, payment]]);
    ({ parts: payouts } = createParts(world, ledger));
    await firstLook(payouts);
    const other = newWallet();
    await expect(redeem(world.context, { code: first, wallet_address: other })).rejects.toMatchObject({ status: 503 });
    await open();
    await index([[FIRST_NUMBER, payment]]);
    expect(await books()).toEqual({ spent: 50n, reserved: 50n });
    await expect(redeem(world.context, { code: first, wallet_address: other })).rejects.toMatchObject({
      code: "voucher_redeemed",
    });
    expect(await redeem(world.context, { code: first, wallet_address })).toMatchObject({
      created: false,
      issuance: { status: "confirmed", tx_hash: "tx-of-events" },
    });
    expect(await redeem(world.context, { code: second, wallet_address: other })).toMatchObject({ created: true });
    expect(await books()).toEqual({ spent: 50n, reserved: 50n });
    expect(await paidInAll()).toBe(1);
  });

  it("of a voucher whose reward had failed before the copy are that reward's, whichever wallet got them", async () => {
    const { made } = await makeVouchers({ count: 1, amount: 60n });
    const code = made[0]?.code as string;
    const { issuance } = await redeem(world.context, { code, wallet_address: newWallet() });
    await commit((store) => settle.fail(store, issuance.id, { reason: "frozen", now: new Date() }));
    const payment = reward(issuance.idempotency_key, { amount: 60n });
    paidSince([[issuance.number, payment]]);
    await open();
    await index([[issuance.number, payment]]);
    const again = await redeem(world.context, { code, wallet_address: payment.wallet_address });
    expect(again).toMatchObject({ created: false, issuance: { id: issuance.id, status: "confirmed" } });
    expect(await books()).toEqual({ spent: 60n, reserved: 0n });
  });

  it("cancel open vouchers if the budget went to others, since they were cancelled after the copy", async () => {
    const { made } = await makeVouchers({ count: 4, amount: 25n });
    const code = made[0]?.code as string;
    await redeem(world.context, { code, wallet_address: newWallet() });
    paidSince([[FIRST_NUMBER + 9, reward("forgotten", { amount: 60n })]]);
    await open();
    const { spent, reserved } = await books();
    expect(spent).toBe(60n);
    expect(reserved).toBe(25n);
  });

  it("are recognised if they had failed before the copy", async () => {
    const request = reward("redriven");
    const { id, number } = await issue(request);
    await commit((store) => settle.fail(store, id, { reason: "no trustline", now: new Date() }));
    paidSince([[number, request]]);
    await open();
    expect(await rowOf("redriven")).toMatchObject({ id, status: "confirmed", error_message: null });
    expect(await books()).toEqual({ spent: 10n, reserved: 0n });
    expect(await paidInAll()).toBe(1);
  });

  it("are recognised if they are tried again, under yet another number, before the node can be read", async () => {
    const request = reward("redriven");
    const { id } = await issue(request);
    const period = 2 * FIRST_NUMBER;
    ledger.firstNumber = period;
    await commit((store) => settle.fail(store, id, { reason: "no trustline", now: new Date() }));
    await open();
    paidSince([[period + 5, request]]);
    ({ parts: payouts } = createParts(world, ledger));
    world.chain.down = true;
    await firstLook(payouts);
    await commit((store) => redrive(store, merchantId, id, { now: new Date() }));
    expect(await rowOf("redriven")).toMatchObject({ status: "pending", number: period });
    world.chain.down = false;
    await open();
    expect(await rowOf("redriven")).toMatchObject({ id, status: "confirmed", number: period + 5 });
    expect(await read(async (store) => store.select().from(jobs).where(eq(jobs.queue, "reward-issuance")))).toEqual([]);
    expect(await books()).toEqual({ spent: 10n, reserved: 0n });
    expect(await paidInAll()).toBe(1);
  });

  it("are recognised under any number; the reward that had this number gets another", async () => {
    const moved = reward("moved");
    await issue(moved);
    const { number } = await issue(reward("holder"));
    paidSince([[number, moved]]);
    await open();
    expect(await rowOf("moved")).toMatchObject({ status: "confirmed", number });
    const freed = await rowOf("holder");
    expect(freed?.status).toBe("pending");
    expect(freed?.number).toBeGreaterThan(number);
    expect(await books()).toEqual({ spent: 10n, reserved: 10n });
    expect(await paidInAll()).toBe(1);
  });

  it("are recognised if rewards exchanged their numbers", async () => {
    const [x, y] = [reward("x"), reward("y")];
    const [a, b] = [await issue(x), await issue(y)];
    paidSince([
      [a.number, y],
      [b.number, x],
    ]);
    await open();
    expect(await rowOf("x")).toMatchObject({ status: "confirmed", number: b.number });
    expect(await rowOf("y")).toMatchObject({ status: "confirmed", number: a.number });
    expect(await books()).toEqual({ spent: 20n, reserved: 0n });
    expect(await paidInAll()).toBe(2);
  });

  it("are recognised in any campaign of the merchant: each has its own books", async () => {
    const request = reward("elsewhere");
    await issue(request);
    const other = await addCampaign({ budget: 50n });
    paidSince([[FIRST_NUMBER, request]], other.contract_campaign_id ?? 0);
    await open();
    expect(await rowOf("elsewhere")).toMatchObject({ status: "confirmed", campaign_id: other.id });
    expect(await books()).toEqual({ spent: 0n, reserved: 0n });
    expect(await books(other)).toEqual({ spent: 10n, reserved: 0n });
    expect(await paidInAll()).toBe(1);
  });

  it("of another merchant's campaign are not taken for this one's, even with the same reference", async () => {
    const request = reward("mine");
    await issue(request);
    const other = (await createMerchant(world.context)).merchant.id;
    const theirs = await addCampaign({}, other);
    paidSince([[FIRST_NUMBER, request]], theirs.contract_campaign_id ?? 0);
    await open();
    expect(await rowOf("mine")).toMatchObject({ status: "pending" });
    const key = rebuiltKey(issuanceReference(merchantId, "mine"));
    expect(await rowOf(key, other)).toMatchObject({ status: "confirmed" });
  });

  it("are also learned if the copy is of the same epoch, and are recognised by their merchant's key", async () => {
    ledger.pay(campaign.contract_campaign_id ?? 0, [paymentOf(FIRST_NUMBER, reward("forgotten"))]);
    await open();
    expect(await accept(world.context, merchantId, reward("forgotten"))).toMatchObject({ created: false });
    expect((await createMerchant(world.context)).merchant.id).toBeGreaterThan(1_000_000);
  });

  it("are looked for in the marks of all campaigns if the sums spent don't show them", async () => {
    paidSince([[FIRST_NUMBER, reward("forgotten")]]);
    ledger.putCampaign(campaign.contract_campaign_id ?? 0, { spent: 0n });
    await open();
    expect(await foundRow("forgotten")).toMatchObject({ status: "confirmed" });
  });

  it("take the budget of rewards that must have been given up since", async () => {
    for (const key of ["a", "b", "c"]) await issue(reward(key, { amount: 30n }));
    paidSince([[FIRST_NUMBER + 9, reward("large", { amount: 60n })]]);
    await open();
    expect(await rowOf("a")).toMatchObject({ status: "pending" });
    expect(await rowOf("b")).toMatchObject({ status: "failed" });
    expect(await rowOf("c")).toMatchObject({ status: "failed", error_message: expect.stringContaining("backup") });
    expect(await books()).toEqual({ spent: 60n, reserved: 30n });
    expect(await paidInAll()).toBe(1);
  });

  it("keep what was sent, if this database sent the transaction", async () => {
    const request = reward("carried");
    paidSince([[await send(request), request]]);
    // The node has forgotten the transaction.
    ledger.records.clear();
    await open();
    const { wallet_address, amount } = request;
    expect(await rowOf("carried")).toMatchObject({ status: "confirmed", wallet_address, amount, rebuilt_at: null });
    expect(await eventsOf("issuance", (await rowOf("carried"))?.id)).toEqual(["accepted", "confirmed"]);
    const states = await read(async (store) => store.select().from(submissionTable));
    expect(states.filter(({ kind }) => kind === "payout")).toMatchObject([{ state: "void" }]);
    await eventually(() => expect(payouts.channels.free).toBe(2));
  });

  it("are recorded once, however often the process ends between opening and recording", async () => {
    const waiting = reward("waiting");
    const { number } = await issue(waiting);
    paidSince([
      [number, waiting],
      [number + 1, reward("forgotten")],
    ]);
    const { chain } = world.context;
    const stopped = new AbortController().signal;
    const find = async () => {
      const before = await read(campaigns.statuses);
      return findPayments(payouts, await chain.batches(), { onLedger: await readCampaigns(chain, 0), before }, stopped);
    };
    const findings = await find();
    const recorded = async () => (await recordFindings(payouts, findings, stopped)).rewards;
    expect(await recorded()).toEqual({ known: 0, carried: 0, confirmed: 1, added: 1 });
    const before = await read(async (store) => store.select().from(issuances));
    expect(await recorded()).toEqual({ known: 2, carried: 0, confirmed: 0, added: 0 });
    expect(await eventsOf("issuance", (await rowOf("waiting"))?.id)).toEqual(["accepted", "confirmed"]);
    expect(await eventsOf("issuance", (await foundRow("forgotten"))?.id)).toEqual(["confirmed"]);
    expect((await find()).unknown).toEqual([]);
    expect(await read(async (store) => store.select().from(issuances))).toEqual(before);
    await open();
    expect(await books()).toEqual({ spent: 20n, reserved: 0n });
    expect(await paidInAll()).toBe(2);
  });

  it("never reuse ids that may be known outside", async () => {
    paidSince([[FIRST_NUMBER, reward("forgotten")]]);
    await open();
    expect((await createMerchant(world.context)).merchant.id).toBeGreaterThan(1_000_000);
  });
});

it("accepts nothing where the ledger has made more payments than the stored transactions carry", async () => {
  const request = reward("carried");
  const paid = [[await send(request), request] as const, [FIRST_NUMBER + 9, reward("forgotten")] as const];
  for (const [index, [number, each]] of paid.entries()) {
    ledger.pay(campaign.contract_campaign_id ?? 0, [paymentOf(number, each)]);
    ({ parts: payouts } = createParts(world, ledger));
    await firstLook(payouts);
    expect(await read(readEpoch)).toMatchObject({ status: ["open", "rebuilding"][index] });
  }
});

it("never gives a new merchant the id of a forgotten one while the node can't be read", async () => {
  ({ parts: payouts } = createParts(world, ledger));
  world.chain.down = true;
  await firstLook(payouts);
  expect((await createMerchant(world.context)).merchant.id).toBeGreaterThan(1_000_000);
});

it("never gives an id again in a database that was restored or promoted: rows that nothing on the ledger shows may be lost", async () => {
  await commit((store) => writeFact(store, "looked_at", "another server/1/2/3/the time at which it started"));
  await open();
  expect((await createMerchant(world.context)).merchant.id).toBeGreaterThan(1_000_000);
});

it("never gives a new merchant the id of a forgotten one with a balance on the ledger, and skips no ids otherwise", async () => {
  await open();
  const { merchant } = await createMerchant(world.context);
  world.chain.balances.set(merchant.id, 1n).set(merchant.id + 1, 10_000n);
  await open();
  const { merchant: next } = await createMerchant(world.context);
  expect(next.id).toBeGreaterThan(1_000_000);
  expect(merchant.id).toBeLessThan(1_000);

  // A copy of the database that was made once ids had been skipped, and lacks the 900 who registered then.
  world.chain.balances.set(next.id + 900, 10_000n);
  await open();
  expect((await createMerchant(world.context)).merchant.id).toBeGreaterThan(next.id + 900);
});

it("looks where ids go on, not behind the merchant who registered last", async () => {
  world.chain.down = true;
  await firstLook(payouts);
  world.chain.down = false;
  const from = await read(nextMerchantId);
  expect(from).toBeGreaterThan(1_000_000);
  world.chain.balances.set(from, 10_000n);
  await firstLook(payouts);
  expect((await createMerchant(world.context)).merchant.id).not.toBe(from);
});

describe("no epoch is opened", () => {
  it("with a key that has no role, and the cause says whether it is another deployment's", async () => {
    ledger.refusalOf = () => contractErrors.distribution.Unauthorized;
    expect(await shutFor()).toMatchObject([{ cause: "setup", detail: expect.stringContaining("merit roles grant") }]);
    const distributor = newWallet();
    Object.defineProperty(world.context.chain.manifest, "accounts", { get: () => ({ distributor }), set() {} });
    const detail = expect.stringMatching(`deployment.json has another one, ${distributor}: set MERIT_KEYS_FILE`);
    expect(await shutFor()).toMatchObject([{ cause: "setup", detail }]);
  });

  it("while the contract counts a payment that has no mark", async () => {
    paidSince([[FIRST_NUMBER, reward("seen")]]);
    paidSince([[FIRST_NUMBER + 1, reward("hidden")]]);
    ledger.hidden.add(FIRST_NUMBER + 1);
    expect(await shutFor()).toMatchObject([{ cause: "records", detail: expect.stringContaining("made 1 payments") }]);
    await expect(issue(reward("new"))).rejects.toMatchObject({ code: "reconciling" });
    ledger.hidden.clear();
    await open();
    expect(await foundRow("hidden")).toMatchObject({ status: "confirmed" });
  });

  it.each([
    { also: "", cause: "records", said: "not the same ones" },
    { also: " with the fingerprint for it", cause: "setup", said: "15019" },
  ])("by a node that hides a payment and makes up another$also: nothing that was made up is recorded", async (lie) => {
    const { also, cause, said } = lie;
    paidSince([[FIRST_NUMBER, reward("hidden")]]);
    ledger.hidden.add(FIRST_NUMBER);
    const budget = { merchant: merchantId, campaign: campaign.contract_campaign_id ?? 0 };
    ledger.invented = [{ ...budget, ...paymentOf(FIRST_NUMBER, reward("false")) }];
    const before = await read(async (store) => store.select().from(issuances));
    if (also) ledger.shows = { fingerprint: withPayments(NO_FINGERPRINT, ledger.invented) };
    expect(await shutFor()).toMatchObject([{ cause, detail: expect.stringContaining(said) }]);
    expect(await read(async (store) => store.select().from(issuances))).toEqual(before);
    ledger.hidden.clear();
    ledger.invented = [];
    ledger.shows = {};
    await open();
    expect(await foundRow("hidden")).toMatchObject({ status: "confirmed" });
    expect(await foundRow("false")).toBeUndefined();
  });

  it("by a node that shows an unknown campaign as another merchant's", async () => {
    const other = (await createMerchant(world.context)).merchant.id;
    ledger.putCampaign(990, { merchant: BigInt(merchantId), budget: 500n });
    const there = reward("there");
    paidSince([[FIRST_NUMBER, there]], 990);
    ledger.shownMerchants.set(990, BigInt(other));
    expect(await shutFor()).toMatchObject([{ cause: "records", detail: expect.stringContaining("not the same ones") }]);
    expect(await read((store) => campaigns.byContractId(store, 990))).toBeUndefined();
    ledger.shownMerchants.clear();
    await open();
    expect(await accept(world.context, merchantId, there)).toMatchObject({ created: false });
  });

  it("while the records have a payment that the ledger has not made", async () => {
    const { id } = await issue(reward("believed"));
    const settings = { settings: world.context.settings, now: new Date() };
    await commit((store) => settle.confirm(store, [{ id, txHash: "a node's invention" }], settings));
    paidSince([[FIRST_NUMBER + 5, reward("other")]]);
    expect(await shutFor()).toMatchObject([{ cause: "records", detail: expect.stringContaining("1 payments more") }]);
    await expect(issue(reward("new"))).rejects.toMatchObject({ code: "reconciling" });
  });

  it("where the marks of unknown payments have ended: the copy is too old", async () => {
    paidSince([[FIRST_NUMBER, reward("forgotten")]]);
    ledger.marksFrom = 2 * FIRST_NUMBER;
    expect(await shutFor()).toMatchObject([
      { cause: "records", detail: expect.stringContaining("older than 30 days") },
    ]);
  });

  it("by a node that is behind what the records have seen", async () => {
    ledger.shows = { epoch: 0 };
    expect(await shutFor()).toMatchObject([{ cause: "node", detail: expect.stringContaining("behind the records") }]);
    ledger.shows = {};
    await open();
  });

  it("while campaigns are read from a ledger before the count", async () => {
    ledger.behind = 1;
    expect(await shutFor()).toMatchObject([{ cause: "node" }]);
  });

  it("on a campaign contract of an older schema", async () => {
    ledger.campaignVersion = 1;
    expect(await shutFor()).toMatchObject([
      { cause: "contracts", detail: expect.stringContaining("campaign contract") },
    ]);
  });

  it.each([
    { of: "none that they tell", version: undefined, advice: "upgrade the contracts" },
    { of: "an older schema", version: 2, advice: "upgrade the contracts" },
    { of: "a newer schema", version: 4, advice: "start the release" },
  ])("on contracts of $of", async ({ version, advice }) => {
    ledger.version = version;
    expect(await shutFor()).toMatchObject([{ cause: "contracts", detail: expect.stringContaining(advice) }]);
  });

  it("by a service that lost its epoch, until an operator says so", async () => {
    await commit((store) => shut(store, "lost", "another service pays", new Date()));
    expect(await shutFor()).toMatchObject([{ cause: "epoch", detail: expect.stringContaining("merit reconcile") }]);
    expect(await commit((store) => allowReconciling(store, new Date()))).toBe(true);
    await open();
    expect(await read(readEpoch)).toMatchObject({ status: "open" });
    expect(await commit((store) => allowReconciling(store, new Date()))).toBe(false);
  });

  it("by a restarted service that lost its epoch to another one", async () => {
    await commit((store) => shut(store, "lost", "another service pays", new Date()));
    paidSince([[FIRST_NUMBER, reward("theirs")]]);
    expect(await shutFor()).toMatchObject([{ cause: "epoch", detail: expect.stringContaining("merit reconcile") }]);
    expect(await read(readEpoch)).toMatchObject({ status: "lost" });
  });

  it("past a payment that lands just before it: that one is learned first", async () => {
    let isFirst = true;
    ledger.whenSent = () => {
      if (isFirst) paidSince([[FIRST_NUMBER, reward("late")]]);
      isFirst = false;
    };
    await open();
    expect(await foundRow("late")).toMatchObject({ status: "confirmed" });
    expect(await books()).toEqual({ spent: 10n, reserved: 0n });
    expect(await paidInAll()).toBe(1);
  });
});

describe("a database from before the contracts counted payments", () => {
  beforeEach(async () => {
    const { id } = await issue(reward("old"));
    const settings = { settings: world.context.settings, now: new Date() };
    await commit(async (store) => {
      await store.update(issuances).set({ number: 1 }).where(eq(issuances.id, id));
      await settle.confirm(store, [{ id, txHash: "old" }], settings);
      await store.delete(payoutEpoch);
    });
    ledger.epoch = 0;
  });
  const spent = (amount: bigint) => ledger.putCampaign(campaign.contract_campaign_id ?? 0, { spent: amount });

  it("opens if the ledger has spent what the database says", async () => {
    spent(10n);
    expect((await open()).epoch).toBe(1);
    expect(await books()).toMatchObject({ spent: 10n });
    expect(await paidInAll()).toBe(0);
  });

  it("opens again if the first opening landed and the process ended before it knew", async () => {
    spent(10n);
    await commit((store) => writeEpoch(store, { intended: 1 }, new Date()));
    ledger.epoch = 1;
    expect((await open()).epoch).toBe(2);
  });

  it("stays shut if the ledger has spent and no reward is known", async () => {
    await commit(async (store) => {
      await store.delete(jobs);
      await store.delete(issuances);
      await store.update(campaignRows).set({ spent: 0n });
    });
    spent(10n);
    expect(await shutFor()).toMatchObject([{ cause: "records", detail: expect.stringContaining("the records say 0") }]);
  });

  it("stays shut if the ledger has spent another sum", async () => {
    spent(11n);
    expect(await shutFor()).toMatchObject([{ cause: "records", detail: expect.stringContaining("spent 11 stroops") }]);
  });

  it("stays shut once an epoch has paid since", async () => {
    spent(10n);
    ledger.epoch = 1;
    expect(await shutFor()).toMatchObject([{ cause: "records", detail: expect.stringContaining("made after") }]);
  });
});

describe("campaigns that the database doesn't have", () => {
  const byContractId = (id: number) => read((store) => campaigns.byContractId(store, id));

  it("are added with what they paid", async () => {
    const change = { merchant: BigInt(merchantId), status: Status.Paused, budget: 500n, per_wallet_cap: 50n };
    ledger.putCampaign(990, change);
    const there = reward("there");
    paidSince([[FIRST_NUMBER, there]], 990);
    await open();
    const added = await byContractId(990);
    expect(added).toMatchObject({
      ...{ merchant_id: merchantId, status: "paused", budget: 500n, per_wallet_cap: 50n },
      ...{ spent: 10n, reserved: 0n, next_number: FIRST_NUMBER + 1 },
      starts_at: new Date(1_780_000_000_000),
    });
    expect(await eventsOf("campaign", added?.id)).toEqual(["created", "paused"]);
    // A repeat with the campaign's id of that time, which nobody knows any more, is answered; another campaign doesn't pay it again.
    const again = await accept(world.context, merchantId, { ...there, campaign_id: 4711 });
    expect(again).toMatchObject({ created: false, mismatch: false, issuance: { campaign_id: added?.id } });
    expect(await accept(world.context, merchantId, there)).toMatchObject({ created: false, mismatch: true });
  });

  it("are added with their merchant, if it registered since", async () => {
    ledger.putCampaign(991, { merchant: 4711n });
    await open();
    expect(await byContractId(991)).toMatchObject({ merchant_id: 4711, spent: 0n });
  });

  it("may be drafts that were funded since", async () => {
    const draft = await addCampaign({ activate: false });
    ledger.addCampaign({ ...draft, contract_campaign_id: 992 }, { status: Status.Settled, budget: 500n });
    ledger.openElsewhere();
    await open();
    const { id, name } = draft;
    expect(await byContractId(992)).toMatchObject({ id, name, status: "settled" });
    expect((await eventsOf("campaign", id)).at(-1)).toBe("settled");
  });

  it("have the budget that they were funded with; reservations above it were given up", async () => {
    const draft = await addCampaign({ activate: false, budget: 500n });
    for (const key of ["a", "b"]) await issue(reward(key, { campaign_id: draft.id, amount: 200n }));
    ledger.addCampaign({ ...draft, contract_campaign_id: 993 }, { budget: 300n });
    ledger.openElsewhere();
    await open();
    expect(await byContractId(993)).toMatchObject({ budget: 300n, reserved: 200n });
    expect(await rowOf("b")).toMatchObject({ status: "failed" });
  });

  it("and those that changed their status since follow the ledger, except for a step on its way", async () => {
    const stepping = await addCampaign({});
    await commit((store) =>
      campaigns.startStep(store, stepping.id, { from: ["active"], to: "ended", now: new Date() }),
    );
    for (const { contract_campaign_id } of [campaign, stepping]) {
      ledger.putCampaign(contract_campaign_id ?? 0, { status: Status.Paused });
    }
    ledger.openElsewhere();
    await open();
    expect(await byContractId(campaign.contract_campaign_id ?? 0)).toMatchObject({ status: "paused" });
    const kept = { status: "active", next_status: "ended" };
    expect(await byContractId(stepping.contract_campaign_id ?? 0)).toMatchObject(kept);
  });
});

describe("campaigns that changed on the ledger since the copy", () => {
  const statusOf = async (id = campaign.id) => (await read((store) => campaigns.byId(store, id)))?.status;

  it("follow it even if the first opening failed", async () => {
    const draft = await addCampaign({ activate: false });
    await commit(async (store) => {
      await store.update(campaignRows).set({ status: "draft" }).where(eq(campaignRows.id, draft.id));
    });
    ledger.addCampaign({ ...draft, contract_campaign_id: 994 });
    ledger.putCampaign(campaign.contract_campaign_id ?? 0, { status: Status.Ended });
    ledger.openElsewhere();
    ledger.openings = [{ kind: "dead", reason: "its time ran out" }];
    await open();
    expect([await statusOf(), await statusOf(draft.id)]).toEqual(["ended", "active"]);
    const last = async (id: number) => (await eventsOf("campaign", id)).at(-1);
    expect([await last(campaign.id), await last(draft.id)]).toEqual(["ended", "activated"]);
  });

  it("keep what a transaction of this service has changed since they were read", async () => {
    ledger.openElsewhere();
    ledger.putCampaign(campaign.contract_campaign_id ?? 0, { status: Status.Paused });
    await commit(async (store) => {
      await store.update(campaignRows).set({ status: "paused" }).where(eq(campaignRows.id, campaign.id));
    });
    ({ parts: payouts } = createParts(world, ledger));
    await firstLook(payouts);
    const stopped = AbortSignal.timeout(LIMIT_MS);
    const before = await read(campaigns.statuses);
    const onLedger = await readCampaigns(world.context.chain, 0);
    const findings = await findPayments(payouts, await world.context.chain.batches(), { onLedger, before }, stopped);
    await commit(async (store) => {
      await store.update(campaignRows).set({ status: "active" }).where(eq(campaignRows.id, campaign.id));
    });
    await recordFindings(payouts, findings, stopped);
    expect(await statusOf()).toBe("active");
  });

  it("have the budget and the end that they were extended to, and keep those that only the records know", async () => {
    const id = campaign.contract_campaign_id ?? 0;
    ledger.putCampaign(id, { budget: 250n, ends_at: 1_900_000_000n });
    ledger.openElsewhere();
    await open();
    const extended = { budget: 250n, ends_at: new Date(1_900_000_000_000) };
    expect(await read((store) => campaigns.byId(store, campaign.id))).toMatchObject(extended);
    // Read before an extension that was recorded since.
    ledger.putCampaign(id, { budget: 200n });
    ledger.openElsewhere();
    await open();
    expect(await read((store) => campaigns.byId(store, campaign.id))).toMatchObject(extended);
    expect((await eventsOf("campaign", campaign.id)).filter((change) => change === "extended")).toHaveLength(1);
  });

  it("get their id back from a record that only a node knew", async () => {
    const invented = await createCampaign(world.context, merchantId, {});
    const id = invented.contract_campaign_id ?? 0;
    const other = (await createMerchant(world.context)).merchant.id;
    ledger.putCampaign(id, { merchant: BigInt(other) });
    paidSince([[FIRST_NUMBER, reward("theirs")]], id);
    await open();
    expect(await statusOf(invented.id)).toBe("failed");
    expect(await read((store) => campaigns.byContractId(store, id))).toMatchObject({ merchant_id: other, spent: 10n });
    expect(await paidInAll()).toBe(1);
  });
});

describe("somebody else with the distributor's key", () => {
  it("can't keep payouts shut by paying one reference twice", async () => {
    paidSince([[FIRST_NUMBER, reward("a")]]);
    paidSince([[FIRST_NUMBER + 1, reward("a")]]);
    await open();
    expect(await books()).toEqual({ spent: 20n, reserved: 0n });
    expect(await paidInAll()).toBe(2);
  });

  it("can't use up a campaign's numbers", async () => {
    paidSince([[2 * FIRST_NUMBER - 1, reward("far")]]);
    await open();
    expect((await issue(reward("new"))).number).toBe(FIRST_NUMBER);
  });

  it("a merchant's own key is not taken for that of a found reward", async () => {
    const key = rebuiltKey(issuanceReference(merchantId, "k1"));
    await issue(reward(key));
    paidSince([[FIRST_NUMBER + 7, reward("k1")]]);
    await open();
    expect(await rowOf(key)).toMatchObject({ status: "pending" });
    expect(await books()).toEqual({ spent: 10n, reserved: 10n });
    expect(await paidInAll()).toBe(1);
  });
});
