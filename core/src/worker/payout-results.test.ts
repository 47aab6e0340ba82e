import { xdr } from "@stellar/stellar-sdk";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Campaign } from "../campaigns/store.ts";
import type { FeeBump } from "../chain/sender.ts";
import * as submissions from "../chain/submissions.ts";
import { contractEvents, submissions as submissionTable } from "../db/schema.ts";
import { accept } from "../rewards/accept.ts";
import { isShut } from "../rewards/fence.ts";
import { explainPayments } from "../rewards/paying-transaction.ts";
import * as settle from "../rewards/settle.ts";
import * as issuances from "../rewards/store.ts";
import { newWallet } from "../testing/chain.ts";
import { claimRewards, createCrew, rewardEvent, type TestLedger } from "../testing/crew.ts";
import { createCampaign, createMerchant, createWorld, type World } from "../testing/world.ts";
import type { Crew } from "./crew.ts";
import { checkFence } from "./fence.ts";
import { idsOf, type Payment } from "./payments.ts";
import { recordOutcome } from "./payout-results.ts";

let world: World;
let crew: Crew;
let ledger: TestLedger;
let campaign: Campaign;
let payments: Payment[];
beforeEach(async () => {
  world = createWorld();
  ({ crew, ledger } = createCrew(world));
  const { merchant } = await createMerchant(world.context);
  campaign = await createCampaign(world.context, merchant.id);
  const wallet_address = newWallet();
  for (const idempotency_key of ["a", "b"]) {
    const reward = { campaign_id: campaign.id, wallet_address, amount: 10n, user_id: null };
    await accept(world.context, merchant.id, { ...reward, idempotency_key });
  }
  payments = (await claimRewards(world, campaign.id)).payments;
});
afterEach(() => world[Symbol.asyncDispose]());

const now = new Date();
const bump = (hash: string) => ({ hash, fee: 300n }) as FeeBump;

/** A transaction that carries both payments and was sent under these hashes. */
function sent(...hashes: [string, ...string[]]): Promise<number> {
  const slot = { channel: newWallet(), sequence: 5n, maxLedger: 60, maxTime: 1_900_000_000 };
  const envelope = { xdr: "AAAA", innerHash: `inner-${hashes[0]}`, ...slot };
  return world.context.db.commit(async (store) => {
    const payout = { kind: "payout", campaignId: campaign.id, envelope, bump: bump(hashes[0]), now } as const;
    const id = await submissions.insert(store, payout);
    for (const hash of hashes) await submissions.addHash(store, id, bump(hash));
    await settle.attach(store, idsOf(payments), id, now);
    return id;
  });
}

/** The ledger has these marked as paid, and the transaction's sequence is used. */
function consumed(submissionId: number, paid: readonly Payment[]): Promise<Payment[]> {
  for (const { issuance } of paid) ledger.marks.set(issuance.number, issuance.reference);
  return recordOutcome(crew, { submissionId, campaign, payments }, { kind: "consumed", ledger: world.chain.ledger });
}

/** The indexer stores the batch's event. */
function index(tx_hash: string): Promise<void> {
  const paid = payments.map(({ issuance: { number, reference } }) => ({ number, reference, result: "PAID" }));
  return world.context.db.commit(async (store) => {
    await store.insert(contractEvents).values({
      ...{
        id: "e",
        contract_id: "C",
        contract: "campaign",
        type: "reward",
        ledger: 100,
        ledger_closed_at: now,
        tx_hash,
      },
      data: { campaign: String(campaign.contract_campaign_id), payments: paid },
    });
    await explainPayments(store, "e", now);
  });
}

const rows = () => world.context.db.read((store) => issuances.byIds(store, idsOf(payments)));
const hashes = async () => (await rows()).map(({ tx_hash }) => tx_hash);
const submission = () => world.context.db.read(async (store) => store.select().from(submissionTable).get());

it("a wallet's cap that counted a payment which was refused leaves the other one free for another transaction", async () => {
  const [full, capped] = payments as [Payment, Payment];
  const events = [rewardEvent(1n, [full.issuance, capped.issuance], ["LINE_FULL", "WALLET_CAP"])];
  const outcome = { kind: "confirmed", txHash: "only", ledger: 100, events, returnValue: xdr.ScVal.scvVoid() } as const;
  const submissionId = await sent("only");
  expect(await recordOutcome(crew, { submissionId, campaign, payments }, outcome)).toEqual([capped]);
  expect(await rows()).toMatchObject([
    { status: "pending", error_message: expect.stringContaining("no room") },
    { status: "pending", error_message: null, submission_id: null },
  ]);
  expect(await submission()).toMatchObject({ state: "confirmed", batch_seq: 1 });
});

describe("a transaction whose sequence is used and that the node doesn't know any more", () => {
  it("sent under one hash landed under that one", async () => {
    expect(await consumed(await sent("only"), payments)).toEqual([]);
    expect((await rows()).map(({ status }) => status)).toEqual(["confirmed", "confirmed"]);
    expect(await hashes()).toEqual(["only", "only"]);
    expect(await submission()).toMatchObject({ state: "confirmed", ledger: world.chain.ledger });
  });

  it("sent under several landed under the one that the indexer has seen", async () => {
    const id = await sent("first", "raised");
    await index("raised");
    await consumed(id, payments);
    expect(await hashes()).toEqual(["raised", "raised"]);
  });

  it("sent under several is paid all the same before the indexer has seen it, which tells the hash later", async () => {
    const id = await sent("first", "raised");
    await consumed(id, payments);
    expect((await rows()).map(({ status, tx_hash }) => [status, tx_hash])).toEqual([
      ["confirmed", null],
      ["confirmed", null],
    ]);
    await index("first");
    expect(await hashes()).toEqual(["first", "first"]);
  });

  it("frees what the ledger doesn't mark under its own reference", async () => {
    const [paid, unpaid] = payments as [Payment, Payment];
    ledger.marks.set(unpaid.issuance.number, "ee".repeat(8));
    expect(await consumed(await sent("only"), [paid])).toEqual([unpaid]);
    expect(await rows()).toMatchObject([{ status: "confirmed" }, { status: "pending", submission_id: null }]);
  });

  it("may have landed and paid nobody: its batch is no sign of a restored database", async () => {
    expect(await consumed(await sent("only"), [])).toEqual(payments);
    expect(await submission()).toMatchObject({ state: "consumed", tx_hash: null });
    ledger.seq = 1n;
    expect(await checkFence(crew)).toBe(false);
    ledger.seq = 2n;
    expect(await checkFence(crew)).toBe(true);
    expect(await world.context.db.read(isShut)).toBe(true);
  });

  it("is left open while the node answers from an older ledger than the one that saw the sequence used", async () => {
    const id = await sent("only");
    const outcome = { kind: "consumed", ledger: world.chain.ledger + 1 } as const;
    await expect(recordOutcome(crew, { submissionId: id, campaign, payments }, outcome)).rejects.toThrow("before 101");
    expect(await submission()).toMatchObject({ state: "stored" });
  });
});
