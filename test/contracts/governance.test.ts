import { Client as Governance } from "@merit/bindings/governance";
import { Client as Pool } from "@merit/bindings/pool";
import { type Keypair, nativeToScVal, xdr } from "@stellar/stellar-sdk";
import type { AssembledTransaction } from "@stellar/stellar-sdk/contract";
import { expect, test } from "vitest";
import { Deployed } from "../support/deployed.ts";
import { landInAnotherOrder, send } from "../support/party.ts";
import type { Wallet } from "../support/wallet.ts";

const DAY = 86_400;
const LEDGERS_PER_DAY = 17_280;
const WARM_UP = 21 * DAY;
const STAKE = 20_000_000_000_000n;

/** A staker who decides alone, and its proposals to double the pool's limit. */
async function staker() {
  const system = await Deployed.start();
  const voter = await system.holder("2000000");
  const governance = system.as(Governance, "governance", voter.keypair);
  const pool = system.as(Pool, "pool", voter.keypair);
  const raised = 2n * (await pool.limit({ merchant: null })).result.limit;
  await send(governance.stake({ staker: voter.address, amount: STAKE }));
  await system.travel(WARM_UP);
  await send(governance.activate({ staker: voter.address }));

  const args = [
    nativeToScVal(system.id("governance"), { type: "address" }),
    xdr.ScVal.scvVoid(),
    nativeToScVal(raised, { type: "i128" }),
  ];
  const propose = async (description: string) => {
    const actions = [{ target: system.id("pool"), function: "set_limit", args }];
    const id = await send(governance.propose({ proposer: voter.address, actions, description }));
    await system.ledger.call("localnet_advanceSequence", { ledgers: 2 * LEDGERS_PER_DAY + 1 });
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
  expect(await system.eventTypes("governance")).toEqual([
    "stake",
    "activate",
    "proposed",
    "voted",
    "queued",
    "executed",
  ]);
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
    ...["stake", "activate", "proposed", "cancelled", "proposed", "voted", "queued", "vetoed"],
  ]);
});

test("unstaking ends the votes at once, and gives the tokens back after the cool-down", async () => {
  const { system, voter, governance, propose } = await staker();
  const withdraw = () => send(governance.withdraw({ staker: voter.address }));
  await expect(withdraw()).rejects.toThrow("NothingCooling");
  const until = await send(governance.unstake({ staker: voter.address, amount: STAKE }));
  expect(until - (await system.now())).toBe(BigInt(31 * DAY));
  await system.travel(5);
  await expect(propose("Too late")).rejects.toThrow("BelowThreshold");
  await expect(withdraw()).rejects.toThrow("StillCooling");

  await system.travel(31 * DAY);
  expect(await withdraw()).toBe(STAKE);
  expect(await system.balance(voter)).toBe(STAKE);
  expect((await governance.total_held()).result).toBe(0n);
  expect(await system.eventTypes("governance")).toEqual(["stake", "activate", "unstake", "withdraw"]);
});

test("wallets stake, activate, propose, delegate, vote and unstake in another order than they signed in, and all calls land", async () => {
  const system = await Deployed.start();
  const wallets: Wallet[] = [];
  for (let count = 0; count < 3; count += 1) wallets.push(await system.holder("400000"));
  const actions = [{ target: system.id("pool"), function: "set_limit", args: [] }];
  type Call = (governance: Governance, wallet: string) => Promise<AssembledTransaction<unknown>>;
  const as = ({ keypair }: Wallet) => system.as(Governance, "governance", keypair);
  const inReverse = (call: Call, signers = wallets) =>
    landInAnotherOrder(signers, (signer) => call(as(signer), signer.address));
  await inReverse((governance, staker) => governance.stake({ staker, amount: 2_000_000_000_000n }));
  await system.travel(WARM_UP);
  await inReverse((governance, staker) => governance.activate({ staker }));
  const [delegate, ...delegators] = wallets as [Wallet, Wallet, Wallet];
  const delegatee = delegate.address;
  await inReverse((governance, account) => governance.delegate({ account, delegatee }), delegators);
  await inReverse((governance, proposer) => governance.propose({ proposer, actions, description: "Less" }));
  const id = await send(as(delegate).propose({ proposer: delegatee, actions, description: "More" }));
  await system.ledger.call("localnet_advanceSequence", { ledgers: 2 * LEDGERS_PER_DAY + 1 });
  // One delegator votes itself, and the other one unstakes, before the vote for both lands that was signed first.
  const list = delegators.map(({ address }) => address);
  const amount = 1_000_000_000_000n;
  await landInAnotherOrder(wallets, (signer, index) => {
    const governance = as(signer);
    if (index === 0) return governance.vote_for({ delegate: delegatee, id, support: 1, delegators: list });
    if (index === 1) return governance.vote({ voter: signer.address, id, support: 0 });
    return governance.unstake({ staker: signer.address, amount });
  });
  const { result: proposal } = await as(delegate).proposal({ id });
  expect(proposal).toMatchObject({ in_favour: 2n * amount, against: 2n * amount });
  await inReverse((governance, staker) => governance.unstake({ staker, amount }));
  const thrice = (name: string) => [name, name, name];
  expect(await system.eventTypes("governance")).toEqual([
    ...["stake", "activate"].flatMap(thrice),
    ...["delegate_changed", "delegate_changed", ...thrice("proposed"), "proposed"],
    ...["unstake", "voted", "voted", ...thrice("unstake")],
  ]);
});
