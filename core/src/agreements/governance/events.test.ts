import { afterEach, beforeEach, expect, it } from "vitest";
import { newWallet } from "../../testing/chain.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { record } from "./events.ts";
import * as rows from "./store.ts";

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world[Symbol.asyncDispose]());

const id = "ab".repeat(32);
const at = new Date("2026-11-21T18:00:00Z");
const staker = newWallet();

const emit = (type: string, data: object, ledger = 80) =>
  world.context.db.commit((store) =>
    record(store, { type, data, ledger, ledger_closed_at: at, tx_hash: "e5".repeat(32) }),
  );
const proposal = () => world.context.db.read((store) => rows.byReference(store, id));
const stake = () => world.context.db.read((store) => rows.stakeOf(store, staker));

const terms = { snapshot: 90, vote_end: 110, quorum: "10", threshold_bps: 6_667 };
const proposed = { id, proposer: staker, description: "Less", actions: [], ...terms };
const vote = (support: number, weight: string) =>
  emit("voted", { id, voter: newWallet(), support, weight, vote_end: 110 });

it.each([
  ["without a quorum", [[1, "9"]], false],
  [
    "with a quorum of votes for and abstentions",
    [
      [1, "5"],
      [2, "5"],
    ],
    true,
  ],
  [
    "with as many for as against",
    [
      [1, "50"],
      [0, "50"],
    ],
    false,
  ],
  [
    "just below the majority, rounded up",
    [
      [1, "66667"],
      [0, "33334"],
    ],
    false,
  ],
  [
    "with the majority",
    [
      [1, "66670"],
      [0, "33330"],
    ],
    true,
  ],
] as [string, [number, string][], boolean][])("knows whether a proposal is winning %s", async (_, votes, isWinning) => {
  await emit("proposed", proposed);
  for (const [support, weight] of votes) await vote(support, weight);
  expect((await proposal())?.is_winning).toBe(isWinning);
});

it("counts each voter once", async () => {
  await emit("proposed", proposed);
  const again = { id, voter: staker, support: 1, weight: "10", vote_end: 110 };
  await emit("voted", again);
  await emit("voted", again);
  await emit("proposed", proposed);
  expect(await proposal()).toMatchObject({ in_favour: 10n });
});

it("takes what is unstaked from tokens that warm up first, then from votes", async () => {
  await emit("stake", { staker, amount: "50" });
  await emit("activate", { staker, amount: "50" });
  await emit("stake", { staker, amount: "30" });
  await emit("unstake", { staker, amount: "20", until: "1900000000" });
  expect(await stake()).toMatchObject({ votes: 50n, warming: 10n, warming_since: at, cooling: 20n });
  await emit("unstake", { staker, amount: "25", until: "1900000000" });
  expect(await stake()).toMatchObject({ votes: 35n, warming: 0n, warming_since: null, cooling: 45n });
  await emit("withdraw", { staker, amount: "45" });
  expect(await stake()).toMatchObject({ votes: 35n, cooling: 0n, cooling_until: null });
});

it("knows for whom a delegate can still vote on a proposal", async () => {
  const [delegate, early, late, fickle, poor] = [1, 2, 3, 4, 5].map(() => newWallet()) as [
    string,
    string,
    string,
    string,
    string,
  ];
  const name = (delegator: string, to: string, ledger: number, from: string | null = null) =>
    emit("delegate_changed", { delegator, from_delegate: from, to_delegate: to }, ledger);
  const delegators = async (proposal?: { id: number; snapshot: number }) => {
    const found = await world.context.db.read((store) => rows.listDelegators(store, delegate, { proposal, limit: 2 }));
    return { ...found, rows: found.rows.map(({ delegator, votes }) => ({ delegator, votes })) };
  };
  for (const [wallet, amount] of [
    [early, "5"],
    [late, "7"],
    [fickle, "9"],
    [staker, "3"],
  ] as const) {
    await emit("stake", { staker: wallet, amount });
    await emit("activate", { staker: wallet, amount });
  }
  await name(early, newWallet(), 80);
  await name(early, delegate, 90);
  await name(early, delegate, 95, delegate);
  await name(late, delegate, 91);
  await name(fickle, delegate, 80);
  await name(fickle, fickle, 85, delegate);
  await name(staker, delegate, 80);
  await name(poor, delegate, 80);
  expect(await delegators()).toEqual({
    ...{ count: 4, votes: 15n },
    rows: [
      { delegator: late, votes: 7n },
      { delegator: early, votes: 5n },
    ],
  });

  await emit("proposed", proposed);
  const row = (await proposal()) as rows.ProposalRow;
  // Tokens that were unstaked since still count there.
  await emit("unstake", { staker: early, amount: "5", until: "1900000000" });
  const rest = [
    { delegator: staker, votes: 3n },
    { delegator: early, votes: 0n },
  ];
  expect(await delegators(row)).toEqual({ count: 2, votes: 3n, rows: rest });
  await emit("voted", { id, voter: staker, support: 1, weight: "3", vote_end: 110, delegate });
  expect(await delegators(row)).toEqual({ count: 1, votes: 0n, rows: rest.slice(1) });
});

it("continues after events that it can't use, and after those of proposals that it has missed", async () => {
  await emit("proposed", { topics_xdr: [], value_xdr: "" });
  await emit("__proto__", {});
  await emit("delegate_changed", { delegator: 5 });
  await emit("stake", { staker, amount: "-5" });
  await vote(1, "10");
  await emit("queued", { id, eta: "1900000000", expires_at: "1900600000" });
  await emit("executed", { id });
  expect([await proposal(), await stake()]).toEqual([undefined, undefined]);
  await emit("withdraw", { staker, amount: "5" });
  expect(await stake()).toMatchObject({ votes: 0n, cooling: 0n });
});
