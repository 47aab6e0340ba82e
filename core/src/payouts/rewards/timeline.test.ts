import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Context } from "../../context/context.ts";
import type { FeeBump } from "../../ledger/chain/sender.ts";
import * as submissions from "../../ledger/chain/submissions.ts";
import type { Campaign } from "../../programmes/campaigns/store.ts";
import { contractEvents } from "../../store/db/schema/contract-events.ts";
import type { Store } from "../../store/db/store.ts";
import * as jobs from "../../store/jobs/jobs.ts";
import { newWallet } from "../../testing/chain.ts";
import { createCampaign, createMerchant, createWorld, type World } from "../../testing/world.ts";
import { claimBatch } from "../batches/claim.ts";
import { recordMark } from "../batches/rebuild-rewards.ts";
import { accept } from "./accept.ts";
import { writeEpoch } from "./epoch.ts";
import { explainPayments } from "./paid-events.ts";
import * as reasons from "./reasons.ts";
import * as rewards from "./service.ts";
import * as settle from "./settle.ts";
import type { Issuance } from "./store.ts";
import { timeline } from "./timeline.ts";

const EVENT = "0000000000000000001-0000000001";
const INNER = "1".repeat(64);
const OUTER = "2".repeat(64);
const RAISED = "3".repeat(64);

let world: World;
let context: Context;
let campaign: Campaign;
let now: Date;
beforeEach(async () => {
  world = createWorld();
  now = new Date();
  context = { ...world.context, clock: { now: () => now } };
  campaign = await createCampaign(context, (await createMerchant(context)).merchant.id);
});
afterEach(() => world[Symbol.asyncDispose]());

const commit = <T>(unit: (store: Store) => Promise<T>) => context.db.commit(unit);

/** The next second. */
function later(): Date {
  now = new Date(now.getTime() + 1000);
  return now;
}

async function issue({ id } = campaign): Promise<Issuance> {
  const reward = { campaign_id: id, wallet_address: newWallet(), amount: 10n, user_id: null };
  return (await accept(context, campaign.merchant_id, { ...reward, idempotency_key: crypto.randomUUID() })).issuance;
}

async function claim() {
  const batch = await commit((store) => claimBatch(store, { group: String(campaign.id), limit: 60, now: later() }));
  const [payment] = batch?.payments ?? [];
  if (!payment) throw new Error("nothing to claim");
  return payment;
}

/** Stores the transaction that carries a reward. */
function send({ id }: Issuance): Promise<number> {
  const envelope = { xdr: "AAAA", innerHash: INNER, channel: newWallet(), sequence: 2n, maxLedger: 9, maxTime: 9 };
  later();
  return commit(async (store) => {
    const bump = { hash: OUTER, fee: 300n } as FeeBump;
    const submission = await submissions.insert(store, { kind: "payout", envelope, bump, now });
    await settle.attach(store, [id], submission, now);
    return submission;
  });
}

/** The commit that records what became of the transaction. */
function land({ id }: Issuance, submission: number, txHash: string | null): Promise<void> {
  later();
  return commit(async (store) => {
    await submissions.close(store, submission, { state: "confirmed", txHash, ledger: 7, now });
    await settle.detach(store, submission, now);
    await settle.confirm(store, [{ id, txHash }], { settings: context.settings, now });
  });
}

const closedAt = new Date("2026-01-01T00:00:07Z");

/** The indexer reads the events of the payment. */
function index({ number, reference, wallet_address, amount }: Issuance, tx_hash: string): Promise<void> {
  const of = { ledger: 7, ledger_closed_at: closedAt, tx_hash };
  const pool = "CPOOL";
  const paid = String(amount);
  later();
  return commit(async (store) => {
    await store.insert(contractEvents).values([
      { ...of, id: "0", contract_id: pool, contract: "pool", type: "paid", data: {} },
      {
        ...{ ...of, id: "0000000000000000001-0000000000", contract_id: "CASSET", contract: "asset", type: "transfer" },
        data: { from: pool, to: wallet_address, amount: paid },
      },
      {
        ...{ ...of, id: EVENT, contract_id: "CCAMPAIGN", contract: "campaign", type: "reward" },
        data: {
          ...{ campaign: String(campaign.contract_campaign_id), merchant: "1", seq: "1", paid },
          payments: [{ number, reference, result: "PAID" }],
        },
      },
    ]);
    await explainPayments(store, EVENT, { settings: context.settings, now });
  });
}

const stepsOf = async ({ id }: Pick<Issuance, "id">) =>
  (await context.db.read((store) => timeline(store, campaign.merchant_id, id, now))).steps;

describe("a reward that is paid", () => {
  it("is accepted, claimed, sent, in a ledger, confirmed and indexed", async () => {
    const issuance = await issue();
    const accepted = { step: "accepted", at: now };
    const waits = { step: "waiting", at: now, detail: undefined, next_attempt_at: now };
    expect(await stepsOf(issuance)).toEqual([accepted, waits]);

    await claim();
    const claimed = { step: "claimed", at: now, attempt: 1 };
    expect(await stepsOf(issuance)).toEqual([accepted, claimed]);

    const submission = await send(issuance);
    const sent = { step: "sent", at: now };
    expect(await stepsOf(issuance)).toEqual([accepted, claimed, sent]);

    await land(issuance, submission, OUTER);
    const landed = { step: "in_ledger", tx_hash: OUTER, ledger: 7 };
    const confirmed = { step: "confirmed", at: now };
    expect(await stepsOf(issuance)).toEqual([accepted, claimed, sent, { ...landed, at: null }, confirmed]);

    await index(issuance, OUTER);
    expect(await stepsOf(issuance)).toEqual([
      ...[accepted, claimed, sent, { ...landed, at: closedAt }, confirmed],
      { step: "indexed", at: null, event_id: EVENT },
    ]);
  });

  it("is complete once the event names the transaction, even if the node didn't know it", async () => {
    const issuance = await issue();
    await claim();
    const submission = await send(issuance);
    await commit((store) => submissions.addHash(store, submission, { hash: RAISED, fee: 900n } as FeeBump));
    const sent = { step: "sent", at: now };
    await land(issuance, submission, null);
    const confirmed = { step: "confirmed", at: now };
    expect((await stepsOf(issuance)).slice(2)).toEqual([confirmed]);
    await index(issuance, RAISED);
    expect((await stepsOf(issuance)).slice(2)).toEqual([
      ...[sent, { step: "in_ledger", at: closedAt, tx_hash: RAISED, ledger: 7 }, confirmed],
      { step: "indexed", at: null, event_id: EVENT },
    ]);
  });

  it("is found on the ledger after a restore, and its acceptance has no time", async () => {
    const paid = { ...(await issue()), number: 900, reference: "ab".repeat(8) };
    await index(paid, OUTER);
    later();
    const known = { unsettled: new Map(), settings: context.settings, now };
    await commit((store) => recordMark(store, campaign, paid, known));
    const [found] = (await context.db.read((store) => rewards.list(store, campaign.merchant_id, { limit: 1 }))).rows;
    expect(found && (await stepsOf(found))).toEqual([
      { step: "accepted", at: null },
      { step: "in_ledger", at: closedAt, tx_hash: OUTER, ledger: 7 },
      { step: "confirmed", at: now, detail: reasons.foundOnLedger },
      { step: "indexed", at: null, event_id: EVENT },
    ]);
  });

  it("was accepted at the time of its row, even if its payment was found on the ledger", async () => {
    const issuance = await issue();
    const accepted = now;
    later();
    const unsettled = new Map([[`${issuance.merchant_id}:${issuance.reference}`, issuance.id]]);
    await commit((store) =>
      recordMark(store, campaign, issuance, { unsettled, settings: context.settings, now: later() }),
    );
    expect(await stepsOf(issuance)).toEqual([
      { step: "accepted", at: accepted },
      { step: "confirmed", at: now, detail: reasons.foundOnLedger },
    ]);
  });
});

describe("a reward that fails", () => {
  it("shows its dead letter, its redrive, and what it has waited for since then", async () => {
    const issuance = await issue();
    const accepted = { step: "accepted", at: now };
    const { job } = await claim();
    const claimed = { step: "claimed", at: now, attempt: 1 };
    later();
    const letter = await commit(async (store) => {
      await settle.fail(store, issuance.id, { reason: "no trustline", now });
      return jobs.deadLetter(store, job, "no trustline", now);
    });
    const failed = { step: "failed", at: now, detail: "no trustline", dead_letter_id: letter?.id };
    expect(await stepsOf(issuance)).toEqual([accepted, claimed, failed]);

    later();
    await commit((store) => rewards.redrive(store, campaign.merchant_id, issuance.id, { now }));
    const redriven = { step: "redriven", at: now };
    const waits = { step: "waiting", at: now, detail: undefined, next_attempt_at: now };
    expect(await stepsOf(issuance)).toEqual([accepted, claimed, failed, redriven, waits]);

    await claim();
    expect(await stepsOf(issuance)).toEqual([accepted, failed, redriven, { step: "claimed", at: now, attempt: 2 }]);
  });

  it("shows why, if no attempt could have helped", async () => {
    const issuance = await issue();
    const { job } = await claim();
    const reason = "The campaign has ended.";
    later();
    await commit(async (store) => {
      await jobs.complete(store, job);
      await settle.fail(store, issuance.id, { reason, now });
    });
    expect((await stepsOf(issuance)).at(-1)).toEqual({ step: "failed", at: now, detail: reason });
  });
});

describe("a reward that waits", () => {
  it("has the reason of its last attempt, and when the next one is due", async () => {
    const issuance = await issue();
    const { job } = await claim();
    const runAt = new Date(now.getTime() + 60_000);
    later();
    await commit(async (store) => {
      await jobs.retry(store, job, { runAt, error: "no trustline", now });
      await settle.note(store, [issuance.id], { reason: "no trustline", now });
    });
    expect((await stepsOf(issuance)).slice(1)).toEqual([
      expect.objectContaining({ step: "claimed", attempt: 1 }),
      { step: "waiting", at: now, detail: "no trustline", next_attempt_at: runAt },
    ]);
  });

  it("has no next attempt while it is held for a trustline: it is paid once there is one", async () => {
    const issuance = await issue();
    const { job } = await claim();
    later();
    const until = new Date(now.getTime() + 30 * 86_400_000);
    const reason = reasons.heldForTrustline(context.chain.manifest.asset, until);
    await commit(async (store) => {
      await jobs.retry(store, job, { runAt: until, error: reason, now });
      await settle.hold(store, issuance.id, { reason, now });
    });
    expect((await stepsOf(issuance)).at(-1)).toEqual({ step: "waiting", at: now, detail: reason });
  });

  it("waits for its campaign to begin, until it has begun", async () => {
    const starts_at = new Date(now.getTime() + 3_600_000);
    const ends_at = new Date(now.getTime() + 7_200_000);
    const coming = await createCampaign(context, campaign.merchant_id, { starts_at, ends_at });
    const issuance = await issue(coming);
    expect((await stepsOf(issuance)).at(-1)).toMatchObject({ detail: reasons.notStarted(starts_at) });
    now = starts_at;
    expect((await stepsOf(issuance)).at(-1)).toMatchObject({ step: "waiting", detail: undefined });
  });

  it("waits for the records while they are completed from the ledger", async () => {
    const issuance = await issue();
    await commit((store) => writeEpoch(store, { status: "rebuilding" }, now));
    expect((await stepsOf(issuance)).at(-1)).toMatchObject({ step: "waiting", detail: reasons.recordsRebuilt });
  });
});

it("is visible to nobody else", async () => {
  const { id } = await issue();
  const { merchant } = await createMerchant(context);
  await expect(context.db.read((store) => timeline(store, merchant.id, id, now))).rejects.toMatchObject({
    status: 404,
  });
});
