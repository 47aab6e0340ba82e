import { systemClock } from "@merit/core/clock.ts";
import { jobs, walletEnvelopes } from "@merit/core/db/schema.ts";
import * as rows from "@merit/core/drops/store.ts";
import * as envelopes from "@merit/core/envelopes/store.ts";
import { newWallet, openAccount, openLine } from "@merit/core/testing/chain.ts";
import {
  Account,
  Asset,
  Keypair,
  MuxedAccount,
  Operation,
  type Transaction,
  TransactionBuilder,
} from "@stellar/stellar-sdk";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { activeDrop, provenWallet } from "../../testing/drops.ts";
import { startService, type TestService, type TestUser } from "../../testing/service.ts";

// What the ledger makes of them is tested on a real one: test/chain/envelopes.test.ts.

let service: TestService;
let merchantId: number;
beforeAll(async () => {
  service = await startService();
  ({ id: merchantId } = await service.merchant(null));
});
afterAll(() => service[Symbol.asyncDispose]());
afterEach(() => {
  service.world.chain.down = false;
  delete service.world.chain.refusal;
  service.world.context.clock = systemClock;
});

interface Signer extends TestUser {
  keypair: Keypair;
  wallet: string;
}

async function signer(): Promise<Signer> {
  const user = await service.user();
  const keypair = await provenWallet(service, user.id);
  return { ...user, keypair, wallet: keypair.publicKey() };
}

const passphrase = () => service.world.context.chain.passphrase;
const read = (xdr: string) => TransactionBuilder.fromXdr(xdr, passphrase()) as Transaction;
const sign = (xdr: string, ...keypairs: Keypair[]) => {
  const transaction = read(xdr);
  transaction.sign(...keypairs);
  return transaction.toXdr();
};

const trustlineFor = (user: Signer, headers: Record<string, string> = {}) =>
  service.call("POST /api/trustline/envelope", {
    token: user.accessToken,
    body: { wallet_address: user.wallet },
    headers,
  });
const claimFor = (user: Signer, id: number, body?: object) =>
  service.call(`POST /api/drops/${id}/envelope`, { token: user.accessToken, ...(body && { body }) });
const submit = (user: TestUser, envelope: string, path = "/wallet/submit", headers: Record<string, string> = {}) =>
  service.call(`POST /api${path}`, { token: user.accessToken, body: { envelope }, headers });
const jobOf = (hash: string) =>
  service.world.context.db.read(async (store) => {
    const row = await store.select().from(walletEnvelopes).where(eq(walletEnvelopes.hash, hash)).get();
    return (await store.select().from(jobs)).filter(({ key }) => key === `envelope:${row?.id}`);
  });

describe("POST /trustline/envelope", () => {
  it("builds one operation of the wallet itself, within bounds", async () => {
    const user = await signer();
    const { status, body } = await trustlineFor(user);
    expect(status).toBe(201);
    expect(body).toMatchObject({ kind: "trustline", wallet_address: user.wallet, drop_id: null, reserve_xlm: "0.5" });
    const transaction = read(body.envelope);
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
    const user = await signer();
    prepare(user);
    expect((await trustlineFor(user)).body).toMatchObject({ status: 409, code });
  });

  it("is for own wallets only, and says when the ledger can't be read", async () => {
    const user = await signer();
    const other = await signer();
    expect((await trustlineFor({ ...user, wallet: other.wallet })).body).toMatchObject({ status: 404 });
    service.world.chain.down = true;
    expect((await trustlineFor(user)).body).toMatchObject({ status: 503, code: "rpc_unavailable" });
  });

  it("with an Idempotency-Key gives a repeat the same envelope", async () => {
    const user = await signer();
    const first = await trustlineFor(user, { "idempotency-key": "t" });
    service.world.context.clock = { now: () => new Date(Date.now() + 5_000) };
    expect((await trustlineFor(user, { "idempotency-key": "t" })).body).toEqual(first.body);
    expect((await trustlineFor(user)).body.hash).not.toBe(first.body.hash);
  });
});

describe("POST /drops/<id>/envelope", () => {
  it("calls `claim` with what the share says, as the wallet", async () => {
    const user = await signer();
    const drop = await activeDrop(service, merchantId, [user.wallet, newWallet()]);
    const { status, body } = await claimFor(user, drop.id);
    expect(status).toBe(201);
    expect(body).toMatchObject({ kind: "drop-claim", drop_id: drop.id, reserve_xlm: "0" });
    const transaction = read(body.envelope);
    expect(transaction.operations).toHaveLength(1);
    expect(transaction.operations[0]?.type).toBe("invokeHostFunction");
    expect(transaction.operations[0]?.source).toBeUndefined();
    expect(transaction.source).toBe(user.wallet);
  });

  it("is refused for what is claimed, closed, foreign, or refused by the ledger", async () => {
    const user = await signer();
    const drop = await activeDrop(service, merchantId, [user.wallet]);
    service.world.chain.refusal = 15040;
    expect((await claimFor(user, drop.id)).body).toMatchObject({
      status: 409,
      code: "drop_claim_refused",
      detail: expect.stringMatching(/no trustline/),
    });
    delete service.world.chain.refusal;
    expect((await claimFor(await signer(), drop.id)).body).toMatchObject({ status: 404 });
    await service.call(`POST /api/drops/${drop.id}/claim`, { token: user.accessToken });
    expect((await claimFor(user, drop.id)).body).toMatchObject({ status: 409, code: "drop_claim_taken" });
    service.world.context.clock = { now: () => new Date(Date.now() + 7_200_000) };
    const late = await activeDrop(service, merchantId, [user.wallet]);
    expect((await claimFor(user, late.id)).body).toMatchObject({ status: 409, code: "drop_not_open" });
  });
});

describe("POST /wallet/envelope", () => {
  const wanted = (user: Signer, body: object, headers: Record<string, string> = {}) =>
    service.call("POST /api/wallet/envelope", {
      token: user.accessToken,
      body: { wallet_address: user.wallet, ...body },
      headers,
    });

  it.each([
    { call: "redemption.redeem", item: 1, quantity: 2, max_price: "1.5" },
    { call: "redemption.redeem", item: 1, max_price: "1.5" },
    { call: "redemption.cancel", redemption: 1 },
    { call: "vesting.claim", schedule: 1 },
    { call: "referral.enrol" },
    { call: "referral.bind", referrer: newWallet() },
    { call: "referral.claim", newcomer: newWallet() },
  ])("builds and takes back %j", async (body) => {
    const user = await signer();
    const built = await wanted(user, body);
    expect(built).toMatchObject({ status: 201, body: { kind: body.call, wallet_address: user.wallet } });
    const transaction = read(built.body.envelope);
    expect(transaction.source).toBe(user.wallet);
    expect(transaction.operations.map(({ type }) => type)).toEqual(["invokeHostFunction"]);
    const sent = await submit(user, sign(built.body.envelope, user.keypair));
    expect(sent).toMatchObject({ status: 202, body: { hash: built.body.hash, status: "pending" } });
  });

  it.each([
    [{ call: "token.mint", amount: "1" }, "call"],
    [{ call: "referral.bind", referrer: "GABC" }, "referrer"],
    [{ call: "redemption.redeem", item: 1, max_price: "0" }, "max_price"],
    [{ call: "redemption.redeem", item: 0, max_price: "1" }, "item"],
    [{ call: "referral.enrol", extra: 1 }, "extra"],
  ])("refuses %j", async (body, field) => {
    expect((await wanted(await signer(), body)).body).toMatchObject({ status: 422, errors: [{ field }] });
  });

  it("is for own wallets, and says what the ledger would refuse", async () => {
    const [user, other] = [await signer(), await signer()];
    expect((await wanted({ ...user, wallet: other.wallet }, { call: "referral.enrol" })).body.status).toBe(404);
    service.world.chain.refusal = 16_020;
    const { body } = await wanted(user, { call: "vesting.claim", schedule: 1 });
    expect(body).toMatchObject({ status: 409, code: "operation_refused", detail: expect.stringMatching(/16020/) });
    service.world.chain.accounts.delete(user.wallet);
    expect((await wanted(user, { call: "referral.enrol" })).body.code).toBe("account_missing");
  });

  it("is paid for fifty times a day", async () => {
    const user = await signer();
    for (let sequence = 1n; sequence <= 51n; sequence++) {
      service.world.chain.accounts.set(user.wallet, openAccount(user.wallet, { sequence }));
      const { envelope } = (await wanted(user, { call: "referral.enrol" })).body;
      const { status, body } = await submit(user, sign(envelope, user.keypair));
      if (sequence === 51n) expect(body).toMatchObject({ status: 429, code: "too_many_envelopes" });
      else expect(status).toBe(202);
      await service.world.context.db.commit(async (store) => {
        const result = { status: "confirmed", tx_hash: null, error_message: null, now: new Date() } as const;
        for (const { id } of await store.select().from(walletEnvelopes)) await envelopes.finish(store, id, result);
      });
    }
  });
});

describe.each(["/wallet/submit", "/drops/claim"])("POST %s", (path) => {
  /** A user with a claim that is built and not signed. */
  async function built() {
    const user = await signer();
    const drop = await activeDrop(service, merchantId, [user.wallet, newWallet()]);
    return { user, drop, ...(await claimFor(user, drop.id)).body };
  }

  it("stores what was signed with its job; again and at once, it is the same submission", async () => {
    const { user, drop, envelope, hash } = await built();
    const signed = sign(envelope, user.keypair);
    const replies = await Promise.all(Array.from({ length: 6 }, () => submit(user, signed, path)));
    for (const { status, body } of replies) {
      expect(status).toBe(202);
      expect(body).toMatchObject({ hash, kind: "drop-claim", drop_id: drop.id, status: "pending", tx_hash: null });
    }
    expect(await jobOf(hash)).toMatchObject([{ queue: "wallet-submission", group: user.wallet }]);
    const { body } = await service.call(`GET /api/drops/${drop.id}`, { token: user.accessToken });
    expect(body.shares).toMatchObject([{ claim_status: "pending" }]);
    const stored = await service.world.context.db.read((store) => envelopes.byHash(store, user.id, hash));
    expect(stored?.envelope).toBe(signed);
  });

  it("answers a later repeat with what became of it, also while the ledger can't be read", async () => {
    const { user, envelope, hash } = await built();
    const signed = sign(envelope, user.keypair);
    await submit(user, signed, path);
    await service.world.context.db.commit(async (store) => {
      const row = await envelopes.byHash(store, user.id, hash);
      const result = { status: "confirmed", tx_hash: "a".repeat(64), error_message: null, now: new Date() } as const;
      expect(await envelopes.finish(store, row?.id ?? 0, result)).toBeDefined();
    });
    service.world.chain.down = true;
    const expected = { hash, status: "confirmed", tx_hash: "a".repeat(64) };
    expect(await submit(user, signed, path)).toMatchObject({ status: 200, body: expected });
    const shown = await service.call(`GET /api/wallet/submissions/${hash}`, { token: user.accessToken });
    expect(shown.body).toMatchObject(expected);
    const stranger = await service.user();
    const hidden = await service.call(`GET /api/wallet/submissions/${hash}`, { token: stranger.accessToken });
    expect(hidden.body.code).toBe("not_found");
  });

  it("with an Idempotency-Key answers a repeat as the first time", async () => {
    const { user, envelope } = await built();
    const signed = sign(envelope, user.keypair);
    const first = await submit(user, signed, path, { "idempotency-key": "s" });
    const again = await submit(user, signed, path, { "idempotency-key": "s" });
    expect(again).toMatchObject({ status: 202, body: first.body });
    expect(again.headers.get("idempotency-replayed")).toBe("true");
  });

  it("takes nothing that was changed, or that another user's wallet asked for", async () => {
    const { user, envelope } = await built();
    const { code, issuer } = service.world.chain.chain.manifest.asset;
    const original = read(envelope);
    const claim = original.toEnvelope();
    const rebuilt = (change: (builder: TransactionBuilder) => TransactionBuilder, source = user.wallet) => {
      const account = new Account(source, "7");
      const builder = new TransactionBuilder(account, { fee: "100", networkPassphrase: passphrase() });
      return change(builder).setTimeout(300).build();
    };
    const payment = Operation.payment({ destination: newWallet(), asset: new Asset(code, issuer), amount: "1" });
    const theirs = { ...payment, source: service.world.chain.chain.manifest.asset.issuer };
    if (claim.type !== "envelopeTypeTx") throw new Error("the claim is no v1 envelope");
    const operation = claim.v1.tx.operations[0] as NonNullable<(typeof claim.v1.tx.operations)[0]>;
    const tampered = [
      rebuilt((builder) => builder.addOperation(payment)),
      rebuilt((builder) => builder.addOperation(operation)),
      rebuilt((builder) => builder.addOperation(operation).addOperation(payment)),
      rebuilt((builder) =>
        builder.addOperation(
          Operation.payment({ ...theirs, destination: user.wallet, asset: Asset.native(), amount: "1" }),
        ),
      ),
      TransactionBuilder.cloneFrom(original, { fee: "100000000" }).build(),
      TransactionBuilder.cloneFrom(original)
        .addMemo((await import("@stellar/stellar-sdk")).Memo.text("hi"))
        .build(),
    ];
    for (const transaction of tampered) {
      transaction.sign(user.keypair);
      expect((await submit(user, transaction.toXdr(), path)).body).toMatchObject({
        status: 422,
        code: "envelope_unknown",
      });
    }
    const stranger = await signer();
    const stolen = await submit(stranger, sign(envelope, user.keypair), path);
    expect(stolen.body).toMatchObject({ status: 422, code: "envelope_unknown" });
  });

  it("takes no fee bump, no muxed source, nothing unreadable and no secret", async () => {
    const { user, envelope } = await built();
    const inner = read(sign(envelope, user.keypair));
    const bump = TransactionBuilder.buildFeeBumpTransaction(user.keypair, "1000000", inner, passphrase());
    bump.sign(user.keypair);
    const muxed = new TransactionBuilder(new MuxedAccount(new Account(user.wallet, "7"), "1"), {
      fee: "100",
      networkPassphrase: passphrase(),
    })
      .addOperation(Operation.bumpSequence({ bumpTo: "9" }))
      .setTimeout(300)
      .build();
    muxed.sign(user.keypair);
    const secret = user.keypair.secret();
    for (const [sent, reason] of [
      [bump.toXdr(), /fee bump/],
      [muxed.toXdr(), /muxed source/],
      ["AAAA", /can't be read/],
      [secret, /can't be read/],
    ] as const) {
      const { body } = await submit(user, sent, path);
      expect(body).toMatchObject({
        status: 422,
        errors: [{ field: "envelope", message: expect.stringMatching(reason) }],
      });
      expect(JSON.stringify(body) + service.world.logs.join()).not.toContain(secret);
    }
  });

  it("asks for the signatures that the ledger will ask for, and no other", async () => {
    const { user, envelope } = await built();
    const other = Keypair.random();
    for (const keypairs of [[], [other], [user.keypair, other]]) {
      const { body } = await submit(user, sign(envelope, ...keypairs), path);
      expect(body).toMatchObject({ status: 422, code: "envelope_not_signed" });
    }
    const shared = { signers: [user.wallet, other.publicKey()].map((key) => ({ key, weight: 1 })), threshold: 2 };
    service.world.chain.accounts.set(user.wallet, openAccount(user.wallet, shared));
    const alone = await submit(user, sign(envelope, user.keypair), path);
    expect(alone.body).toMatchObject({ status: 422, code: "envelope_not_signed" });
    expect((await submit(user, sign(envelope, user.keypair, other), path)).status).toBe(202);
  });

  it("takes one transaction of a wallet at a time, and none whose time is over", async () => {
    const { user, envelope } = await built();
    const trustline = (await trustlineFor(user)).body;
    await submit(user, sign(trustline.envelope, user.keypair));
    const busy = await submit(user, sign(envelope, user.keypair), path);
    expect(busy.body).toMatchObject({ status: 409, code: "wallet_busy" });
    const late = await built();
    service.world.context.clock = { now: () => new Date(Date.now() + 301_000) };
    const expired = await submit(late.user, sign(late.envelope, late.user.keypair), path);
    expect(expired.body).toMatchObject({ status: 409, code: "envelope_expired" });
    expect(await jobOf(late.hash)).toEqual([]);
  });

  it("sends no claim of a share that is claimed by then", async () => {
    const { user, drop, envelope, hash } = await built();
    await service.world.context.db.commit((store) => rows.recordClaimed(store, { drop_id: drop.id, leaf: 0 }, null));
    const { body } = await submit(user, sign(envelope, user.keypair), path);
    expect(body).toMatchObject({ status: 409, code: "drop_claim_taken" });
    const row = await service.world.context.db.read((store) => envelopes.byHash(store, user.id, hash));
    expect(row?.status).toBe("built");
  });
});

it("POST /drops/claim takes claims only", async () => {
  const user = await signer();
  const { envelope } = (await trustlineFor(user)).body;
  const { body } = await submit(user, sign(envelope, user.keypair), "/drops/claim");
  expect(body).toMatchObject({ status: 422, code: "envelope_unknown" });
});

it("what was never signed is forgotten, what was submitted stays", async () => {
  const [first, second] = [await signer(), await signer()];
  const unsigned = (await trustlineFor(first)).body;
  const signed = (await trustlineFor(second)).body;
  await submit(second, sign(signed.envelope, second.keypair));
  await service.world.context.db.commit((store) => envelopes.prune(store, new Date(Date.now() + 1000)));
  const { db } = service.world.context;
  expect(await db.read((store) => envelopes.byHash(store, first.id, unsigned.hash))).toBeUndefined();
  expect(await db.read((store) => envelopes.byHash(store, second.id, signed.hash))).toBeDefined();
});
