import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { allowReconciling } from "../backups/reconcile.ts";
import * as campaigns from "../campaigns/store.ts";
import type { FeeBump } from "../chain/sender.ts";
import * as submissions from "../chain/submissions.ts";
import { contractEvents } from "../db/schema.ts";
import type { Store } from "../db/store.ts";
import { accept, type NewReward } from "../rewards/accept.ts";
import { openRebuilt, readFence, readRebuilt, writeFence } from "../rewards/fence.ts";
import { issuanceReference, rebuiltKey } from "../rewards/reference.ts";
import * as settle from "../rewards/settle.ts";
import * as rows from "../rewards/store.ts";
import { newWallet } from "../testing/chain.ts";
import { createCrew, indexTo, type TestLedger } from "../testing/crew.ts";
import { createCampaign, createMerchant, createWorld, type World } from "../testing/world.ts";
import type { Crew } from "./crew.ts";
import { checkFence } from "./fence.ts";
import { claimBatch } from "./payments.ts";
import { reconcile } from "./reconcile.ts";

// The database is older than the ledger: batches landed that it doesn't know, and the indexer has their events.

let world: World;
let crew: Crew;
let ledger: TestLedger;
let merchantId: number;
let campaign: campaigns.Campaign;
beforeEach(async () => {
  world = createWorld();
  ({ crew, ledger } = createCrew(world));
  merchantId = (await createMerchant(world.context)).merchant.id;
  campaign = await createCampaign(world.context, merchantId, { budget: 100n });
  await commit((store) => indexTo(store, world.chain.ledger));
});
afterEach(() => world[Symbol.asyncDispose]());

const commit = <T>(unit: (store: Store) => Promise<T>) => world.context.db.commit(unit);
const read = <T>(unit: (store: Store) => Promise<T>) => world.context.db.read(unit);
const reward = (idempotency_key: string, change: Partial<NewReward> = {}): NewReward => ({
  ...{ idempotency_key, campaign_id: campaign.id, wallet_address: newWallet(), amount: 10n, user_id: null },
  ...change,
});
const issue = async (request: NewReward) => (await accept(world.context, merchantId, request)).issuance;
const rowOf = (key: string) => read((store) => rows.byKey(store, merchantId, key));
const books = async () => {
  const row = await read((store) => campaigns.byId(store, campaign.id));
  return { spent: row?.spent, reserved: row?.reserved, next_number: row?.next_number };
};
const open = async () => {
  await commit((store) => writeFence(store, "restored"));
  await reconcile(crew, new AbortController().signal);
};

let events = 0;
const event = (contract: string, type: string, tx_hash: string, data: object) =>
  commit(async (store) => {
    events += 1;
    await store.insert(contractEvents).values({
      id: `${String(events).padStart(19, "0")}-0000000000`,
      ...{ contract, type, tx_hash, data, contract_id: "C", ledger: events, ledger_closed_at: closed },
    });
  });
const closed = new Date("2026-05-05T05:05:05Z");

interface Landed {
  number: number;
  request: NewReward;
  result?: string;
}

/** A batch lands, and the indexer has its events. */
async function land(
  batch: Landed[],
  { contractCampaign = campaign.contract_campaign_id, paid = 0n, tx = `tx-${ledger.seq + 1n}` } = {},
) {
  ledger.seq += 1n;
  const results = batch.map(({ number, request, result = "PAID" }) => ({
    ...{ number, result, reference: issuanceReference(merchantId, request.idempotency_key) },
  }));
  const transfers = batch.filter(({ result = "PAID" }) => result === "PAID").map(({ request }) => request);
  const from = world.chain.chain.manifest.contracts.pool.id;
  for (const { wallet_address: to, amount } of transfers) {
    await event("asset", "transfer", tx, { from, to, asset: "MERIT", amount: String(amount) });
  }
  const sum = paid || transfers.reduce((sum, { amount }) => sum + amount, 0n);
  const data = { campaign: String(contractCampaign), merchant: String(merchantId), payments: results };
  await event("campaign", "reward", tx, { ...data, seq: String(ledger.seq), paid: String(sum) });
}

describe("opening the restore fence", () => {
  it("confirms what waits, adds what is forgotten, and knows it again by its merchant's key", async () => {
    const waiting = reward("waiting");
    const { number } = await issue(waiting);
    const forgotten = reward("forgotten");
    await land([
      { number, request: waiting },
      { number: 7, request: forgotten },
      { number: 8, request: reward("refused"), result: "NO_TRUSTLINE" },
    ]);
    expect(await checkFence(crew)).toBe(true);
    await expect(issue(reward("new"))).rejects.toMatchObject({ code: "reconciling" });

    await open();
    expect(await checkFence(crew)).toBe(false);
    expect(await rowOf("waiting")).toMatchObject({ status: "confirmed", tx_hash: "tx-1" });
    expect(await books()).toEqual({ spent: 20n, reserved: 0n, next_number: 8 });
    const rebuilt = await rowOf(rebuiltKey(issuanceReference(merchantId, "forgotten")));
    expect(rebuilt).toMatchObject({ status: "confirmed", number: 7, amount: 10n, created_at: closed, user_id: null });

    const other = await accept(world.context, merchantId, { ...forgotten, amount: 11n });
    expect(other).toMatchObject({ created: false, mismatch: true });
    const again = await accept(world.context, merchantId, forgotten);
    expect(again).toMatchObject({ created: false, mismatch: false, issuance: { id: rebuilt?.id, ...forgotten } });
    expect(await accept(world.context, merchantId, forgotten)).toMatchObject({ created: false, mismatch: false });
    expect(await issue(reward("new"))).toMatchObject({ status: "pending", number: 8 });
    // The job of what was confirmed pays nothing.
    const claim = { group: String(campaign.id), limit: 60, now: new Date(Date.now() + 1) };
    expect((await commit((store) => claimBatch(store, claim)))?.payments).toMatchObject([
      { issuance: { idempotency_key: "new" } },
    ]);
  });

  it("is an operator's to allow where nobody has said that the database was restored", async () => {
    await land([{ number: 1, request: reward("a") }]);
    expect(await checkFence(crew)).toBe(true);
    const opening = reconcile(crew, new AbortController().signal);
    await expect.poll(() => world.logs.join("")).toContain("until an operator runs `merit reconcile`");
    expect(await books()).toMatchObject({ spent: 0n });
    expect(await commit((store) => allowReconciling(store, new Date()))).toBe(true);
    await opening;
    expect(await books()).toMatchObject({ spent: 10n });
    expect(await commit((store) => allowReconciling(store, new Date()))).toBe(false);
  });

  it("waits for the events of every batch", async () => {
    await land([{ number: 1, request: reward("a") }]);
    ledger.seq = 2n;
    const opening = open();
    await expect.poll(() => world.logs.join("")).toContain("events of all batches");
    expect(await read(readFence)).toBe("restored");
    expect(await books()).toMatchObject({ spent: 0n });
    ledger.seq = 1n;
    await land([{ number: 2, request: reward("b") }]);
    await opening;
    expect(await read(readFence)).toBe("rebuilt");
    expect(await books()).toMatchObject({ spent: 20n, next_number: 3 });
  });

  it("makes nothing of transfers that don't agree with the event", async () => {
    await land([{ number: 1, request: reward("a") }], { paid: 9n });
    await commit((store) => writeFence(store, "restored"));
    const stopped = new AbortController();
    const opening = reconcile(crew, stopped.signal);
    await expect.poll(() => world.logs.join("")).toContain("its transfers are");
    stopped.abort();
    await opening;
    expect(await read(readFence)).toBe("restored");
    expect(await books()).toMatchObject({ spent: 0n });
  });

  it("confirms a reward that failed before the backup and was sent again after it", async () => {
    const request = reward("redriven");
    const { id, number } = await issue(request);
    await commit((store) => settle.fail(store, id, { reason: "no trustline", now: new Date() }));
    await land([{ number, request }]);
    await open();
    expect(await rowOf("redriven")).toMatchObject({ id, status: "confirmed", error_message: null });
    expect(await books()).toMatchObject({ spent: 10n, reserved: 0n });
  });

  it("never pays again what was paid under another number, nor a number that paid another", async () => {
    const moved = reward("moved");
    const { number } = await issue(moved);
    const taker = reward("taker");
    await land([
      { number, request: taker },
      { number: 5, request: moved },
    ]);
    const holder = await issue(reward("holder"));
    await land([{ number: holder.number, request: reward("second") }]);
    await open();
    expect(await rowOf("moved")).toMatchObject({ status: "confirmed", tx_hash: "tx-1" });
    const freed = await rowOf("holder");
    expect(freed?.status).toBe("pending");
    expect(freed?.number).toBeGreaterThan(5);
    expect(await books()).toMatchObject({ spent: 30n, reserved: 10n });
  });

  it("follows rewards that changed their numbers among each other", async () => {
    const [x, y] = [reward("x"), reward("y")];
    await issue(reward("first"));
    const [a, b] = [await issue(y), await issue(x)];
    await land([
      { number: 1, request: x },
      { number: b.number, request: y },
    ]);
    await open();
    expect(await rowOf("x")).toMatchObject({ status: "confirmed", number: 1 });
    expect(await rowOf("y")).toMatchObject({ status: "confirmed", number: b.number });
    expect(await rowOf("first")).toMatchObject({ status: "pending" });
    expect(a.number).toBe(2);
    expect(await books()).toMatchObject({ spent: 20n, reserved: 10n });
  });

  it("takes the budget of rewards that can only have been given up after the backup", async () => {
    for (const key of ["a", "b", "c"]) await issue(reward(key, { amount: 30n }));
    await land([{ number: 9, request: reward("large", { amount: 60n }) }]);
    await open();
    expect(await rowOf("a")).toMatchObject({ status: "pending" });
    expect(await rowOf("b")).toMatchObject({ status: "failed" });
    expect(await rowOf("c")).toMatchObject({ status: "failed", error_message: expect.stringContaining("backup") });
    expect(await books()).toMatchObject({ spent: 60n, reserved: 30n });
  });

  it("repeats without effect, as after a crash in its middle", async () => {
    const waiting = reward("waiting");
    const { number } = await issue(waiting);
    await land([
      { number, request: waiting },
      { number: 4, request: reward("forgotten") },
    ]);
    await open();
    const before = await books();
    await commit((store) => writeFence(store, "restored"));
    await commit(async (store) => void (await store.run("delete from facts where name = 'rebuilt_batches'")));
    await open();
    expect(await books()).toEqual(before);
    expect(await read(readFence)).toBe("rebuilt");
    expect(await read(readRebuilt)).toEqual({ batch: 1, submission: 0 });
  });

  it("waits where something may still land that was sent before the restore", async () => {
    Object.assign(world.chain.chain, { network: "testnet" });
    world.chain.closeTime = new Date("2026-05-05T00:00:00Z");
    const age = { value: 0 };
    Object.assign(crew.times, { now: async () => new Date(closed.getTime() + age.value) });
    await commit((store) => writeFence(store, "restored"));
    const opening = reconcile(crew, new AbortController().signal);
    age.value = 59_000;
    await expect.poll(() => world.context.heartbeats.age("worker")).not.toBeNull();
    expect(await read(readFence)).toBe("restored");
    age.value = 60_000;
    await opening;
    expect(await read(readFence)).toBe("rebuilt");
  });
});

describe("the fence, with batches of its own and of others", () => {
  let count = 0;
  /** A payout of this database, numbered where its result was seen. */
  const sent = (batchSeq?: number) =>
    commit(async (store) => {
      count += 1;
      const slot = { channel: "G", sequence: 1n, maxLedger: 200, maxTime: 0 };
      const envelope = { xdr: "AAAA", innerHash: `inner-${count}`, ...slot };
      const bump = { hash: `outer-${count}`, fee: 300n } as FeeBump;
      const id = await submissions.insert(store, { kind: "payout", envelope, bump, now: new Date() });
      if (batchSeq !== undefined) {
        const closing = { state: "confirmed", ledger: 100, batchSeq, now: new Date() } as const;
        await submissions.close(store, id, closing);
      }
    });

  it("reads a forgotten batch that landed before one that was on its way at the backup", async () => {
    await land([{ number: 1, request: reward("forgotten") }]);
    ledger.seq = 2n;
    await sent(2);
    expect(await checkFence(crew)).toBe(true);
    await open();
    expect(await books()).toMatchObject({ spent: 10n });
    expect(await checkFence(crew)).toBe(false);
  });

  it("takes a transaction that is on its way after a rebuild for its own batch", async () => {
    await sent(3);
    await commit((store) => openRebuilt(store, { batch: 20, submission: 1 }));
    ledger.seq = 21n;
    await sent();
    expect(await checkFence(crew)).toBe(false);
    ledger.seq = 22n;
    expect(await checkFence(crew)).toBe(true);
  });

  it("knows a batch whose number it hasn't seen by its rewards", async () => {
    const request = reward("a");
    const { number } = await issue(request);
    await land([{ number, request }]);
    expect(await checkFence(crew)).toBe(false);
    await land([{ number: number + 1, request: reward("b") }]);
    await sent();
    expect(await checkFence(crew)).toBe(true);
  });

  it("waits until the indexer has read the ledger that it was told about", async () => {
    await commit((store) => indexTo(store, world.chain.ledger - 1));
    const opening = open();
    await expect.poll(() => world.logs.join("")).toContain("until the indexer has read the ledger");
    expect(await read(readFence)).toBe("restored");
    await commit((store) => indexTo(store, world.chain.ledger));
    await opening;
    expect(await read(readFence)).toBe("rebuilt");
  });
});

describe("somebody else with the distributor's key", () => {
  it("can't block the rebuild by two batches in one transaction", async () => {
    await land([{ number: 1, request: reward("a") }], { tx: "both" });
    await land([{ number: 2, request: reward("b", { amount: 20n }) }], { tx: "both" });
    await open();
    expect(await books()).toMatchObject({ spent: 30n });
  });

  it("can't block it by paying one reference twice", async () => {
    await land([{ number: 1, request: reward("a") }]);
    await land([{ number: 2, request: reward("a") }]);
    await open();
    expect(await books()).toMatchObject({ spent: 20n });
  });

  it("can't use up a campaign's numbers", async () => {
    await land([{ number: 2 ** 32 - 1, request: reward("a") }]);
    await open();
    expect(await books()).toMatchObject({ spent: 10n, next_number: 1 });
  });

  it("can't pass a payment to another wallet, or of another amount, off as a waiting reward", async () => {
    const own = reward("own");
    const { number } = await issue(own);
    await land([{ number, request: { ...own, wallet_address: newWallet() } }]);
    await land([{ number: number + 1, request: { ...own, amount: 1n } }]);
    await open();
    expect(await rowOf("own")).toMatchObject({ status: "pending", number: number + 2 });
    expect(await books()).toMatchObject({ spent: 11n, reserved: 10n });
  });

  it("can't have a merchant's own key taken for that of a rebuilt reward", async () => {
    const key = rebuiltKey(issuanceReference(merchantId, "k1"));
    await issue(reward(key));
    await land([{ number: 7, request: reward("k1") }]);
    await open();
    expect(await rowOf(key)).toMatchObject({ status: "pending" });
    const { issuance } = await accept(world.context, merchantId, reward("k1"));
    expect(issuance).toMatchObject({ idempotency_key: "k1", status: "pending" });
  });
});

describe("campaigns that the backup doesn't have", () => {
  const created = (id: number, reference: string, change: object = {}) =>
    event("campaign", "campaign_created", `created-${id}`, {
      ...{ campaign: String(id), merchant: String(merchantId), budget: "500", reference },
      ...{ starts_at: "1780000000", ends_at: "1790000000", per_wallet_cap: null },
      ...change,
    });
  const byContractId = (id: number) => read((store) => campaigns.byContractId(store, id));

  it("are added with what they paid", async () => {
    await created(990, "ab".repeat(32), { per_wallet_cap: "50" });
    const there = reward("there");
    await land([{ number: 3, request: there }], { contractCampaign: 990 });
    await event("campaign", "campaign_status", "status-1", { campaign: "990", status: "Paused" });
    await open();
    expect(await byContractId(990)).toMatchObject({
      ...{ merchant_id: merchantId, status: "paused", status_tx_hash: "status-1", tx_hash: "created-990" },
      ...{ budget: 500n, spent: 10n, per_wallet_cap: 50n, next_number: 4 },
      starts_at: new Date(1_780_000_000_000),
    });
    // Sent again for another campaign, it isn't paid a second time; sent again for the id that it had then, it is answered.
    expect(await accept(world.context, merchantId, reward("there"))).toMatchObject({ created: false, mismatch: true });
    const again = await accept(world.context, merchantId, { ...there, campaign_id: 4711 });
    expect(again).toMatchObject({ created: false, mismatch: false, issuance: { idempotency_key: "there" } });
  });

  it("are the drafts that were funded since, and get the statuses that they reached", async () => {
    const draft = await createCampaign(world.context, merchantId, { activate: false });
    await created(991, draft.reference);
    await event("campaign", "campaign_settled", "settled-1", { campaign: "991", spent: "0", remainder: "500" });
    await open();
    expect(await byContractId(991)).toMatchObject({
      id: draft.id,
      status: "settled",
      remainder: 500n,
      name: draft.name,
    });
  });

  it("keep a step that waits for its own transaction", async () => {
    const id = campaign.contract_campaign_id ?? 0;
    await event("campaign", "campaign_status", "old", { campaign: String(id), status: "Paused" });
    await commit((store) =>
      campaigns.startStep(store, campaign.id, { from: ["active"], to: "ended", now: new Date() }),
    );
    await open();
    expect(await byContractId(id)).toMatchObject({ status: "active", next_status: "ended" });
  });

  it("make room for what they were funded with", async () => {
    const draft = await createCampaign(world.context, merchantId, { activate: false, budget: 500n });
    for (const key of ["a", "b"]) await issue(reward(key, { campaign_id: draft.id, amount: 200n }));
    await created(993, draft.reference, { budget: "300" });
    await open();
    expect(await byContractId(993)).toMatchObject({ budget: 300n, reserved: 200n });
    expect(await rowOf("b")).toMatchObject({ status: "failed" });
  });

  it("keep payouts shut where a known merchant was paid from one whose creation isn't indexed", async () => {
    await land([{ number: 1, request: reward("a") }], { contractCampaign: 994 });
    await commit((store) => writeFence(store, "restored"));
    const stopped = new AbortController();
    const opening = reconcile(crew, stopped.signal);
    await expect.poll(() => world.logs.join("")).toContain("whose creation is not indexed");
    stopped.abort();
    await opening;
    expect(await read(readFence)).toBe("restored");
  });

  it("stay unknown where their merchant is, and can't be paid from", async () => {
    await created(992, "cd".repeat(32), { merchant: "4711" });
    merchantId = 4711;
    await land([{ number: 1, request: reward("lost") }], { contractCampaign: 992 });
    await open();
    expect(await byContractId(992)).toBeUndefined();
    const log = world.logs.join("");
    expect(log).toContain('"campaigns_unknown":1');
  });
});
