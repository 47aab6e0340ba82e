import { Status } from "@merit/bindings/escrow";
import { pruneProposals } from "@merit/core/agreements/escrows/store.ts";
import { systemClock } from "@merit/core/base/clock.ts";
import * as wallets from "@merit/core/parties/wallets/store.ts";
import { contractEvents } from "@merit/core/store/db/schema/contract-events.ts";
import { createEscrow, milestone } from "@merit/core/testing/escrows.ts";
import { Address, Keypair, scValToNative, xdr } from "@stellar/stellar-sdk";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { provenWallet } from "../../testing/drops.ts";
import { type Escrows, openEscrows } from "../../testing/escrows.ts";
import { startService, type TestService, type TestUser } from "../../testing/service.ts";
import { openSigners } from "../../testing/signers.ts";

// The effect of the steps on the ledger is tested on a real one: test/e2e/escrow.test.ts.

const DAY = 86_400;
const DAY_MS = DAY * 1000;

let service: TestService;
let escrows: Escrows;
beforeAll(async () => {
  service = await startService();
  escrows = openEscrows(service);
});
afterAll(() => service[Symbol.asyncDispose]());
afterEach(() => {
  service.world.chain.down = false;
  delete service.world.chain.refusal;
  service.world.context.clock = systemClock;
});

const get = ({ accessToken: token }: TestUser, path: string) => service.call(`GET /api/escrows${path}`, { token });
const post = ({ accessToken: token }: TestUser, path: string, body?: object) =>
  service.call(`POST /api/escrows${path}`, { token, ...(body && { body }) });
/** Asks for the transaction by which the wallet agrees to a proposal. */
const agree = ({ accessToken: token }: TestUser, wallet: Keypair, escrow: string, proposal: number) => {
  const body = { wallet_address: wallet.publicKey(), call: "escrow.agree", escrow, proposal };
  return service.call("POST /api/wallet/envelope", { token, body });
};
const inDays = (days: number) => BigInt(Math.floor(Date.now() / 1000) + days * DAY);
const at = (seconds: bigint) => new Date(Number(seconds) * 1000).toISOString();

/** A depositor with an escrow. */
async function open(change?: Parameters<Escrows["create"]>[1]) {
  const user = await service.user();
  return { user, ...(await escrows.create(user.id, change)) };
}

/** The caller's possible actions, such as "dispute 0". */
async function can(user: TestUser, id: string): Promise<string[]> {
  const { body } = await get(user, `/${id}`);
  return body.parties.flatMap(({ actions }: { actions: { action: string; milestone: number | null }[] }) =>
    actions.map(({ action, milestone }) => (milestone === null ? action : `${action} ${milestone}`)),
  );
}

describe("GET /escrows", () => {
  it("lists those of the caller's wallets, newest first, by status, role and wallet", async () => {
    const user = await service.user();
    const [wallet, other] = [await provenWallet(service, user.id), await provenWallet(service, user.id)];
    const depositor = wallet.publicKey();
    const first = await createEscrow(service.world, { depositor });
    const second = await createEscrow(
      service.world,
      { arbiter: other.publicKey() },
      { milestones: [milestone({ status: Status.Disputed, decide_by: inDays(9) })] },
    );
    const third = await createEscrow(service.world, { depositor }, { awaited: [] });
    const fourth = await createEscrow(
      service.world,
      { depositor },
      { milestones: [milestone({ status: Status.Split })] },
    );
    await createEscrow(service.world, {});
    const ids = async (query: string) => (await get(user, query)).body.data.map(({ id }: { id: string }) => id);
    expect(await ids("")).toEqual([fourth, third, second, first]);
    expect(await ids("?status=active")).toEqual([first]);
    expect(await ids("?status=disputed")).toEqual([second]);
    expect(await ids("?status=awaiting")).toEqual([third]);
    expect(await ids("?status=ended")).toEqual([fourth]);
    expect(await ids("?role=arbiter")).toEqual([second]);
    expect(await ids(`?wallet_address=${other.publicKey()}`)).toEqual([second]);
    expect(await ids(`?wallet_address=${Keypair.random().publicKey()}`)).toEqual([]);
    const { body: page } = await get(user, "?limit=1");
    expect(page).toMatchObject({ has_more: true, data: [{ id: fourth, roles: ["depositor"], held: "0" }] });
    expect(await ids(`?limit=2&cursor=${page.next_cursor}`)).toEqual([third, second]);
  });

  it("shows the deadlines and next steps of the record, and still lists while the node is away", async () => {
    const { user, id, other } = await open({ milestones: [milestone(), milestone({ status: Status.Released })] });
    await escrows.offer(other, id, { action: "split", milestone: 0, share: 5_000 });
    const { body: record } = await get(user, `/${id}`);
    const [party] = record.parties;
    const listed = async () => (await get(user, "")).body.data[0];
    expect(await listed()).toMatchObject({
      milestones: record.milestones,
      parties: [{ wallet_address: party.wallet_address, role: "depositor", actions: party.actions }],
    });
    expect(party.actions.map(({ action }: { action: string }) => action)).toContain("agree");
    service.world.chain.down = true;
    expect(await listed()).toMatchObject({ id, milestones: null, parties: [{ role: "depositor", actions: null }] });
  });

  it("refuses filters that it doesn't know", async () => {
    const user = await service.user();
    for (const [query, field] of [
      ["?status=lost", "status"],
      ["?role=judge", "role"],
      ["?wallet_address=G", "wallet_address"],
    ] as const) {
      expect((await get(user, query)).body).toMatchObject({ status: 422, errors: [{ field }] });
    }
  });
});

it("GET /escrows tells the platform's fee, unless the ledger can't be read", async () => {
  const user = await service.user();
  expect((await get(user, "")).body).toEqual({ data: [], has_more: false, next_cursor: null, fee: 100 });
  service.world.chain.down = true;
  expect((await get(user, "")).body).toMatchObject({ fee: null });
});

describe("GET /escrows/<id>", () => {
  it("shows what the contract has, with each deadline", async () => {
    const [deadline, decide_by] = [inDays(3), inDays(9)];
    const held = milestone({ deadline });
    const disputed = milestone({ deadline, decide_by, status: Status.Disputed, evidence: new Uint8Array(32).fill(7) });
    const { user, id, keypair } = await open({ milestones: [held, disputed], undecided_share: 2_500 });
    service.world.chain.owed.set(keypair.publicKey(), 15_000_000n);
    const { status, body } = await get(user, `/${id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, status: "disputed", amount: "20", held: "20", awaited: [], fee: 100 });
    expect(body).toMatchObject({ dispute_window: 604_800, undecided_share: 2_500, agreement: "00".repeat(32) });
    expect(body.milestones).toEqual([
      {
        ...{ milestone: 0, amount: "10", deadline: at(deadline), status: "held" },
        ...{ decide_by: null, evidence: null },
      },
      {
        ...{ milestone: 1, amount: "10", deadline: at(deadline), status: "disputed" },
        ...{ decide_by: at(decide_by), evidence: "07".repeat(32) },
      },
    ]);
    expect(body.parties).toMatchObject([{ wallet_address: keypair.publicKey(), role: "depositor", owed: "1.5" }]);
    expect(body.parties[0].actions).toContainEqual({
      ...{ action: "dispute", milestone: 0, until: at(deadline), proposal_id: null },
    });
    expect(body.parties[0].actions).toContainEqual({
      ...{ action: "submit_evidence", milestone: 1, until: at(decide_by), proposal_id: null },
    });
  });

  it("tells each party what it can do before the others have accepted", async () => {
    const { user, id, other, arbiter, keypair } = await open({ milestones: [milestone()] });
    const known = service.world.chain.escrows.get(id);
    if (!known) throw new Error("no escrow");
    known.awaited = [known.beneficiary, known.arbiter];
    expect(await can(user, id)).toEqual(["cancel", "release 0", "propose_split 0", "propose_extend 0"]);
    expect(await can(other, id)).toEqual(["accept", "propose_split 0", "propose_extend 0"]);
    expect(await can(arbiter, id)).toEqual(["accept"]);
    expect(keypair.publicKey()).toBe(known.depositor);
  });

  it("tells each party what it can do once it is bound, and what a passed deadline leaves", async () => {
    const late = { deadline: inDays(-1) };
    const { user, id, other, arbiter } = await open({
      milestones: [
        milestone(),
        milestone({ status: Status.Disputed, decide_by: inDays(2) }),
        milestone(late),
        milestone({ ...late, status: Status.Disputed, decide_by: inDays(-1) }),
        milestone({ status: Status.Released }),
      ],
    });
    const joint = ["propose_split 0", "propose_extend 0"];
    expect(await can(user, id)).toEqual([
      ...["release 0", "dispute 0", ...joint],
      ...["release 1", "submit_evidence 1", "propose_split 1"],
      ...["release 2", "expire 2", "propose_split 2", "propose_extend 2"],
      ...["release 3", "expire 3", "propose_split 3"],
      "propose_cancel",
    ]);
    expect(await can(other, id)).toEqual([
      ...["dispute 0", ...joint],
      ...["submit_evidence 1", "propose_split 1"],
      ...["expire 2", "propose_split 2", "propose_extend 2"],
      ...["expire 3", "propose_split 3"],
      "propose_cancel",
    ]);
    expect(await can(arbiter, id)).toEqual(["resolve 1", "expire 2", "expire 3"]);
  });

  it("is missing for everybody else, and says when the ledger can't be read", async () => {
    const { user, id } = await open();
    expect((await get(await service.user(), `/${id}`)).body).toMatchObject({ status: 404 });
    expect((await get(user, "/nonsense")).body).toMatchObject({ status: 404 });
    service.world.chain.down = true;
    expect((await get(user, `/${id}`)).body).toMatchObject({ status: 503, code: "rpc_unavailable" });
  });
});

it("GET /escrows/<id> has its events in the order of the ledger, page by page", async () => {
  const { user, id } = await open();
  const event = (index: number, type: string, escrow: string) => ({
    id: `${String(index).padStart(19, "0")}-0000000000`,
    ...{ contract_id: "C", contract: "escrow", type, ledger: index, ledger_closed_at: new Date() },
    ...{ tx_hash: "1".repeat(64), data: { id: escrow, milestone: 0 } },
  });
  const rows = [event(3, "evidence", id), event(1, "created", id), event(2, "created", "ff".repeat(32))];
  await service.world.context.db.commit(async (store) => void (await store.insert(contractEvents).values(rows)));
  const events = async (query = "") => (await get(user, `/${id}${query}`)).body.events;
  const page = await events("?limit=1");
  expect(page).toMatchObject({ has_more: true, data: [{ type: "created", data: { id } }] });
  expect((await events()).data).toMatchObject([{ type: "created" }, { type: "evidence" }]);
  expect((await events(`?cursor=${page.next_cursor}`)).data).toMatchObject([{ type: "evidence" }]);
  expect((await get(user, `/${id}?cursor=5`)).body).toMatchObject({ errors: [{ field: "cursor" }] });
  expect((await get(await service.user(), `/${id}?limit=1`)).body).toMatchObject({ status: 404 });
});

describe("a proposal", () => {
  const split = { action: "split", milestone: 0, share: 5_000 };

  it("is seen by the other party once it is signed, and not by the arbiter", async () => {
    const { user, id, keypair, other, arbiter } = await open();
    const { status, body } = await escrows.propose(user.accessToken, id, keypair, split);
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...split, escrow_id: id, wallet_address: keypair.publicKey(), deadline: null });
    expect(Date.parse(body.expires_at) - Date.now()).toBeGreaterThan(6 * DAY_MS);
    expect((await agree(other, other.keypair, id, body.id)).body).toMatchObject({ status: 404 });
    expect((await get(other, `/${id}`)).body.proposals).toEqual([]);

    const signature = escrows.sign(body.authorization, keypair);
    const signed = await post(user, `/${id}/proposals`, { action: "sign", proposal_id: body.id, signature });
    expect(signed).toMatchObject({ status: 200, body: { id: body.id } });
    expect(await can(other, id)).toContain("agree 0");
    expect(await can(user, id)).not.toContain("agree 0");
    expect((await get(arbiter, `/${id}`)).body.proposals).toEqual([]);
    const agreed = await agree(other, other.keypair, id, body.id);
    expect(agreed).toMatchObject({ status: 201, body: { kind: "escrow.agree", escrow_id: id } });
    const signers = openSigners(service);
    expect(signers.read(agreed.body.envelope).source).toBe(other.keypair.publicKey());
    const sent = await signers.submit(other, signers.sign(agreed.body.envelope, other.keypair));
    expect(sent).toMatchObject({ status: 202, body: { status: "pending" } });
    for (const stranger of [{ ...user, keypair }, arbiter]) {
      for (const wallet of [stranger.keypair, other.keypair])
        expect((await agree(stranger, wallet, id, body.id)).body).toMatchObject({ status: 404 });
    }
  });

  it("has the wallet authorise this step of this escrow and nothing else, whatever call the node names", async () => {
    const { user, id, keypair } = await open();
    const { body } = await escrows.propose(user.accessToken, id, keypair, split);
    const preimage = xdr.HashIdPreimage.fromXdr(body.authorization, "base64");
    if (preimage.type !== "envelopeTypeSorobanAuthorizationWithAddress") throw new Error(preimage.type);
    const { function: called, subInvocations } = preimage.value.invocation;
    if (called.type !== "sorobanAuthorizedFunctionTypeContractFn") throw new Error(called.type);
    const { contractAddress, functionName, args } = called.contractFn;
    const { escrow } = service.world.chain.chain.contracts;
    expect(Address.fromScAddress(contractAddress).toString()).toBe(escrow.id);
    expect(functionName.toString()).toBe("split");
    expect(args.map((each) => scValToNative(each))).toEqual([Uint8Array.from(Buffer.from(id, "hex")), 0, 5_000]);
    expect(subInvocations).toEqual([]);
  });

  it("keeps its number and its terms; a later one of the same step replaces it once it is signed", async () => {
    const { user, id, keypair, other } = await open();
    const own = { ...user, keypair };
    const seen = async () => (await get(other, `/${id}`)).body.proposals;
    const first = await escrows.offer(own, id, split);
    await escrows.propose(user.accessToken, id, keypair, { ...split, share: 100 });
    expect(await seen()).toMatchObject([{ id: first, share: 5_000 }]);
    const second = await escrows.offer(own, id, { ...split, share: 0 });
    const third = await escrows.offer(own, id, { ...split, milestone: 1 });
    expect(await seen()).toMatchObject([
      { id: second, share: 0 },
      { id: third, share: 5_000 },
    ]);
    expect((await agree(other, other.keypair, id, first)).body).toMatchObject({ status: 404 });
  });

  it("gives no number again after the old ones are pruned", async () => {
    const { user, id, keypair } = await open();
    const first = await escrows.offer({ ...user, keypair }, id, split);
    const { db } = service.world.context;
    await db.commit((store) => pruneProposals(store, new Date(Date.now() + 30 * DAY_MS)));
    expect(await escrows.offer({ ...user, keypair }, id, split)).toBeGreaterThan(first);
    expect(await db.commit((store) => pruneProposals(store, new Date(Date.now() + 30 * DAY_MS)))).toBe(0);
  });

  it("is open only as long as the milestone allows it and it hasn't expired", async () => {
    const { user, id, keypair, other } = await open({ milestones: [milestone(), milestone()] });
    const own = { ...user, keypair };
    const deadline = at(inDays(2));
    const cancel = await escrows.offer(own, id, { action: "cancel" });
    await escrows.offer(own, id, { action: "extend", milestone: 0, deadline });
    await escrows.offer(own, id, { action: "split", milestone: 1, share: 0 });
    expect((await get(other, `/${id}`)).body.proposals).toMatchObject([
      { action: "cancel", milestone: null },
      { action: "extend", milestone: 0, deadline },
      { action: "split", milestone: 1 },
    ]);
    const [first, second] = service.world.chain.escrows.get(id)?.milestones ?? [];
    if (!first || !second) throw new Error("no milestones");
    first.deadline = inDays(3);
    second.status = Status.Released;
    expect((await get(other, `/${id}`)).body.proposals).toMatchObject([{ action: "cancel" }]);
    service.world.context.clock = { now: () => new Date(Date.now() + 7 * DAY_MS) };
    const { body } = await service.call("POST /api/auth/login", {
      body: { email: other.email, password: other.password },
    });
    const later = { ...other, accessToken: body.accessToken };
    expect((await get(later, `/${id}`)).body.proposals).toEqual([]);
    const agreed = await agree(later, other.keypair, id, cancel);
    expect(agreed.body).toMatchObject({
      status: 409,
      code: "operation_refused",
      detail: expect.stringMatching(/expired/),
    });
  });

  it("extends only until its new deadline has come", async () => {
    const { user, id, keypair, other } = await open({ milestones: [milestone()] });
    const own = { ...user, keypair };
    const [soon, late] = [at(inDays(2)), at(inDays(9))];
    const seen = async () => {
      const { parties, proposals } = (await get(other, `/${id}`)).body;
      const agreeing = parties[0].actions.find(({ action }: { action: string }) => action === "agree");
      const listed = (await get(other, "")).body.data[0].parties[0].actions;
      expect(listed.find(({ action }: { action: string }) => action === "agree")).toEqual(agreeing);
      return { until: agreeing?.until, proposals };
    };
    await escrows.offer(own, id, { action: "extend", milestone: 0, deadline: soon });
    expect(await seen()).toMatchObject({ until: soon });
    service.world.chain.closeTime = new Date(soon);
    expect(await seen()).toEqual({ until: undefined, proposals: [] });
    delete service.world.chain.closeTime;
    await escrows.offer(own, id, { action: "extend", milestone: 0, deadline: late });
    const { until, proposals } = await seen();
    expect(until).toBe(proposals[0].expires_at);
  });

  it("is signed by the proposing wallet's own key, which must control its account", async () => {
    const { user, id, keypair, other } = await open();
    const { body } = await escrows.propose(user.accessToken, id, keypair, split);
    const sign = async (by: typeof user, signature: string) =>
      (await post(by, `/${id}/proposals`, { action: "sign", proposal_id: body.id, signature })).body;
    const wrong = { status: 422, code: "proposal_not_signed" };
    const foreign = escrows.sign(body.authorization, other.keypair);
    expect(await sign(user, foreign)).toMatchObject(wrong);
    expect(await sign(user, "abc")).toMatchObject({ errors: [{ field: "signature" }] });
    const signature = escrows.sign(body.authorization, keypair);
    expect(await sign(other, signature)).toMatchObject({ status: 404 });
    const { accounts } = service.world.chain;
    const account = accounts.get(keypair.publicKey());
    if (!account) throw new Error("no account");
    accounts.set(keypair.publicKey(), { ...account, threshold: 2 });
    expect(await sign(user, signature)).toMatchObject(wrong);
    accounts.delete(keypair.publicKey());
    expect(await sign(user, signature)).toMatchObject({ status: 409, code: "account_missing" });
    service.world.chain.down = true;
    expect(await sign(user, signature)).toMatchObject({ status: 503, code: "rpc_unavailable" });
  });

  it("is refused where the contract would refuse the step, with plain words", async () => {
    const { user, id, keypair, arbiter, other } = await open();
    const propose = (step: object) => escrows.propose(user.accessToken, id, keypair, step);
    service.world.chain.refusal = 19_012;
    expect((await propose(split)).body).toMatchObject({
      ...{ status: 409, code: "operation_refused", detail: expect.stringMatching(/has ended/) },
    });
    service.world.chain.refusal = 1;
    expect((await propose(split)).body.detail).toMatch(/contract error 1/);
    delete service.world.chain.refusal;
    expect((await propose({ ...split, share: 10_001 })).body).toMatchObject({ errors: [{ field: "share" }] });
    expect((await propose({ action: "pay" })).body).toMatchObject({ errors: [{ field: "action" }] });
    const asArbiter = await escrows.propose(arbiter.accessToken, id, arbiter.keypair, split);
    expect(asArbiter.body).toMatchObject({ status: 404 });
    const offered = await escrows.offer({ ...user, keypair }, id, split);
    service.world.chain.refusal = 19_012;
    const agreeing = () => agree(other, other.keypair, id, offered);
    expect((await agreeing()).body.detail).toMatch(/has ended/);
    service.world.chain.refusal = 1;
    expect((await agreeing()).body).toMatchObject({
      code: "operation_refused",
      detail: expect.stringMatching(/was used/),
    });
    delete service.world.chain.refusal;
    service.world.chain.accounts.delete(other.keypair.publicKey());
    expect((await agreeing()).body).toMatchObject({ code: "account_missing" });
    service.world.chain.down = true;
    expect((await agreeing()).body).toMatchObject({ status: 503, code: "rpc_unavailable" });
    expect((await propose(split)).body).toMatchObject({ status: 503, code: "rpc_unavailable" });
  });

  it("waits with its envelope if the wallet's previous user just got the same", async () => {
    const { user, id, keypair, other } = await open();
    const offered = await escrows.offer({ ...user, keypair }, id, split);
    const now = new Date();
    service.world.context.clock = { now: () => now };
    service.world.chain.closeTime = now;
    expect((await agree(other, other.keypair, id, offered)).status).toBe(201);
    const after = await service.user();
    const address = other.keypair.publicKey();
    await service.call(`DELETE /api/wallet/${address}`, { token: other.accessToken });
    const proof = { address, userId: after.id, now };
    await service.world.context.db.commit((store) => wallets.prove(store, proof));
    expect((await agree(after, other.keypair, id, offered)).body).toMatchObject({ status: 409, code: "wallet_busy" });
    delete service.world.chain.closeTime;
  });

  it("to cancel is refused while the depositor can cancel alone, and with a contract", async () => {
    const { user, id, keypair } = await open({ awaited: [] });
    const { body } = await escrows.propose(user.accessToken, id, keypair, { action: "cancel" });
    expect(body).toMatchObject({ code: "operation_refused", detail: expect.stringMatching(/alone/) });
    const beneficiary = "CAIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRDB3V";
    const wallet = await provenWallet(service, user.id);
    const foreign = await createEscrow(service.world, { depositor: wallet.publicKey(), beneficiary });
    const reply = await escrows.propose(user.accessToken, foreign, wallet, split);
    expect(reply.body).toMatchObject({ code: "operation_refused", detail: expect.stringMatching(/contract/) });
  });
});
