import { type Proposal, ProposalState } from "@merit/bindings/governance";
import { record } from "@merit/core/agreements/governance/events.ts";
import { actionsOf, type Template } from "@merit/core/agreements/governance/templates.ts";
import { contractErrors } from "@merit/core/ledger/chain/contract-errors.ts";
import { newContract, newWallet, openAccount } from "@merit/core/testing/chain.ts";
import { Address, Operation, TransactionBuilder, xdr } from "@stellar/stellar-sdk";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { startService, type TestService } from "../../testing/service.ts";
import { openSigners, type Signers } from "../../testing/signers.ts";

// The contract's answers are tested on a real ledger: test/chain/governance.test.ts.

let service: TestService;
let signers: Signers;
beforeAll(async () => {
  service = await startService();
  signers = openSigners(service);
});
afterAll(() => service[Symbol.asyncDispose]());
afterEach(() => {
  service.world.chain.down = false;
  delete service.world.chain.refusal;
  service.world.chain.ledger = 100;
});

const get = (path: string) => service.call(`GET /api/governance${path}`);
const contracts = () => service.world.chain.chain.contracts;
const DAY = 86_400;

/** Puts a proposal with a running vote on the ledger; `id` is two hex digits, 32 times. */
function onLedger(id: string, template: Template, change: Partial<Proposal> = {}): string {
  const { spec } = contracts().governance;
  const actions = actionsOf(contracts(), template);
  const [, stored] = spec.funcArgsToScVals("propose", { proposer: newWallet(), actions, description: "" });
  const votes = { in_favour: 15_000_000n, against: 0n, abstain: 0n, quorum: 10_000_000n, threshold_bps: 5_000 };
  const terms = {
    snapshot: 90,
    vote_end: 110,
    delay: BigInt(2 * DAY),
    grace: BigInt(7 * DAY),
    late_extension: 5,
    eta: 0n,
  };
  const proposal = { proposer: newWallet(), state: ProposalState.Active, ...votes, ...terms, ...change };
  service.world.chain.proposals.set(id.repeat(32), { proposal, actions: stored as xdr.ScVal });
  return id.repeat(32);
}

let seconds = 0;
/** Events of the contract, as the indexer stores them. */
const events = (...all: [type: string, data: object][]) =>
  service.world.context.db.commit(async (store) => {
    for (const [type, data] of all) {
      const ledger_closed_at = new Date(Date.UTC(2026, 10, 21, 18, 0, seconds++));
      await record(store, { type, data, ledger: 80, ledger_closed_at, tx_hash: "e5".repeat(32) });
    }
  });

const proposer = newWallet();
const proposed = (id: string, change: object = {}): [string, object] => [
  "proposed",
  {
    ...{ id: id.repeat(32), proposer, description: "Twice the limit", snapshot: 90, vote_end: 110 },
    actions: [{ target: contracts().pool.id, function: "set_limit", args: [] }],
    ...{ quorum: "10000000", threshold_bps: 5_000 },
    ...change,
  },
];
const voted = (id: string, support: number, weight: string, change: object = {}): [string, object] => [
  "voted",
  { id: id.repeat(32), voter: newWallet(), support, weight, vote_end: 110, ...change },
];

it("shows the sums of all stakes and the terms of new proposals", async () => {
  expect((await get("")).body).toMatchObject({
    ...{ contract_id: contracts().governance.id, paused: false, votes: "3", warming: "2", cooling: "1" },
    ...{ proposal_threshold: "100000", voting_delay_ledgers: 34_560, delay_seconds: 2 * DAY },
    classes: { upgrade: { quorum_bps: 3_000, threshold_bps: 6_667 } },
  });
  service.world.chain.down = true;
  expect((await get("")).body.code).toBe("rpc_unavailable");
});

it("shows a wallet's votes, and from when the rest can be activated", async () => {
  const wallet_address = newWallet();
  expect((await get(`/wallets/${wallet_address}`)).body).toEqual({
    ...{ wallet_address, votes: "1.5", delegate: null, cooling: null },
    delegators: { data: [], count: 0, votes: "0" },
    warming: { amount: "0.5", from: new Date((1_800_000_000 + 21 * DAY) * 1000).toISOString() },
  });
  expect((await get("/wallets/G1")).body).toMatchObject({ status: 422, errors: [{ field: "wallet_address" }] });
  service.world.chain.down = true;
  expect((await get(`/wallets/${wallet_address}`)).body.code).toBe("rpc_unavailable");
});

it("says what a proposal does from its calls on the ledger, not in its proposer's words", async () => {
  const id = onLedger("a1", { template: "upgrade", contract: "pool", wasm_hash: "ab".repeat(32), migrate: false });
  const unindexed = (await get(`/proposals/${id}`)).body;
  expect(unindexed).toMatchObject({ state: "active", description: null, tx_hash: null, next: { step: "vote" } });
  expect(unindexed.calls).toMatchObject([
    { contract: "pool", function: "upgrade", known: true, words: expect.stringMatching(/^Replace the code of pool /) },
  ]);
  await events(proposed("a1", { description: "Only a harmless change" }));
  expect((await get(`/proposals/${id}`)).body).toMatchObject({
    ...{ calls: unindexed.calls, description: "Only a harmless change", tx_hash: "e5".repeat(32) },
  });
});

it("says until when a won proposal can be queued and executed", async () => {
  const eta = 1_900_000_000n;
  const queued = onLedger("a2", { template: "unpause", contract: "state" }, { state: ProposalState.Queued, eta });
  const times = {
    from: new Date(Number(eta) * 1000).toISOString(),
    until: new Date((Number(eta) + 7 * DAY) * 1000).toISOString(),
  };
  expect((await get(`/proposals/${queued}`)).body).toMatchObject({
    ...{ state: "queued", executable_from: times.from, executable_until: times.until },
    next: { step: "execute", ...times },
  });
  const won = onLedger("a3", { template: "unpause", contract: "pool" }, { state: ProposalState.Succeeded });
  expect((await get(`/proposals/${won}`)).body.next.step).toBe("queue");
  const lost = onLedger("a4", { template: "unpause", contract: "pool" }, { state: ProposalState.Defeated });
  expect((await get(`/proposals/${lost}`)).body).toMatchObject({ state: "defeated", next: null });
});

it.each(["b0".repeat(32), "1", "%00"])("there is no proposal %s", async (id) => {
  expect((await get(`/proposals/${id}`)).body).toMatchObject({ status: 404, code: "not_found" });
});

it("can't show a proposal while the ledger can't be read", async () => {
  service.world.chain.down = true;
  expect((await get(`/proposals/${"b1".repeat(32)}`)).body.code).toBe("rpc_unavailable");
  expect((await get("/proposals")).body.code).toBe("rpc_unavailable");
});

it("lists proposals in the states that votes, time and calls have brought", async () => {
  const end = { eta: "1900000000", expires_at: "1900600000" };
  await events(
    ...["c1", "c2", "c3", "c4", "c5"].map((id) => proposed(id)),
    voted("c2", 1, "10000000"),
    voted("c3", 1, "10000000"),
    voted("c4", 1, "10000000"),
    ["queued", { id: "c3".repeat(32), ...end }],
    ["queued", { id: "c4".repeat(32), ...end }],
    ["executed", { id: "c4".repeat(32) }],
    ["vetoed", { id: "c5".repeat(32), guardian: newWallet() }],
  );
  const states = async (ledger: number, closeTime = new Date()) => {
    Object.assign(service.world.chain, { ledger, closeTime });
    const { data } = (await get(`/proposals?proposer=${proposer}`)).body;
    const byId = new Map(data.map((row: { id: string; state: string }) => [row.id.slice(0, 2), row.state]));
    return ["c1", "c2", "c3", "c4", "c5"].map((id) => byId.get(id));
  };
  const ended = ["queued", "executed", "cancelled"];
  expect(await states(90)).toEqual(["pending", "pending", ...ended]);
  expect(await states(91)).toEqual(["active", "active", ...ended]);
  expect(await states(110)).toEqual(["active", "active", ...ended]);
  expect(await states(111)).toEqual(["defeated", "succeeded", ...ended]);
  expect(await states(110 + 14 * 17_280)).toEqual(["defeated", "succeeded", ...ended]);
  expect(await states(111 + 14 * 17_280)).toEqual(["defeated", "expired", ...ended]);
  expect((await states(111, new Date(1_900_600_000_000)))[2]).toBe("expired");
  delete service.world.chain.closeTime;

  const { body } = await get("/proposals?state=cancelled");
  expect(body.data).toMatchObject([{ id: "c5".repeat(32), outcome: "vetoed", calls: ["pool.set_limit"], proposer }]);
  const first = (await get("/proposals?limit=1")).body;
  expect(first).toMatchObject({ has_more: true, data: [{ id: "c5".repeat(32) }] });
  expect((await get(`/proposals?limit=1&cursor=${first.next_cursor}`)).body.data[0].id).toBe("c4".repeat(32));
});

it("lists the votes on a proposal", async () => {
  const [late, early] = [newWallet(), newWallet()];
  const path = `/proposals/${onLedger("d1", { template: "unpause", contract: "pool" })}`;
  const votesOf = async (query: string) => (await get(`${path}${query}`)).body.votes;
  // Its own event comes first.
  expect(await votesOf("")).toEqual({ data: [], has_more: false, next_cursor: null });
  await events(
    proposed("d1"),
    voted("d1", 0, "5000000", { voter: early }),
    voted("d1", 2, "15000000", { voter: late, vote_end: 130, delegate: early }),
  );
  expect((await votesOf("")).data).toMatchObject([
    { voter: late, delegate: early, support: "abstain", weight: "1.5" },
    { voter: early, delegate: null, support: "against", weight: "0.5" },
  ]);
  expect((await votesOf("?support=against")).data).toMatchObject([{ voter: early }]);
  const first = await votesOf("?limit=1");
  expect(first).toMatchObject({ has_more: true, data: [{ voter: late }] });
  expect((await votesOf(`?limit=1&cursor=${first.next_cursor}`)).data).toMatchObject([{ voter: early }]);
  const [listed] = (await get("/proposals?limit=1")).body.data;
  expect(listed).toMatchObject({ against: "0.5", abstain: "1.5", in_favour: "0", vote_end: 130 });
});

it("lists those who let a wallet vote for them, with their votes", async () => {
  const [delegate, delegator, other] = [newWallet(), newWallet(), newWallet()];
  await events(
    ["stake", { staker: delegator, amount: "50000000" }],
    ["activate", { staker: delegator, amount: "50000000" }],
    ["delegate_changed", { delegator, from_delegate: null, to_delegate: delegate }],
    ["delegate_changed", { delegator: other, from_delegate: null, to_delegate: delegate }],
    proposed("d2"),
  );
  const path = `/wallets/${delegate}`;
  const delegators = async (query: string) => (await get(`${path}?${query}`)).body.delegators;
  const first = { wallet_address: delegator, votes: "5", since: expect.any(String) };
  expect(await delegators("limit=1")).toEqual({ data: [first], count: 2, votes: "5" });
  const onProposal = `proposal=${"d2".repeat(32)}`;
  expect(await delegators(onProposal)).toEqual({ data: [first], count: 1, votes: "5" });
  await events(voted("d2", 1, "50000000", { voter: delegator, delegate }));
  expect(await delegators(onProposal)).toEqual({ data: [], count: 0, votes: "0" });
  expect((await get(`${path}?proposal=1`)).body).toMatchObject({ status: 404, code: "not_found" });
  expect((await get("/wallets/G1")).body).toMatchObject({ status: 422, errors: [{ field: "wallet_address" }] });
});

it("lists stakes", async () => {
  const [first, second] = [newWallet(), newWallet()];
  await events(
    ["stake", { staker: first, amount: "50000000" }],
    ["activate", { staker: first, amount: "50000000" }],
    ["stake", { staker: second, amount: "10000000" }],
    ["stake", { staker: first, amount: "20000000" }],
    ["unstake", { staker: first, amount: "30000000", until: "1900000000" }],
  );
  const { data } = (await get("?limit=2")).body.stakes;
  expect(data).toMatchObject([
    { wallet_address: second, votes: "0", warming: "1", warming_since: expect.any(String), cooling: "0" },
    { wallet_address: first, votes: "4", warming: "0", warming_since: null, cooling: "3" },
  ]);
  expect(data[1].cooling_until).toBe(new Date(1_900_000_000_000).toISOString());
  expect((await get(`?wallet_address=${first}`)).body.stakes.data).toEqual([data[1]]);
});

const LIMIT = { change: "limit", limit: "200" };

it("builds a proposal for a wallet to sign, with what it will do", async () => {
  const user = await signers.create();
  service.world.chain.accounts.set(user.wallet, openAccount(user.wallet));
  const body = {
    ...{ call: "governance.propose", description: "As agreed" },
    changes: [LIMIT, { change: "grant", role: "pauser", account: newWallet(), expires_at: "2060-01-31T00:00:00Z" }],
  };
  const { status, body: built } = await signers.call(user, body);
  expect(status).toBe(201);
  expect(built).toMatchObject({ kind: "governance.propose", wallet_address: user.wallet, reserve_xlm: "0" });
  expect(built.proposal.id).toMatch(/^[0-9a-f]{64}$/);
  expect(built.proposal.calls).toMatchObject([
    { function: "set_limit", words: expect.stringMatching(/ to 200 tokens in 24 hours/) },
    {
      function: "grant_role_until",
      words: expect.stringMatching(/^Give the role "pauser" to G\w+, until 2060-01-31T/),
    },
  ]);
  const [operation] = signers.read(built.envelope).operations;
  expect(operation?.type).toBe("invokeHostFunction");
  const sent = await signers.submit(user, signers.sign(built.envelope, user.keypair));
  expect(sent).toMatchObject({ status: 202, body: { kind: "governance.propose", status: "pending" } });
});

it("says in plain words why the contract refuses a proposal", async () => {
  const user = await signers.create();
  service.world.chain.accounts.set(user.wallet, openAccount(user.wallet));
  service.world.chain.refusal = contractErrors.governance.BelowThreshold;
  const body = { call: "governance.propose", description: "As agreed", changes: [LIMIT] };
  expect((await signers.call(user, body)).body).toMatchObject({
    ...{ status: 409, code: "operation_refused" },
    detail: "The account has fewer votes than a proposal needs. Stake more, and activate it after the warm-up.",
  });
});

it("refuses a proposal of somebody else's wallet, of one without account, and while the ledger can't be read", async () => {
  const user = await signers.create();
  const body = { call: "governance.propose", description: "As agreed", changes: [LIMIT] };
  const propose = async (wallet: string) => (await signers.call({ ...user, wallet }, body)).body.code;
  expect(await propose((await signers.create()).wallet)).toBe("not_found");
  service.world.chain.accounts.delete(user.wallet);
  expect(await propose(user.wallet)).toBe("account_missing");
  service.world.chain.down = true;
  expect(await propose(user.wallet)).toBe("rpc_unavailable");
});

it.each([
  ["changes", { changes: [] }],
  ["changes.0.limit", { changes: [{ ...LIMIT, limit: "0" }] }],
  ["changes.0.role", { changes: [{ change: "revoke", role: "king", account: newWallet() }] }],
  ["changes.0.wasm_hash", { changes: [{ change: "upgrade", contract: "pool", wasm_hash: "AB" }] }],
  ["description", { description: "é".repeat(513) }],
])("refuses a proposal with wrong %s", async (field, change) => {
  const user = await signers.create();
  const body = { call: "governance.propose", description: "As agreed", changes: [LIMIT], ...change };
  const reply = await signers.call(user, body);
  expect(reply.body).toMatchObject({ status: 422, errors: [{ field }] });
});

it.each([
  { call: "governance.stake", amount: "12.5" },
  { call: "governance.activate" },
  { call: "governance.unstake", amount: "12.5" },
  { call: "governance.withdraw" },
  { call: "governance.vote", proposal: "ab".repeat(32), support: "for" },
  { call: "governance.delegate", delegate: newWallet() },
  { call: "governance.delegate", delegate: null },
  { call: "governance.vote_for", proposal: "ab".repeat(32), support: "for", delegators: [newWallet()] },
  { call: "governance.queue", proposal: "ab".repeat(32) },
  { call: "governance.execute", proposal: "ab".repeat(32) },
  { call: "governance.cancel", proposal: "ab".repeat(32) },
])("builds $call for a wallet to sign", async (body) => {
  const user = await signers.create();
  service.world.chain.accounts.set(user.wallet, openAccount(user.wallet));
  expect(await signers.call(user, body)).toMatchObject({ status: 201, body: { kind: body.call } });
});

it("never lets the execution of a proposal act in the wallet's name, whatever the node adds", async () => {
  const user = await signers.create();
  const { chain } = service.world.chain;
  service.world.chain.accounts.set(user.wallet, openAccount(user.wallet));
  const simulate = chain.simulate;
  chain.simulate = async (transaction) => {
    const simulation = await simulate(transaction);
    const spends = Operation.invokeContractFunction({
      ...{ contract: newContract(), function: "transfer", args: [] },
      auth: [spendsTokens()],
    });
    const changed = TransactionBuilder.cloneFrom(transaction).clearOperations().addOperation(spends).build();
    return { ...simulation, transaction: changed };
  };
  const asked = { call: "governance.execute", proposal: "ab".repeat(32) };
  const refused = await signers.call(user, asked);
  chain.simulate = simulate;
  expect(refused.body).toMatchObject({
    code: "operation_refused",
    detail: expect.stringMatching(/acts in the wallet's name/),
  });
  expect((await signers.call(user, asked)).status).toBe(201);
});

/** The signature of the transaction's source authorises this call too. */
const spendsTokens = () =>
  new xdr.SorobanAuthorizationEntry({
    credentials: xdr.SorobanCredentials.sorobanCredentialsSourceAccount(),
    rootInvocation: new xdr.SorobanAuthorizedInvocation({
      function: xdr.SorobanAuthorizedFunction.sorobanAuthorizedFunctionTypeContractFn(
        new xdr.InvokeContractArgs({
          ...{ contractAddress: new Address(newContract()).toScAddress(), functionName: "transfer", args: [] },
        }),
      ),
      subInvocations: [],
    }),
  });
