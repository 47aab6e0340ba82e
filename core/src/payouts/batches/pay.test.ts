import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { contractErrors } from "../../ledger/chain/contract-errors.ts";
import { CallRefused, FeeTooHigh } from "../../ledger/chain/errors.ts";
import type { Outcome } from "../../ledger/chain/outcome.ts";
import { nextDay } from "../../ledger/sending/fees.ts";
import type { Campaign } from "../../programmes/campaigns/store.ts";
import { jobs } from "../../store/db/schema/jobs.ts";
import { newWallet, openLine } from "../../testing/chain.ts";
import type { TestLedger } from "../../testing/ledger.ts";
import { claimRewards, createParts } from "../../testing/parts.ts";
import { createCampaign, createMerchant, createWorld, type World } from "../../testing/world.ts";
import { accept } from "../rewards/accept.ts";
import * as reasons from "../rewards/reasons.ts";
import * as issuances from "../rewards/store.ts";
import type { Batch } from "./claim.ts";
import { payBatch } from "./pay.ts";
import { issuanceIds } from "./payment.ts";
import { type Payouts, Session } from "./payouts.ts";

// Two rewards of a campaign, claimed in one batch.

let world: World;
let payouts: Payouts;
let ledger: TestLedger;
let campaign: Campaign;
let session: Session;
let batch: Batch;
beforeEach(() => claim({}));
afterEach(() => world[Symbol.asyncDispose]());

async function claim(env: Record<string, string>) {
  world = createWorld(env);
  ({ parts: payouts, ledger } = createParts(world));
  const { merchant } = await createMerchant(world.context);
  campaign = await createCampaign(world.context, merchant.id);
  ledger.addCampaign(campaign);
  for (const idempotency_key of ["a", "b"]) {
    const wallet_address = newWallet();
    world.chain.lines.set(wallet_address, openLine);
    const reward = { campaign_id: campaign.id, wallet_address, amount: 10n, user_id: null, idempotency_key };
    await accept(world.context, merchant.id, reward);
  }
  batch = await claimRewards(world, campaign.id);
  ledger.epoch = 1;
  session = new Session(1, 0);
}

const pay = () => payBatch(payouts, session, batch);
const rewards = () => world.context.db.read((store) => issuances.byIds(store, issuanceIds(batch.payments)));
const statuses = async () => (await rewards()).map(({ status }) => status);
const queue = () =>
  world.context.db.read(async (store) => store.select().from(jobs).where(eq(jobs.queue, "reward-issuance")));
const blocked = () => world.context.blocks.list().map(({ cause }) => cause);

const both = ["PAID" as const, "PAID" as const];
const one = ["PAID" as const];
const dead: Outcome = { kind: "dead", reason: "it was not included in time" };
const tooLarge: Outcome = { kind: "dead", reason: "txSorobanInvalid" };
const failed = (code?: number): Outcome => ({
  ...{ kind: "failed", txHash: "tx", ledger: 100, feeCharged: 300n, reason: "trapped", code },
});
const hostError = () => new CallRefused("HostError: Error(Budget, ExceededLimit)", undefined);

/** Claims the rewards that wait, and pays them. */
async function payAgain() {
  ledger.simulations = [both];
  ledger.outcomes = ["lands"];
  await world.context.db.commit(async (store) => void (await store.update(jobs).set({ run_at: new Date(0) })));
  batch = await claimRewards(world, campaign.id);
  await pay();
}

/** Expects the rewards to wait in the queue, unclaimed, for `reason`; nobody's fault was counted. */
async function expectWaiting(reason: unknown) {
  expect(await rewards()).toMatchObject(
    batch.payments.map(() => ({ status: "pending", submission_id: null, error_message: reason })),
  );
  expect(await queue()).toMatchObject(batch.payments.map(() => ({ failures: 0, lease_owner: null })));
  expect(payouts.channels.free).toBe(2);
}

it("pays what its simulation pays, and gives its channel back", async () => {
  ledger.simulations = [both];
  ledger.outcomes = ["lands"];
  await pay();
  expect(await statuses()).toEqual(["confirmed", "confirmed"]);
  expect([ledger.paid, await queue(), payouts.channels.free]).toEqual([2, [], 2]);
});

it("sends nothing for wallets that can't take it", async () => {
  for (const { wallet_address } of batch.payments) world.chain.lines.delete(wallet_address);
  await pay();
  expect(await queue()).toMatchObject(batch.payments.map(() => ({ failures: 1 })));
  expect(ledger.sent.size).toBe(0);
});

describe("what fails as a whole", () => {
  it("is paid in halves where the network takes less at once than a batch", async () => {
    ledger.simulations = [both, one, one];
    ledger.outcomes = [tooLarge, "lands", "lands"];
    await pay();
    expect(await statuses()).toEqual(["confirmed", "confirmed"]);
    expect(ledger.seq).toBe(2);
  });

  it("costs the one reward an attempt that the ledger would pay to another recipient", async () => {
    ledger.simulations = [hostError(), hostError(), one, one];
    ledger.outcomes = ["lands"];
    const simulated = vi.spyOn(ledger, "refusalOf");
    await pay();
    const { treasury } = world.context.chain.manifest.accounts;
    expect(simulated).toHaveBeenCalledWith(expect.objectContaining({ to: [treasury] }));
    expect(await rewards()).toMatchObject([
      { status: "pending", error_message: expect.stringContaining("ExceededLimit") },
      { status: "confirmed" },
    ]);
    expect(await queue()).toMatchObject([{ failures: 1 }]);
    expect(blocked()).toEqual([]);
  });

  it("waits for an operator where the ledger would pay nobody", async () => {
    ledger.simulations = Array.from({ length: 5 }, hostError);
    await pay();
    await expectWaiting(expect.stringContaining("ExceededLimit"));
    expect(blocked()).toEqual(["contracts"]);
  });

  it("waits for an operator where one reward alone is too dear", async () => {
    ledger.simulations = Array.from({ length: 3 }, () => new FeeTooHigh(2n, 1n));
    await pay();
    await expectWaiting(reasons.tooDear);
    expect(blocked()).toEqual(["fee"]);
  });

  it("is halved once it has failed twice on the ledger, whatever simulations say", async () => {
    ledger.simulations = [both, both, one, one];
    ledger.outcomes = [failed(), failed(), "lands", "lands"];
    await pay();
    expect(await statuses()).toEqual(["confirmed", "confirmed"]);
  });

  it("waits where the system refused it on the ledger, whatever the simulation says: each try costs a fee", async () => {
    ledger.simulations = [both];
    ledger.outcomes = [failed(13_001)];
    await pay();
    await expectWaiting(reasons.paused);
    expect(blocked()).toEqual(["stopped"]);
  });

  it("goes back to the queue when its transactions are not included", async () => {
    ledger.simulations = [both, both, both];
    ledger.outcomes = [dead, dead, dead];
    await pay();
    await expectWaiting(reasons.notIncluded);
  });
});

describe("the system's refusals", () => {
  it("make rewards wait and tell the operator, until a payout lands", async () => {
    ledger.simulations = [new CallRefused("", 15_000)];
    await pay();
    await expectWaiting(reasons.notSetUp);
    expect(blocked()).toEqual(["role"]);
    expect(ledger.sent.size).toBe(0);

    await payAgain();
    expect(blocked()).toEqual([]);
  });

  it.each([
    ["the ledger has another merchant for the campaign", "WrongMerchant", "records", reasons.notSetUp],
    ["its campaign has used up its numbers", "NumberAhead", "limit", reasons.numbersUsed],
  ] as const)("block one merchant alone where %s", async (_, error, cause, reason) => {
    ledger.simulations = [new CallRefused("", contractErrors.distribution[error])];
    await pay();
    await expectWaiting(reason);
    expect(world.context.blocks.list()).toMatchObject([{ cause, subject: campaign.merchant_id }]);

    await payAgain();
    expect(blocked()).toEqual([]);
  });

  it("a merchant whose fees of the day are used up waits for the next day", async () => {
    await world[Symbol.asyncDispose]();
    await claim({ MERCHANT_FEE_BUDGET_XLM: "0.0199999" });
    ledger.resourceFee = 200_000n;
    ledger.simulations = [both];
    await pay();
    await expectWaiting(reasons.feeBudget(nextDay(await payouts.times.now()), "merchant"));
    expect(blocked()).toEqual(["fee_budget"]);
    expect(ledger.sent.size).toBe(0);
  });
});

describe("the window, as a node sees it that is a ledger behind", () => {
  it("at the start is a short wait", async () => {
    ledger.simulations = [new CallRefused("", 14_021)];
    await pay();
    await expectWaiting(reasons.notStarted(campaign.starts_at));
    const [job] = await queue();
    expect((job?.run_at.getTime() ?? Infinity) - Date.now()).toBeLessThanOrEqual(2_000);
  });

  it("at the end is the end of the reward, by the ledger's clock", async () => {
    ledger.simulations = [new CallRefused("", 14_021)];
    payouts.times.now = async () => campaign.ends_at;
    await pay();
    expect(await rewards()).toMatchObject(
      batch.payments.map(() => ({ status: "failed", error_message: reasons.campaignExpired(campaign.ends_at) })),
    );
  });
});

describe("a session that has ended sends nothing more", () => {
  it.each([
    { code: 15_017, what: "the epoch" },
    { code: 15_018, what: "the count of payments" },
    { code: 15_015, what: "a number" },
  ])("since the ledger refuses $what", async ({ code }) => {
    ledger.simulations = [new CallRefused("", code)];
    await pay();
    expect(session.end?.why).toBe("records");
    await expectWaiting(reasons.recordsRebuilt);
  });

  it("since the ledger knows a number as paid", async () => {
    ledger.simulations = [["PAID", "ALREADY_SAME"]];
    await pay();
    expect(session.end?.why).toBe("records");
    await expectWaiting(reasons.recordsRebuilt);
    expect(ledger.sent.size).toBe(0);
  });

  it("since a transaction met a number that was paid before", async () => {
    ledger.simulations = [both];
    const results: ["PAID", "NUMBER_TAKEN"] = ["PAID", "NUMBER_TAKEN"];
    ledger.whenSent = (call) => call.method === "pay" && Object.assign(call, { results });
    ledger.outcomes = ["lands"];
    await pay();
    expect(session.end?.why).toBe("records");
    await expectWaiting(reasons.recordsRebuilt);
    expect(ledger.sent.size).toBe(1);
  });

  it("since somebody else used its channel", async () => {
    for (const _ of ["a", "b"]) {
      const channel = await payouts.channels.acquire();
      channel.used = 5n;
      payouts.channels.release(channel);
    }
    ledger.simulations = [both];
    await pay();
    expect(session.end?.why).toBe("foreign");
    await expectWaiting(reasons.recordsRebuilt);
    expect(ledger.sent.size).toBe(0);
  });

  it("since an older database was put in place", async () => {
    payouts.newest.submission = 10;
    ledger.simulations = [both];
    await expect(pay()).rejects.toThrow("transaction 10 is missing");
    expect(session.end?.why).toBe("foreign");
    expect(await rewards()).toMatchObject(batch.payments.map(() => ({ status: "pending", submission_id: null })));
    expect(payouts.channels.free).toBe(2);
  });

  it("since the worker stops: what is claimed is left to the next start", async () => {
    session.stop("stopped", "the worker stops");
    await pay();
    expect(await rewards()).toMatchObject(batch.payments.map(() => ({ status: "pending", error_message: null })));
    for (const job of await queue()) expect(job.lease_owner).not.toBeNull();
  });
});

it("a transaction that is undecided when the worker stops keeps its rewards and its channel", async () => {
  ledger.simulations = [both];
  ledger.outcomes = [{ kind: "unknown" }];
  await pay();
  expect(await rewards()).toMatchObject(batch.payments.map(() => ({ status: "pending", submission_id: 1 })));
  expect(payouts.channels.free).toBe(1);
});
