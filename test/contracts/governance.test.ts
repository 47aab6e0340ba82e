import { Client as Governance } from "@merit/bindings/governance";
import { Client as Pool } from "@merit/bindings/pool";
import { type Keypair, nativeToScVal, xdr } from "@stellar/stellar-sdk";
import { expect, test } from "vitest";
import { Deployed } from "../support/deployed.ts";
import { send } from "../support/party.ts";

const DAY = 86_400;
const LEDGERS_PER_DAY = 17_280;
const STAKE = 20_000_000_000_000n;

/** A staker who decides alone, and its proposals to double the pool's limit. */
async function staker() {
  const system = await Deployed.start();
  const voter = await system.holder("2000000");
  const governance = system.as(Governance, "governance", voter.keypair);
  const pool = system.as(Pool, "pool", voter.keypair);
  const raised = 2n * (await pool.limit({ merchant: null })).result.limit;
  await send(governance.stake({ staker: voter.address, amount: STAKE }));
  await system.travel(5);

  const args = [
    nativeToScVal(system.id("governance"), { type: "address" }),
    xdr.ScVal.scvVoid(),
    nativeToScVal(raised, { type: "i128" }),
  ];
  const propose = async (description: string) => {
    const actions = [{ target: system.id("pool"), function: "set_limit", args }];
    const id = await send(governance.propose({ proposer: voter.address, actions, description }));
    await system.travel(5);
    return id;
  };
  const vote = (id: Uint8Array) => send(governance.vote({ voter: voter.address, id, support: 1 }));
  const endVote = () => system.ledger.call("localnet_advanceSequence", { ledgers: 4 * LEDGERS_PER_DAY });
  return { system, voter, governance, pool, raised, propose, vote, endVote };
}

test("stakers raise the pool's limit by vote, through governance's timelock and the pool's own delay", async () => {
  const { system, governance, pool, raised, propose, vote, endVote } = await staker();
  const id = await propose("Twice the daily limit");
  await vote(id);
  await expect(send(governance.queue({ id }))).rejects.toThrow("NotSucceeded");

  await endVote();
  await send(governance.queue({ id }));
  await expect(send(governance.execute({ id }))).rejects.toThrow("NotDue");
  await system.travel(3 * DAY);
  await send(governance.execute({ id }));

  await system.travel(2 * DAY);
  await send(pool.apply_limit({ merchant: null }));
  expect((await pool.limit({ merchant: null })).result.limit).toBe(raised);
  expect(await system.eventTypes("governance")).toEqual(["stake", "proposed", "voted", "queued", "executed"]);
});

test("a proposer cancels what isn't won, the guardian vetoes what is, and neither ever runs", async () => {
  const { system, voter, governance, pool, propose, vote, endVote } = await staker();
  const cancel = (id: Uint8Array) => send(governance.cancel({ proposer: voter.address, id }));
  const regretted = await propose("A mistake");
  await cancel(regretted);
  await expect(vote(regretted)).rejects.toThrow("NotActive");

  const won = await propose("An attack");
  await vote(won);
  await expect(cancel(won)).rejects.toThrow("NotCancellable");
  await endVote();
  await send(governance.queue({ id: won }));
  const veto = (guardian: Keypair) =>
    send(system.as(Governance, "governance", guardian).veto({ guardian: guardian.publicKey(), id: won }));
  await expect(veto(system.role("manager"))).rejects.toThrow("Unauthorized, contract error 20000");
  await veto(system.role("deployer"));
  await system.travel(3 * DAY);
  await expect(send(governance.execute({ id: won }))).rejects.toThrow("NotQueued");

  expect((await pool.pending_limit({ merchant: null })).result).toBeNull();
  expect(await system.eventTypes("governance")).toEqual([
    ...["stake", "proposed", "cancelled", "proposed", "voted", "queued", "vetoed"],
  ]);
});

test("unstaking ends the votes at once, and gives the tokens back after the cool-down", async () => {
  const { system, voter, governance, propose } = await staker();
  const withdraw = () => send(governance.withdraw({ staker: voter.address }));
  await expect(withdraw()).rejects.toThrow("NothingCooling");
  const until = await send(governance.unstake({ staker: voter.address, amount: STAKE }));
  expect(until - (await system.now())).toBe(BigInt(14 * DAY));
  await system.travel(5);
  await expect(propose("Too late")).rejects.toThrow("BelowThreshold");
  await expect(withdraw()).rejects.toThrow("StillCooling");

  await system.travel(14 * DAY);
  expect(await withdraw()).toBe(STAKE);
  expect(await system.balance(voter)).toBe(STAKE);
  expect((await governance.total_held()).result).toBe(0n);
  expect(await system.eventTypes("governance")).toEqual(["stake", "unstake", "withdraw"]);
});
