import { systemClock } from "@merit/core/base/clock.ts";
import { contractErrors } from "@merit/core/ledger/chain/contract-errors.ts";
import * as wallets from "@merit/core/parties/wallets/store.ts";
import { newWallet, openAccount, openLine } from "@merit/core/testing/chain.ts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { activeDrop } from "../../testing/drops.ts";
import { startService, type TestService } from "../../testing/service.ts";
import { openSigners, type Signer, type Signers } from "../../testing/signers.ts";

// Their effect on the ledger is tested on a real one: test/chain/envelopes.test.ts.

let service: TestService;
let signers: Signers;
let merchantId: number;
beforeAll(async () => {
  service = await startService();
  signers = openSigners(service);
  ({ id: merchantId } = await service.merchant(null));
});
afterAll(() => service[Symbol.asyncDispose]());
afterEach(() => {
  service.world.chain.down = false;
  delete service.world.chain.refusal;
  delete service.world.chain.closeTime;
  service.world.context.clock = systemClock;
});

describe("an envelope that opens a trustline", () => {
  it("builds one operation of the wallet itself, within bounds", async () => {
    const user = await signers.create();
    const { status, body } = await signers.trustline(user);
    expect(status).toBe(201);
    expect(body).toMatchObject({ kind: "trustline", wallet_address: user.wallet, drop_id: null, reserve_xlm: "0.5" });
    const transaction = signers.read(body.envelope);
    const { code, issuer } = service.world.chain.chain.manifest.asset;
    expect(transaction.source).toBe(user.wallet);
    expect(transaction.sequence).toBe("8");
    expect(transaction.operations).toMatchObject([{ type: "changeTrust", line: { code, issuer } }]);
    expect(new Date(Number(transaction.timeBounds?.maxTime) * 1000).toISOString()).toBe(body.expires_at);
    expect(Buffer.from(transaction.hash()).toString("hex")).toBe(body.hash);
    expect(transaction.signatures).toEqual([]);
  });

  it.each([
    ["account_missing", (user: Signer) => void service.world.chain.accounts.delete(user.wallet)],
    ["trustline_exists", (user: Signer) => void service.world.chain.lines.set(user.wallet, openLine)],
    [
      "reserve_short",
      (user: Signer) =>
        void service.world.chain.accounts.set(user.wallet, openAccount(user.wallet, { spendable: 4_999_999n })),
    ],
  ])("is refused with %s", async (code, prepare) => {
    const user = await signers.create();
    prepare(user);
    expect((await signers.trustline(user)).body).toMatchObject({ status: 409, code });
  });

  describe("for a wallet without XLM", () => {
    const facts = () => service.world.context.chain.manifest.accounts;
    const keeps = (spendable: bigint) =>
      service.world.chain.accounts.set(facts().fee, openAccount(facts().fee, { spendable, sequence: 70n }));
    beforeEach(() => keeps(1_000_000_000n));
    afterEach(() => service.world.chain.accounts.delete(facts().fee));

    it("lets the fee account keep the trustline's reserve; the wallet is the source", async () => {
      const user = await signers.create();
      service.world.chain.accounts.set(user.wallet, openAccount(user.wallet, { spendable: 4_999_999n }));
      const { status, body } = await signers.trustline(user);
      expect([status, body.reserve_xlm]).toEqual([201, "0"]);
      const { source, sequence, minAccountSequence, operations } = signers.read(body.envelope);
      expect([source, sequence, minAccountSequence]).toEqual([user.wallet, "8", undefined]);
      expect(operations).toMatchObject([
        { type: "beginSponsoringFutureReserves", source: facts().fee, sponsoredId: user.wallet },
        { type: "changeTrust", source: user.wallet },
        { type: "endSponsoringFutureReserves", source: user.wallet },
      ]);
      expect((await signers.submit(user, signers.sign(body.envelope, user.keypair))).status).toBe(202);
    });

    it("creates the account in a transaction of the fee account that follows any lower sequence number", async () => {
      const user = await signers.create();
      service.world.chain.accounts.delete(user.wallet);
      const { status, body } = await signers.trustline(user);
      expect([status, body.reserve_xlm, body.wallet_address]).toEqual([201, "0", user.wallet]);
      const { source, sequence, minAccountSequence, operations } = signers.read(body.envelope);
      expect([source, minAccountSequence]).toEqual([facts().fee, "1"]);
      expect(BigInt(sequence)).toBeGreaterThan(70n);
      expect(operations).toMatchObject([
        { type: "beginSponsoringFutureReserves", source: facts().fee, sponsoredId: user.wallet },
        { type: "createAccount", source: facts().fee, destination: user.wallet, startingBalance: "0.0000000" },
        { type: "changeTrust", source: user.wallet },
        { type: "endSponsoringFutureReserves", source: user.wallet },
      ]);
      const foreign = await signers.create();
      for (const keypairs of [[], [foreign.keypair], [user.keypair, foreign.keypair]]) {
        const { body: refused } = await signers.submit(user, signers.sign(body.envelope, ...keypairs));
        expect(refused.code).toBe("envelope_not_signed");
      }
      const stolen = await signers.submit(foreign, signers.sign(body.envelope, user.keypair));
      expect(stolen.body.code).toBe("envelope_unknown");
      expect((await signers.submit(user, signers.sign(body.envelope, user.keypair))).status).toBe(202);
    });

    it("uses channels that payouts leave free", async () => {
      const user = await signers.create();
      service.world.chain.accounts.delete(user.wallet);
      const { manifest } = service.world.context.chain;
      const { channels } = manifest.accounts;
      const spare = newWallet();
      service.world.chain.accounts.set(spare, openAccount(spare));
      manifest.accounts.channels = [...Array.from({ length: 16 }, newWallet), spare];
      const { body } = await signers.trustline(user);
      manifest.accounts.channels = channels;
      expect(signers.read(body.envelope).source).toBe(spare);
    });

    it("is only for the caller's own wallets, and says why the service can't keep more", async () => {
      const user = await signers.create();
      service.world.chain.accounts.delete(user.wallet);
      const other = await signers.create();
      expect((await signers.trustline({ ...other, wallet: user.wallet })).body).toMatchObject({ status: 404 });
      keeps(200_000_000n);
      expect((await signers.trustline(user)).body).toMatchObject({
        code: "account_missing",
        detail: expect.stringMatching(/1.5 XLM.* as many reserves/),
      });
    });
  });

  it("is for the caller's own wallets only, and says when the ledger can't be read", async () => {
    const user = await signers.create();
    const other = await signers.create();
    expect((await signers.trustline({ ...user, wallet: other.wallet })).body).toMatchObject({ status: 404 });
    service.world.chain.down = true;
    expect((await signers.trustline(user)).body).toMatchObject({ status: 503, code: "rpc_unavailable" });
  });

  it("with an Idempotency-Key gives a repeat the same envelope", async () => {
    const user = await signers.create();
    const first = await signers.trustline(user, { "idempotency-key": "t" });
    service.world.context.clock = { now: () => new Date(Date.now() + 5_000) };
    expect((await signers.trustline(user, { "idempotency-key": "t" })).body).toEqual(first.body);
    expect((await signers.trustline(user)).body.hash).not.toBe(first.body.hash);
  });
});

describe("a repeat under its Idempotency-Key", () => {
  const once = { "idempotency-key": "once" };
  it.each([
    ["trustline", async (user: Signer) => () => signers.trustline(user, once)],
    [
      "drop-claim",
      async (user: Signer) => {
        const { id } = await activeDrop(service, merchantId, [user.wallet, newWallet()]);
        return () => signers.claim(user, id, once);
      },
    ],
    ["referral.enrol", async (user: Signer) => () => signers.call(user, { call: "referral.enrol" }, once)],
  ])("of %s gets its envelope after that was submitted, and while the node is away", async (_, prepare) => {
    const user = await signers.create();
    const ask = await prepare(user);
    const first = await ask();
    expect(first.status).toBe(201);
    const signed = signers.sign(first.body.envelope, user.keypair);
    expect((await signers.submit(user, signed)).status).toBe(202);
    expect(await ask()).toMatchObject({ status: 201, body: first.body });
    service.world.chain.down = true;
    const again = await ask();
    expect(again).toMatchObject({ status: 201, body: first.body });
    expect(again.headers.get("idempotency-replayed")).toBe("true");
  });
});

describe("an envelope that claims a share of a drop", () => {
  it("calls `claim` with what the share says, as the wallet", async () => {
    const user = await signers.create();
    const drop = await activeDrop(service, merchantId, [user.wallet, newWallet()]);
    const { status, body } = await signers.claim(user, drop.id);
    expect(status).toBe(201);
    expect(body).toMatchObject({ kind: "drop-claim", drop_id: drop.id, reserve_xlm: "0" });
    const transaction = signers.read(body.envelope);
    expect(transaction.operations).toHaveLength(1);
    expect(transaction.operations[0]?.type).toBe("invokeHostFunction");
    expect(transaction.operations[0]?.source).toBeUndefined();
    expect(transaction.source).toBe(user.wallet);
  });

  it("is refused for what is claimed, closed, foreign, or refused by the ledger", async () => {
    const user = await signers.create();
    const drop = await activeDrop(service, merchantId, [user.wallet]);
    service.world.chain.refusal = 15040;
    expect((await signers.claim(user, drop.id)).body).toMatchObject({
      status: 409,
      code: "drop_claim_refused",
      detail: expect.stringMatching(/no trustline/),
    });
    delete service.world.chain.refusal;
    expect((await signers.claim(await signers.create(), drop.id)).body).toMatchObject({ status: 404 });
    await service.call(`POST /api/drops/${drop.id}/claim`, { token: user.accessToken });
    expect((await signers.claim(user, drop.id)).body).toMatchObject({ status: 409, code: "drop_claim_taken" });
    service.world.context.clock = { now: () => new Date(Date.now() + 7_200_000) };
    const latecomer = await signers.create();
    const late = await activeDrop(service, merchantId, [latecomer.wallet]);
    expect((await signers.claim(latecomer, late.id)).body).toMatchObject({ status: 409, code: "drop_not_open" });
  });
});

type Headers = Record<string, string>;

describe.each([
  ["trustline", (user: Signer, _: number, headers?: Headers) => signers.trustline(user, headers)],
  ["drop-claim", (user: Signer, dropId: number, headers?: Headers) => signers.claim(user, dropId, headers)],
  [
    "referral.enrol",
    (user: Signer, _: number, headers?: Headers) => signers.call(user, { call: "referral.enrol" }, headers),
  ],
  [
    "governance.propose",
    (user: Signer, _: number, headers?: Headers) => {
      const body = { call: "governance.propose", description: "Less", changes: [{ change: "limit", limit: "1" }] };
      return signers.call(user, body, headers);
    },
  ],
])("an envelope of %s", (_, ask) => {
  it("needs an account on the ledger, and a ledger that can be read", async () => {
    const user = await signers.create();
    const { id } = await activeDrop(service, merchantId, [user.wallet]);
    service.world.chain.accounts.delete(user.wallet);
    expect((await ask(user, id)).body).toMatchObject({ status: 409, code: "account_missing" });
    service.world.chain.down = true;
    expect((await ask(user, id)).body).toMatchObject({ status: 503, code: "rpc_unavailable" });
  });

  it("waits if the wallet's previous user just got the same transaction", async () => {
    const [before, after] = [await signers.create(), await signers.create()];
    const { id } = await activeDrop(service, merchantId, [before.wallet]);
    const now = new Date();
    service.world.context.clock = { now: () => now };
    service.world.chain.closeTime = now;
    expect((await ask(before, id)).status).toBe(201);
    await service.call(`DELETE /api/wallet/${before.wallet}`, { token: before.accessToken });
    const proof = { address: before.wallet, userId: after.id, now };
    await service.world.context.db.commit((store) => wallets.prove(store, proof));
    const moved = { ...after, wallet: before.wallet };
    expect((await ask(moved, id)).body).toMatchObject({ status: 409, code: "wallet_busy" });
  });

  it("under an Idempotency-Key gives a repeat the same transaction, whatever has happened since", async () => {
    const user = await signers.create();
    const { id } = await activeDrop(service, merchantId, [user.wallet]);
    const first = await ask(user, id, { "idempotency-key": "e" });
    service.world.chain.lines.set(user.wallet, openLine);
    await service.call(`POST /api/drops/${id}/claim`, { token: user.accessToken });
    service.world.chain.down = true;
    expect(await ask(user, id, { "idempotency-key": "e" })).toMatchObject({ status: 201, body: first.body });
  });
});

const newEscrow = {
  ...{ call: "escrow.create", beneficiary: newWallet(), arbiter: newWallet(), agreement: "ab".repeat(32) },
  parts: [{ amount: "1.5", deadline: "2027-01-31T00:00:00Z" }],
  dispute_window: 604_800,
};

describe("POST /wallet/envelope", () => {
  it.each([
    { call: "redemption.redeem", item: 1, quantity: 2, max_price: "1.5" },
    { call: "redemption.redeem", item: "1", max_price: "1.5" },
    {
      call: "redemption.redeem",
      item: 1,
      max_price: "1.5",
      fulfil_within: 60,
      cancel_within: 0,
      reference: "ab".repeat(32),
    },
    { call: "redemption.cancel", reference: "ab".repeat(32) },
    { call: "redemption.expire", reference: "ab".repeat(32) },
    { call: "redemption.expire", reference: "ab".repeat(32), redeemed_by: newWallet() },
    { call: "redemption.withdraw" },
    { call: "vesting.claim", schedule: "ab".repeat(32) },
    { call: "referral.enrol" },
    { call: "referral.bind", referrer: newWallet() },
    { call: "referral.claim", merchant: 1, newcomer: newWallet() },
    newEscrow,
    { ...newEscrow, undecided_share: 5_000, max_fee: 100, reference: "ab".repeat(32) },
    { call: "escrow.accept", escrow: "ab".repeat(32) },
    { call: "escrow.release", escrow: "ab".repeat(32), milestone: 0 },
    { call: "escrow.cancel", escrow: "ab".repeat(32) },
    { call: "escrow.dispute", escrow: "ab".repeat(32), milestone: 15, evidence: "cd".repeat(32) },
    { call: "escrow.submit_evidence", escrow: "ab".repeat(32), milestone: 0, evidence: "cd".repeat(32) },
    { call: "escrow.resolve", escrow: "ab".repeat(32), milestone: 0, share: 10_000 },
    { call: "escrow.expire", escrow: "ab".repeat(32), milestone: 0 },
    { call: "escrow.withdraw" },
    { call: "pool.withdraw", merchant: 1, amount: "2.5", to: newWallet() },
    { call: "pool.set_owner", merchant: 1, owner: newWallet() },
    { call: "pool.apply_owner", merchant: 1 },
    { call: "referral.fund", merchant: 1, amount: "12.5" },
    { call: "referral.leave", merchant: 1 },
    { call: "referral.settle", merchant: 1 },
    { call: "referral.expire", merchant: 1, newcomer: newWallet() },
    { call: "referral.withdraw" },
  ])("builds and takes back %j", async (body) => {
    const user = await signers.create();
    const built = await signers.call(user, body);
    expect(built).toMatchObject({ status: 201, body: { kind: body.call, wallet_address: user.wallet } });
    const transaction = signers.read(built.body.envelope);
    expect(transaction.source).toBe(user.wallet);
    expect(transaction.operations.map(({ type }) => type)).toEqual(["invokeHostFunction"]);
    const sent = await signers.submit(user, signers.sign(built.body.envelope, user.keypair));
    expect(sent).toMatchObject({ status: 202, body: { hash: built.body.hash, status: "pending" } });
  });

  it("names the escrow that it creates, from the wallet and its reference", async () => {
    const user = await signers.create();
    const ids = [];
    for (const reference of ["ab".repeat(32), "ab".repeat(32), "cd".repeat(32), undefined]) {
      const { body } = await signers.call(user, { ...newEscrow, ...(reference && { reference }) });
      expect(body.escrow_id).toMatch(/^[0-9a-f]{64}$/);
      ids.push(body.escrow_id);
    }
    expect(ids[1]).toBe(ids[0]);
    expect(new Set(ids).size).toBe(3);
  });

  it.each([
    [{ call: "token.mint", amount: "1" }, "call"],
    [{ call: "referral.bind", referrer: "GABC" }, "referrer"],
    [{ call: "referral.fund", merchant: 1, amount: "0" }, "amount"],
    [{ call: "redemption.redeem", item: 1, max_price: "0" }, "max_price"],
    [{ call: "redemption.redeem", item: 0, max_price: "1" }, "item"],
    [{ call: "redemption.redeem", item: "1.5", max_price: "1" }, "item"],
    [{ call: "vesting.claim", schedule: 1 }, "schedule"],
    [{ call: "vesting.claim", schedule: "ab" }, "schedule"],
    [{ call: "redemption.cancel", reference: "ab" }, "reference"],
    [{ call: "referral.enrol", extra: 1 }, "extra"],
    [{ ...newEscrow, parts: [] }, "parts"],
    [{ ...newEscrow, parts: [{ amount: "0", deadline: "2027-01-31T00:00:00Z" }] }, "parts.0.amount"],
    [{ ...newEscrow, parts: [{ amount: "1", deadline: "soon" }] }, "parts.0.deadline"],
    [{ ...newEscrow, dispute_window: 3_600 }, "dispute_window"],
    [{ ...newEscrow, agreement: "five boxes" }, "agreement"],
    [{ call: "escrow.resolve", escrow: "ab".repeat(32), milestone: 0, share: 10_001 }, "share"],
    [{ call: "escrow.release", escrow: "ab".repeat(32), milestone: 16 }, "milestone"],
    [{ call: "pool.withdraw", merchant: 1, amount: "0", to: newWallet() }, "amount"],
    [{ call: "pool.withdraw", merchant: 1, amount: "1" }, "to"],
  ])("refuses %j", async (body, field) => {
    expect((await signers.call(await signers.create(), body)).body).toMatchObject({ status: 422, errors: [{ field }] });
  });

  it("is for the caller's own wallets, and says what the ledger would refuse", async () => {
    const [user, other] = [await signers.create(), await signers.create()];
    expect((await signers.call({ ...user, wallet: other.wallet }, { call: "referral.enrol" })).body.status).toBe(404);
    service.world.chain.refusal = 16_020;
    const { body } = await signers.call(user, { call: "vesting.claim", schedule: "ab".repeat(32) });
    expect(body).toMatchObject({ status: 409, code: "operation_refused", detail: expect.stringMatching(/16020/) });
    service.world.chain.refusal = 19_013;
    const late = await signers.call(user, { call: "escrow.expire", escrow: "ab".repeat(32), milestone: 0 });
    expect(late.body.detail).toMatch(/^The deadline has passed/);
    service.world.chain.refusal = contractErrors.redemption.NotExpired;
    const early = await signers.call(user, { call: "redemption.expire", reference: "ab".repeat(32) });
    expect(early.body.detail).toMatch(/`deadline` hasn't passed yet/);
    service.world.chain.refusal = 10;
    expect((await signers.call(user, newEscrow)).body.detail).toMatch(/fewer tokens than the sum of the parts/);
    expect((await signers.call(user, { call: "referral.enrol" })).body.detail).toMatch(/contract error 10/);
    service.world.chain.refusal = contractErrors.referral.NotEnrolled;
    const bound = await signers.call(user, { call: "referral.bind", referrer: newWallet() });
    expect(bound.body.detail).toBe(
      "The referrer hasn't enrolled: its wallet must sign referral.enrol first. (NotEnrolled)",
    );
    service.world.chain.accounts.delete(user.wallet);
    expect((await signers.call(user, { call: "referral.enrol" })).body.code).toBe("account_missing");
  });
});
