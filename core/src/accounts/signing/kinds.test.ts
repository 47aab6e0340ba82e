import { type Proposal, ProposalState } from "@merit/bindings/governance";
import { xdr } from "@stellar/stellar-sdk";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { WalletEnvelope } from "../../agreements/envelopes/store.ts";
import type { EscrowArguments } from "../../agreements/escrows/wallet-calls.ts";
import type { StoredTerms } from "../../agreements/vesting/wallet-calls.ts";
import { referenceId } from "../../ledger/chain/reference-id.ts";
import type { ContractCall } from "../../store/db/schema/envelopes.ts";
import { newWallet } from "../../testing/chain.ts";
import { createEscrow, milestone } from "../../testing/escrows.ts";
import { grantedSchedule } from "../../testing/vesting.ts";
import { createMerchant, createWorld, type World } from "../../testing/world.ts";
import { rulesOf } from "./kinds.ts";

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world[Symbol.asyncDispose]());

const isDone = (wallet_address: string, call: ContractCall, call_arguments: object): Promise<boolean> =>
  rulesOf(call).isDone(world.context, { wallet_address, call_arguments } as unknown as WalletEnvelope);

const proposal = "ab".repeat(32);
const { Active, Canceled, Executed, Queued } = ProposalState;

it.each([
  ["governance.propose", Active, null],
  ["governance.queue", Queued, Active],
  ["governance.execute", Executed, Queued],
  ["governance.cancel", Canceled, Active],
] as const)("knows whether the ledger has the effect of %s, whoever called it", async (call, after, before) => {
  const found = (state: ProposalState) =>
    world.chain.proposals.set(proposal, { proposal: { state } as Proposal, actions: xdr.ScVal.scvVec([]) });
  if (before !== null) found(before);
  expect(await isDone("", call, { proposal })).toBe(false);
  found(after);
  expect(await isDone("", call, { proposal })).toBe(true);
});

describe("takes a call for done only if the ledger has the terms that were asked for under their reference:", () => {
  const [wallet, other, reference] = [newWallet(), newWallet(), "cd".repeat(32)];

  it("vesting.create", async () => {
    const { merchant } = await createMerchant(world.context);
    const linear = { total: "50", start: 100, cliff: 150, end: 200 };
    const [start, cliff, end] = [100n, 150n, 200n];
    const plan = { tag: "Linear", values: [{ total: 50n, start, cliff, end }] } as const;
    const granted = await grantedSchedule(world, merchant.id, { funder: wallet, beneficiary: other, plan });
    const found = world.chain.schedules.get(granted.schedule);
    if (!found) throw new Error("no schedule");
    const asked = (change: Partial<StoredTerms> = {}) =>
      isDone(wallet, "vesting.create", {
        grants: [{ reference, beneficiary: other, revoker: wallet, plan: linear, ...change }],
      });
    expect(await asked()).toBe(false);
    world.chain.schedules.set(referenceId(wallet, reference), found);
    expect(await asked()).toBe(true);
    found.schedule = { ...found.schedule, released: 1n, refunded: 2n, revoked_at: 150n };
    expect(await asked()).toBe(true);
    for (const change of [
      { beneficiary: newWallet() },
      { revoker: null },
      { plan: { ...linear, total: "51" } },
      { plan: { ...linear, cliff: 151 } },
      { plan: { tranches: [{ time: 200, amount: "50" }] } },
      { reference: "ef".repeat(32) },
    ])
      expect(await asked(change), JSON.stringify(change)).toBe(false);
  });

  it("escrow.create", async () => {
    const parties = { depositor: wallet, beneficiary: other, arbiter: newWallet() };
    const parts = [{ amount: "50", deadline: "2000" }];
    const held = milestone({ amount: 50n, deadline: 2_000n });
    const escrow = await createEscrow(world, parties, { milestones: [held] });
    const terms = {
      ...{ escrow, reference, beneficiary: other, arbiter: parties.arbiter, parts, max_fee: 100 },
      ...{ agreement: "00".repeat(32), dispute_window: "604800", undecided_share: 0 },
    };
    const asked = (change: Partial<EscrowArguments["escrow.create"]> = {}) =>
      isDone(wallet, "escrow.create", { ...terms, ...change });
    expect(await asked()).toBe(true);
    for (const change of [
      { beneficiary: wallet },
      { arbiter: wallet },
      { agreement: "11".repeat(32) },
      { dispute_window: "604801" },
      { undecided_share: 1 },
      { parts: [{ amount: "51", deadline: "2000" }] },
      { parts: [{ amount: "50", deadline: "2001" }] },
      { parts: [...parts, ...parts] },
    ])
      expect(await asked(change), JSON.stringify(change)).toBe(false);
    // The parties may have extended it since.
    held.deadline = 3_000n;
    expect(await asked()).toBe(true);
  });
});

it("takes no offer of a merchant's balance for done because of an earlier one, which may be void", async () => {
  const pending = { to: "GNEXT", eta: 0n, expires_at: 1n };
  Object.assign(world.chain.chain.contracts.pool, { view: async () => ({ value: pending }) });
  expect(await isDone(newWallet(), "pool.set_owner", { merchant: 1, owner: "GNEXT" })).toBe(false);
});
