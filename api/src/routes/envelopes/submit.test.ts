import * as envelopes from "@merit/core/agreements/envelopes/store.ts";
import { systemClock } from "@merit/core/base/clock.ts";
import { startOfDay } from "@merit/core/base/days.ts";
import { countOf } from "@merit/core/ledger/sending/daily-counts.ts";
import * as rows from "@merit/core/payouts/drops/store.ts";
import { walletEnvelopes } from "@merit/core/store/db/schema/envelopes.ts";
import { jobs } from "@merit/core/store/db/schema/jobs.ts";
import { newWallet, openAccount } from "@merit/core/testing/chain.ts";
import { Account, Asset, Keypair, Memo, MuxedAccount, Operation, TransactionBuilder } from "@stellar/stellar-sdk";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { activeDrop } from "../../testing/drops.ts";
import { startService, type TestService } from "../../testing/service.ts";
import { openSigners, type Signers } from "../../testing/signers.ts";

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
  service.world.context.clock = systemClock;
});

const jobOf = (hash: string) =>
  service.world.context.db.read(async (store) => {
    const row = await store.select().from(walletEnvelopes).where(eq(walletEnvelopes.hash, hash)).get();
    return (await store.select().from(jobs)).filter(({ key }) => key === `envelope:${row?.id}`);
  });

const countedToday = (wallet: string) =>
  service.world.context.db.read((store) => countOf(store, startOfDay(new Date()), `wallet:${wallet}`));

describe.each(["/wallet/submit", "/drops/claim"])("POST %s", (path) => {
  /** A user with a claim that is built and not signed. */
  async function built() {
    const user = await signers.create();
    const drop = await activeDrop(service, merchantId, [user.wallet, newWallet()]);
    return { user, drop, ...(await signers.claim(user, drop.id)).body };
  }

  it("stores the signed transaction with its job; repeats are the same submission", async () => {
    const { user, drop, envelope, hash } = await built();
    const signed = signers.sign(envelope, user.keypair);
    const replies = await Promise.all(Array.from({ length: 6 }, () => signers.submit(user, signed, path)));
    for (const { status, body } of replies) {
      expect(status).toBe(202);
      expect(body).toMatchObject({ hash, kind: "drop-claim", drop_id: drop.id, status: "pending", tx_hash: null });
    }
    expect(await jobOf(hash)).toMatchObject([{ queue: "wallet-submission", group: user.wallet }]);
    const { body } = await service.call(`GET /api/drops/${drop.id}`, { token: user.accessToken });
    expect(body.shares).toMatchObject([{ claim_status: "pending" }]);
    const stored = await service.world.context.db.read((store) => envelopes.byHash(store, { userId: user.id }, hash));
    expect(stored?.envelope).toBe(signed);
  });

  it("answers a later repeat with the outcome, also while the ledger can't be read", async () => {
    const { user, envelope, hash } = await built();
    const signed = signers.sign(envelope, user.keypair);
    await signers.submit(user, signed, path);
    await service.world.context.db.commit(async (store) => {
      const row = await envelopes.byHash(store, { userId: user.id }, hash);
      const result = { status: "confirmed", tx_hash: "a".repeat(64), error_message: null, now: new Date() } as const;
      expect(await envelopes.finish(store, row?.id ?? 0, result)).toBeDefined();
    });
    service.world.chain.down = true;
    const expected = { hash, status: "confirmed", tx_hash: "a".repeat(64) };
    expect(await signers.submit(user, signed, path)).toMatchObject({ status: 200, body: expected });
    const shown = await service.call(`GET /api/wallet/submissions/${hash}`, { token: user.accessToken });
    expect(shown.body).toMatchObject(expected);
    const stranger = await service.user();
    const hidden = await service.call(`GET /api/wallet/submissions/${hash}`, { token: stranger.accessToken });
    expect(hidden.body.code).toBe("not_found");
  });

  it("with an Idempotency-Key answers a repeat as the first time", async () => {
    const { user, envelope } = await built();
    const signed = signers.sign(envelope, user.keypair);
    const first = await signers.submit(user, signed, path, { "idempotency-key": "s" });
    const again = await signers.submit(user, signed, path, { "idempotency-key": "s" });
    expect(again).toMatchObject({ status: 202, body: first.body });
    expect(again.headers.get("idempotency-replayed")).toBe("true");
  });

  it("refuses changed transactions, and those of another user's wallet", async () => {
    const { user, envelope } = await built();
    const { code, issuer } = service.world.chain.chain.manifest.asset;
    const original = signers.read(envelope);
    const claim = original.toEnvelope();
    const rebuilt = (change: (builder: TransactionBuilder) => TransactionBuilder, source = user.wallet) => {
      const account = new Account(source, "7");
      const builder = new TransactionBuilder(account, {
        fee: "100",
        networkPassphrase: service.world.context.chain.passphrase,
      });
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
      TransactionBuilder.cloneFrom(original).addMemo(Memo.text("hi")).build(),
    ];
    for (const transaction of tampered) {
      transaction.sign(user.keypair);
      expect((await signers.submit(user, transaction.toXdr(), path)).body).toMatchObject({
        status: 422,
        code: "envelope_unknown",
      });
    }
    const stranger = await signers.create();
    const stolen = await signers.submit(stranger, signers.sign(envelope, user.keypair), path);
    expect(stolen.body).toMatchObject({ status: 422, code: "envelope_unknown" });
  });

  it("refuses fee bumps, muxed sources, unreadable text and secret keys", async () => {
    const { user, envelope } = await built();
    const inner = signers.read(signers.sign(envelope, user.keypair));
    const bump = TransactionBuilder.buildFeeBumpTransaction(
      user.keypair,
      "1000000",
      inner,
      service.world.context.chain.passphrase,
    );
    bump.sign(user.keypair);
    const muxed = new TransactionBuilder(new MuxedAccount(new Account(user.wallet, "7"), "1"), {
      fee: "100",
      networkPassphrase: service.world.context.chain.passphrase,
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
      const { body } = await signers.submit(user, sent, path);
      expect(body).toMatchObject({
        status: 422,
        errors: [{ field: "envelope", message: expect.stringMatching(reason) }],
      });
      expect(JSON.stringify(body) + service.world.logs.join()).not.toContain(secret);
    }
  });

  it("requires exactly the signatures that the ledger requires", async () => {
    const { user, envelope } = await built();
    const other = Keypair.random();
    for (const keypairs of [[], [other], [user.keypair, other]]) {
      const { body } = await signers.submit(user, signers.sign(envelope, ...keypairs), path);
      expect(body).toMatchObject({ status: 422, code: "envelope_not_signed" });
    }
    const third = Keypair.random();
    const all = [user.keypair, other, third];
    const weights = all.map((keypair) => ({ key: keypair.publicKey(), weight: 1 }));
    // As the ledger uses signatures, the low threshold counts as well as the medium one.
    for (const thresholds of [{ low: 2 }, { threshold: 2 }, { low: 1, threshold: 2 }, { low: 2, threshold: 1 }]) {
      service.world.chain.accounts.set(user.wallet, openAccount(user.wallet, { signers: weights, ...thresholds }));
      for (const [keypairs, detail] of [
        [[user.keypair], /Add the missing signatures/],
        [all, /one signature too many/],
        [[...all, Keypair.random()], /one signature too many/],
      ] as const) {
        const { body } = await signers.submit(user, signers.sign(envelope, ...keypairs), path);
        expect(body).toMatchObject({ status: 422, code: "envelope_not_signed", detail: expect.stringMatching(detail) });
      }
    }
    expect(await countedToday(user.wallet)).toBe(0);
    expect((await signers.submit(user, signers.sign(envelope, third, other), path)).status).toBe(202);
    expect(await countedToday(user.wallet)).toBe(1);
  });

  it("accepts one transaction of a wallet at a time, and none that has expired", async () => {
    const { user, envelope } = await built();
    const trustline = (await signers.trustline(user)).body;
    await signers.submit(user, signers.sign(trustline.envelope, user.keypair));
    const busy = await signers.submit(user, signers.sign(envelope, user.keypair), path);
    expect(busy.body).toMatchObject({ status: 409, code: "wallet_busy" });
    const late = await built();
    service.world.context.clock = { now: () => new Date(Date.now() + 301_000) };
    const expired = await signers.submit(late.user, signers.sign(late.envelope, late.user.keypair), path);
    expect(expired.body).toMatchObject({ status: 409, code: "envelope_expired" });
    expect(await jobOf(late.hash)).toEqual([]);
  });

  it("refuses everything while the ledger doesn't have the account, or can't be read", async () => {
    const { user, hash, envelope } = await built();
    const signed = signers.sign(envelope, user.keypair);
    service.world.chain.accounts.delete(user.wallet);
    expect((await signers.submit(user, signed, path)).body).toMatchObject({ status: 409, code: "account_missing" });
    service.world.chain.down = true;
    expect((await signers.submit(user, signed, path)).body).toMatchObject({ status: 503, code: "rpc_unavailable" });
    expect(await jobOf(hash)).toEqual([]);
  });

  it("sends no claim of a share that was claimed meanwhile", async () => {
    const { user, drop, envelope, hash } = await built();
    await service.world.context.db.commit((store) => rows.recordClaimed(store, { drop_id: drop.id, leaf: 0 }, null));
    const { body } = await signers.submit(user, signers.sign(envelope, user.keypair), path);
    expect(body).toMatchObject({ status: 409, code: "drop_claim_taken" });
    const row = await service.world.context.db.read((store) => envelopes.byHash(store, { userId: user.id }, hash));
    expect(row?.status).toBe("built");
  });
});

it("POST /drops/claim takes claims only", async () => {
  const user = await signers.create();
  const { envelope } = (await signers.trustline(user)).body;
  const { body } = await signers.submit(user, signers.sign(envelope, user.keypair), "/drops/claim");
  expect(body).toMatchObject({ status: 422, code: "envelope_unknown" });
});

it("forgets envelopes that were never signed, and keeps submitted ones", async () => {
  const [first, second] = [await signers.create(), await signers.create()];
  const unsigned = (await signers.trustline(first)).body;
  const signed = (await signers.trustline(second)).body;
  await signers.submit(second, signers.sign(signed.envelope, second.keypair));
  await service.world.context.db.commit((store) => envelopes.prune(store, new Date(Date.now() + 1000)));
  const { db } = service.world.context;
  expect(await db.read((store) => envelopes.byHash(store, { userId: first.id }, unsigned.hash))).toBeUndefined();
  expect(await db.read((store) => envelopes.byHash(store, { userId: second.id }, signed.hash))).toBeDefined();
});

it("deletes the envelopes of a deleted user, except one on its way", async () => {
  const user = await signers.create();
  const { hash, envelope } = (await signers.trustline(user)).body;
  const drop = await activeDrop(service, merchantId, [user.wallet]);
  const unsigned = (await signers.claim(user, drop.id)).body;
  await signers.submit(user, signers.sign(envelope, user.keypair));
  const deleted = await service.call(`DELETE /api/users/${user.id}`, { token: user.accessToken });
  expect(deleted.status).toBe(204);
  const { db } = service.world.context;
  expect(await db.read((store) => envelopes.byHash(store, { userId: user.id }, unsigned.hash))).toBeUndefined();
  expect(await db.read((store) => envelopes.byHash(store, { userId: user.id }, hash))).toMatchObject({
    status: "pending",
  });
});
