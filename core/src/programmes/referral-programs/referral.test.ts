import { xdr } from "@stellar/stellar-sdk";
import { desc } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Parts } from "../../context/parts.ts";
import { contractErrors } from "../../ledger/chain/contract-errors.ts";
import { CallRefused } from "../../ledger/chain/errors.ts";
import { jobs } from "../../store/db/schema/jobs.ts";
import type { Store } from "../../store/db/store.ts";
import type { Job } from "../../store/jobs/jobs.ts";
import { newWallet } from "../../testing/chain.ts";
import { createParts } from "../../testing/parts.ts";
import { createMerchant, createWorld, type World } from "../../testing/world.ts";
import { callOf } from "../../worker/call-of-job.ts";
import { onReward } from "./qualify.ts";
import * as programs from "./service.ts";
import * as rows from "./store.ts";
import { programmeOf, type Terms } from "./terms.ts";

const errors = contractErrors.referral;
const now = new Date("2026-11-23T12:00:00Z");
const terms = {
  ...{ sponsor: newWallet(), bonus_referrer: 50n, bonus_newcomer: 25n, referrer_cap: 100n, budget: 1_000n },
  ...{ starts_at: now, ends_at: new Date("2027-11-23T12:00:00Z"), clawback_seconds: 60 },
};
const rule = { qualifies_on: "first_reward" as const, min_spend: null, currency: null };

let world: World;
let parts: Parts;
let merchantId: number;
/** The programme that the ledger has. */
let onLedger: Terms | undefined;
/** Free funds of its sponsor there, stroops. */
let free = 0n;
beforeEach(async () => {
  world = createWorld({ DEMO_GRANT: "0" });
  parts = Object.assign(createParts(world).parts, { manager: { publicKey: newWallet() } });
  onLedger = undefined;
  Object.assign(world.context.chain.contracts, {
    referral: {
      operation: () => "operation",
      view: async (name: string) => ({ value: name === "funds" ? { free } : onLedger && programmeOf(onLedger) }),
    },
  });
  merchantId = (await createMerchant(world.context)).merchant.id;
});
afterEach(() => world[Symbol.asyncDispose]());

const commit = <T>(unit: (store: Store) => Promise<T>) => world.context.db.commit(unit);
const read = <T>(unit: (store: Store) => Promise<T>) => world.context.db.read(unit);

/** The call of the newest job; undefined if there is nothing to do. */
async function call() {
  return callOf(
    parts,
    (await read(async (store) => store.select().from(jobs).orderBy(desc(jobs.id)).limit(1).get())) as Job,
  );
}
async function open() {
  const found = await call();
  if (!found) throw new Error("the job has no call");
  return found;
}
const done = async (txHash: string | null) => {
  const { done } = await open();
  await commit(async (store) => void (await done(store, { returnValue: xdr.ScVal.scvVoid(), txHash, now })));
};
const refusal = async (code: number) => (await open()).refusal(new CallRefused("", code));

describe("the terms of a programme", () => {
  const ask = (change: Partial<Terms> = {}) =>
    commit((store) => programs.set(store, merchantId, { ...terms, ...rule, ...change }, now));
  const own = () => read((store) => programs.own(store, merchantId));
  const check = async () => (await open()).check?.();

  it("are sent only where the ledger has those that the merchant saw, so that no old ones come back", async () => {
    await ask();
    expect(await check()).toBeUndefined();
    onLedger = { ...terms, budget: 2_000n };
    expect(await check()).toMatchObject({ kind: "never", reason: expect.stringMatching(/changed on the ledger/) });
    onLedger = terms;
    expect(await check()).toBe("applied");
  });

  it.each([
    ["a higher bonus", { bonus_newcomer: 26n }, "never"],
    ["a higher cap", { referrer_cap: 101n }, "never"],
    ["a shorter clawback window", { clawback_seconds: 59 }, "never"],
    ["a lower bonus and a higher budget", { bonus_referrer: 49n, budget: 2_000n }, undefined],
  ])("let a sponsor that has funded them have its way about %s", async (_, change, kind) => {
    await ask();
    await done(null);
    onLedger = terms;
    await ask(change);
    free = 1n;
    expect(await check()).toEqual(kind && { kind, reason: expect.stringMatching(/sponsor's funds/) });
    free = 0n;
    expect(await check()).toBeUndefined();
  });

  it("are recorded with their rule once, whether the event or the transaction is recorded first", async () => {
    await ask();
    await done("a".repeat(64));
    expect(await own()).toMatchObject({ program: { ...terms, ...rule }, change: undefined });
    expect(await call()).toBeUndefined();
    // The sponsor left after an event that was read before: its end stays.
    await ask({ budget: 2_000n });
    await commit(async (store) => {
      await rows.saveTerms(store, { ...terms, merchant_id: merchantId, budget: 2_000n, tx_hash: null }, now);
      await rows.endProgram(store, merchantId, now);
    });
    await done(null);
    expect(await own()).toMatchObject({ program: { budget: 2_000n, ends_at: now }, change: undefined });
  });

  it("are refused for a reason that the merchant can mend", async () => {
    await ask();
    for (const code of [errors.InvalidTerms, errors.SponsorFixed, errors.WindowExtended, errors.BudgetExceeded]) {
      expect(await refusal(code)).toMatchObject({ kind: "never" });
    }
    expect(await refusal(errors.Paused)).toMatchObject({ kind: "wait" });
    const { failed } = await open();
    await commit(async (store) => void (await failed(store, { error_message: "No.", updated_at: now })));
    expect(await own()).toMatchObject({ program: undefined, change: { status: "failed", error_message: "No." } });
    expect((await ask()).change).toMatchObject({ status: "pending", error_message: null });
  });
});

describe("a newcomer's bonuses", () => {
  const newcomer = newWallet();
  const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  beforeEach(() =>
    commit(async (store) => {
      await rows.saveTerms(store, { ...terms, merchant_id: merchantId, tx_hash: null }, now);
      await rows.setRule(store, merchantId, rule, now);
      await rows.saveWallet(store, newcomer, { referrer: newWallet(), bound_at: now });
      const program = await programs.program(store, merchantId);
      const event = { id: "1", ledger_closed_at: now };
      await onReward(store, program, { campaignId: 1, number: 1, wallet: newcomer, event }, now);
    }),
  );
  const current = () => read((store) => rows.byId(store, 1));
  const event = () =>
    commit((store) =>
      rows.saveQualified(store, {
        ...{ merchant_id: merchantId, newcomer, referrer: newWallet(), bonus_newcomer: 25n, bonus_referrer: 50n },
        ...{ claimable_at: at(60), expires_at: at(120), tx_hash: "e".repeat(64), at: now },
      }),
    );

  it("are set aside as the event says, and a job that comes later has nothing to do", async () => {
    await done("a".repeat(64));
    expect(await current()).toMatchObject({ status: "qualifying", error_message: null });
    await event();
    expect(await current()).toMatchObject({ status: "qualified", newcomer_status: "pending" });
    expect(await call()).toBeUndefined();
  });

  it("wait for funds, and are given up for good once the programme is over", async () => {
    expect(await refusal(errors.BudgetShort)).toMatchObject({ kind: "wait", seconds: 600 });
    for (const code of [errors.OutsideWindow, errors.CapReached]) {
      expect(await refusal(code)).toMatchObject({ kind: "never" });
    }
    const { note, failed } = await open();
    await commit(async (store) => void (await note(store, { error_message: "funds", updated_at: now })));
    expect(await current()).toMatchObject({ status: "qualifying", error_message: "funds" });
    await commit(async (store) => void (await failed(store, { error_message: "over", updated_at: now })));
    expect(await current()).toMatchObject({ status: "failed", error_message: "over" });
  });

  it("are not set aside again where the ledger has them: a database that was turned back only asks", async () => {
    const { answerIfDone } = await open();
    expect(await answerIfDone?.(new CallRefused("", errors.AlreadyRewarded))).toBeDefined();
    expect(await answerIfDone?.(new CallRefused("", errors.BudgetShort))).toBeUndefined();
  });

  it("are revoked once; one that is refused can be tried again", async () => {
    await event();
    const revoke = () =>
      commit((store) => programs.revoke(store, merchantId, 1, { reason: undefined, now: new Date(now) }));
    expect(await revoke()).toMatchObject({ next_status: "revoked" });
    expect(await refusal(errors.RevokeClosed)).toMatchObject({ kind: "never" });
    const { answerIfDone, failed } = await open();
    expect(await answerIfDone?.(new CallRefused("", errors.AlreadyRevoked))).toBeDefined();
    await commit(async (store) => void (await failed(store, { error_message: "too late", updated_at: now })));
    expect(await current()).toMatchObject({ status: "qualified", next_status: null, error_message: "too late" });
  });
});
