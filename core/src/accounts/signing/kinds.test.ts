import { type Proposal, ProposalState } from "@merit/bindings/governance";
import { xdr } from "@stellar/stellar-sdk";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { WalletEnvelope } from "../../agreements/envelopes/store.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { rulesOf } from "./kinds.ts";

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world[Symbol.asyncDispose]());

const proposal = "ab".repeat(32);
const { Active, Canceled, Executed, Queued } = ProposalState;

it.each([
  ["governance.propose", Active, null],
  ["governance.queue", Queued, Active],
  ["governance.execute", Executed, Queued],
  ["governance.cancel", Canceled, Active],
] as const)("knows whether the ledger has the effect of %s, whoever called it", async (call, after, before) => {
  const row = { call_arguments: { proposal } } as unknown as WalletEnvelope;
  const isDone = () => rulesOf(call).isDone(world.context, row);
  const found = (state: ProposalState) =>
    world.chain.proposals.set(proposal, { proposal: { state } as Proposal, actions: xdr.ScVal.scvVec([]) });
  if (before !== null) found(before);
  expect(await isDone()).toBe(false);
  found(after);
  expect(await isDone()).toBe(true);
});
