import { xdr } from "@stellar/stellar-sdk";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FIRST_NUMBER } from "../../ledger/chain/batches.ts";
import type { Landed, Outcome } from "../../ledger/chain/outcome.ts";
import type { PaymentResult } from "../../ledger/chain/rewards.ts";
import type { FeeBump } from "../../ledger/chain/sender.ts";
import * as submissions from "../../ledger/chain/submissions.ts";
import { feesOf } from "../../ledger/sending/fees.ts";
import { readTotal } from "../../programmes/campaigns/budget.ts";
import type { Campaign } from "../../programmes/campaigns/store.ts";
import * as campaigns from "../../programmes/campaigns/store.ts";
import { submissions as submissionTable } from "../../store/db/schema/submissions.ts";
import { newWallet } from "../../testing/chain.ts";
import { rewardEvent, type TestLedger } from "../../testing/ledger.ts";
import { claimRewards, createParts } from "../../testing/parts.ts";
import { createCampaign, createMerchant, createWorld, type World } from "../../testing/world.ts";
import { accept } from "../rewards/accept.ts";
import * as settle from "../rewards/settle.ts";
import * as issuances from "../rewards/store.ts";
import { giveNewNumbers } from "./numbers.ts";
import { type ClaimedPayment, issuanceIds } from "./payment.ts";
import type { Payouts } from "./payouts.ts";
import { recordOutcome } from "./settle.ts";

// Records after a transaction that carried two payments of one wallet.

let world: World;
let payouts: Payouts;
let ledger: TestLedger;
let campaign: Campaign;
let payments: [ClaimedPayment, ClaimedPayment];
let submissionId: number;
const now = new Date();

beforeEach(async () => {
  world = createWorld();
  ({ parts: payouts, ledger } = createParts(world));
  const { merchant } = await createMerchant(world.context);
  campaign = await createCampaign(world.context, merchant.id);
  ledger.addCampaign(campaign);
  const wallet_address = newWallet();
  for (const idempotency_key of ["a", "b"]) {
    const reward = { campaign_id: campaign.id, wallet_address, amount: 10n, user_id: null };
    await accept(world.context, merchant.id, { ...reward, idempotency_key });
  }
  await world.context.db.commit((store) => giveNewNumbers(store, FIRST_NUMBER));
  payments = (await claimRewards(world, campaign.id)).payments as [ClaimedPayment, ClaimedPayment];
  const slot = { channel: newWallet(), sequence: 5n, maxLedger: 60, maxTime: 1_900_000_000 };
  submissionId = await world.context.db.commit(async (store) => {
    const bump = { hash: "outer", fee: 300n } as FeeBump;
    const envelope = { xdr: "AAAA", innerHash: "inner", ...slot };
    const id = await submissions.insert(store, { kind: "payout", campaignId: campaign.id, envelope, bump, now });
    await settle.attach(store, issuanceIds(payments), id, now);
    return id;
  });
});
afterEach(() => world[Symbol.asyncDispose]());

const record = (outcome: Outcome) => recordOutcome(payouts, { submissionId, campaign, payments }, outcome);
/** The ledger marks these as paid. */
const mark = (...paid: Pick<ClaimedPayment, "number" | "reference" | "amount">[]) =>
  ledger.pay(campaign.contract_campaign_id ?? 0, paid);
const landed = (events: xdr.ContractEvent[]): Landed => ({
  ...{ kind: "confirmed", txHash: "outer", ledger: 100, feeCharged: 300n, events },
  returnValue: xdr.ScVal.scvVoid(),
});
const batch = (...results: PaymentResult[]) => landed([rewardEvent(7, payments, results)]);
const consumed = () => ({ kind: "consumed", ledger: world.chain.ledger }) as const;

const rewards = () => world.context.db.read((store) => issuances.byIds(store, issuanceIds(payments)));
const submission = () => world.context.db.read(async (store) => store.select().from(submissionTable).get());
const money = async () => {
  const row = await world.context.db.read((store) => campaigns.byId(store, campaign.id));
  const { paid } = await world.context.db.read(readTotal);
  return { spent: row?.spent, reserved: row?.reserved, paid };
};
const fees = () => world.context.db.read((store) => feesOf(store, campaign.merchant_id, now));

const carried = { status: "pending", submission_id: 1 };
const free = { status: "pending", submission_id: null };

it("landed: rewards, budget, count, fee and submission say so in one commit", async () => {
  expect(await record(batch("PAID", "PAID"))).toEqual({ free: [], batchSeq: 7, incomplete: false });
  expect(await rewards()).toMatchObject(payments.map(() => ({ status: "confirmed", tx_hash: "outer" })));
  expect(await money()).toEqual({ spent: 20n, reserved: 0n, paid: 2 });
  expect(await fees()).toBe(300n);
  expect(await submission()).toMatchObject({ state: "confirmed", batch_seq: 7, ledger: 100, fee_charged: 300n });
});

it("recorded twice, it changes nothing the second time", async () => {
  await record(batch("PAID", "PAID"));
  await expect(record(batch("PAID", "PAID"))).rejects.toThrow("it has already ended");
  expect(await money()).toEqual({ spent: 20n, reserved: 0n, paid: 2 });
  expect(await fees()).toBe(300n);
});

it("landed: a cap that counted a payment which was refused leaves the other one free for another transaction", async () => {
  expect(await record(batch("LINE_FULL", "WALLET_CAP"))).toMatchObject({ free: [payments[1]] });
  expect(await rewards()).toMatchObject([
    { ...free, error_message: expect.stringContaining("no room") },
    { ...free, error_message: null },
  ]);
});

it.each(["ALREADY_SAME", "NUMBER_TAKEN"] as const)(
  "landed with %s: nothing is paid or failed, since the records lack a payment",
  async (result) => {
    expect(await record(batch("PAID", result))).toEqual({ free: payments, batchSeq: 7, incomplete: true });
    expect(await rewards()).toMatchObject([free, free]);
    expect(await money()).toEqual({ spent: 0n, reserved: 20n, paid: 0 });
    expect(await submission()).toMatchObject({ state: "confirmed" });
  },
);

it("failed: its fee is charged, and its payments are free", async () => {
  const outcome = {
    kind: "failed",
    txHash: "outer",
    ledger: 100,
    feeCharged: 300n,
    reason: "x",
    code: 13_040,
  } as const;
  expect(await record(outcome)).toEqual({ free: payments });
  expect(await rewards()).toMatchObject([free, free]);
  expect(await fees()).toBe(300n);
  expect(await submission()).toMatchObject({ state: "failed", tx_hash: "outer", error_message: "x" });
});

it("dead: it costs nothing, and its payments are free", async () => {
  expect(await record({ kind: "dead", reason: "not included" })).toEqual({ free: payments });
  expect(await rewards()).toMatchObject([free, free]);
  expect(await fees()).toBe(0n);
  expect(await submission()).toMatchObject({ state: "dead", error_message: "not included" });
});

it("unknown: it stays open, and its payments stay with it", async () => {
  expect(await record({ kind: "unknown" })).toEqual({ free: [] });
  expect(await rewards()).toMatchObject([carried, carried]);
  expect(await submission()).toMatchObject({ state: "stored" });
});

describe("transactions without a full record on the node are settled from the contract's marks", () => {
  it("landed without events: the payments that are marked were paid by it", async () => {
    mark(payments[0]);
    expect(await record(landed([]))).toEqual({ free: [payments[1]] });
    expect(await rewards()).toMatchObject([{ status: "confirmed", tx_hash: "outer" }, free]);
    expect(await money()).toEqual({ spent: 10n, reserved: 10n, paid: 1 });
    expect(await fees()).toBe(300n);
  });

  it("its sequence is used, and it paid: the events show by which of its hashes", async () => {
    mark(...payments);
    expect(await record(consumed())).toEqual({ free: [] });
    expect(await rewards()).toMatchObject(payments.map(() => ({ status: "confirmed", tx_hash: null })));
    expect(await submission()).toMatchObject({ state: "confirmed", ledger: world.chain.ledger });
  });

  it("its sequence is used, and it paid nobody", async () => {
    expect(await record(consumed())).toEqual({ free: payments });
    expect(await submission()).toMatchObject({ state: "consumed", tx_hash: null });
  });

  it("a mark with another reference belongs to another reward", async () => {
    mark(payments[0], { ...payments[1], reference: "ee".repeat(8) });
    expect(await record(consumed())).toEqual({ free: [payments[1]] });
    expect(await rewards()).toMatchObject([{ status: "confirmed" }, free]);
  });

  it("marks that have ended say nothing: it stays open, and the next epoch decides", async () => {
    ledger.marksFrom = payments[1].number + 1;
    expect(await record(consumed())).toEqual({ free: [], incomplete: true });
    expect(await rewards()).toMatchObject([carried, carried]);
    expect(await submission()).toMatchObject({ state: "stored" });
  });

  it("stays open while the node answers from a ledger before the one that used the sequence", async () => {
    ledger.behind = 1;
    await expect(record(consumed())).rejects.toThrow(`before ${world.chain.ledger}`);
    expect(await rewards()).toMatchObject([carried, carried]);
    expect(await submission()).toMatchObject({ state: "stored" });
  });
});
