import { newWallet } from "@merit/core/testing/chain.ts";
import { Keypair, Networks, Operation, StrKey, Transaction, TransactionBuilder, WebAuth } from "@stellar/stellar-sdk";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startService, type TestService } from "../../testing/service.ts";

const PASSPHRASE = "Standalone Network ; February 2017";

let service: TestService;
beforeEach(async () => {
  service = await startService({ HOME_DOMAIN: "rewards.example", PUBLIC_URL: "https://api.rewards.example" });
});
afterEach(() => service[Symbol.asyncDispose]());

const ask = (account: string, more = "") => service.call(`GET /api/auth/wallet?account=${account}${more}`);
const answer = (transaction: string) => service.call("POST /api/auth/wallet", { body: { transaction } });

async function challengeFor(account: string): Promise<Transaction> {
  const { body } = await ask(account);
  return new Transaction(body.transaction, body.network_passphrase);
}

async function login(wallet: Keypair, ...signers: Keypair[]) {
  const transaction = await challengeFor(wallet.publicKey());
  for (const signer of signers.length > 0 ? signers : [wallet]) transaction.sign(signer);
  return answer(transaction.toXdr());
}

describe("GET /auth/wallet", () => {
  it("gives a challenge that a wallet's own check accepts", async () => {
    const wallet = newWallet();
    const { status, body } = await ask(wallet, "&home_domain=rewards.example");
    expect(status).toBe(200);
    expect(body.network_passphrase).toBe(PASSPHRASE);
    const server = service.world.context.auth.keys.webAuth.publicKey;
    const read = WebAuth.readChallengeTx(
      body.transaction,
      server,
      PASSPHRASE,
      "rewards.example",
      "api.rewards.example",
    );
    expect(read.clientAccountID).toBe(wallet);
    expect(read.tx.sequence).toBe("0");
    const { minTime = "0", maxTime = "0" } = read.tx.timeBounds ?? {};
    expect(Number(maxTime) - Number(minTime)).toBe(300);
  });

  it.each([
    ["account", `account=${StrKey.encodeContract(Buffer.alloc(32, 1))}`, /contract wallet/],
    ["account", "account=nobody", /Stellar account/],
    ["account", "", /is required/],
    ["home_domain", `account=${newWallet()}&home_domain=evil.example`, /rewards\.example/],
    ["memo", `account=${newWallet()}&memo=7`, /remove it/],
    ["client_domain", `account=${newWallet()}&client_domain=wallet.example`, /remove it/],
  ])("names %s", async (field, query, message) => {
    const { body } = await service.call(`GET /api/auth/wallet?${query}`);
    expect(body).toMatchObject({ status: 422, errors: [{ field }] });
    expect(body.errors[0].message).toMatch(message);
  });
});

describe("POST /auth/wallet", () => {
  it("logs a new wallet in: an account without e-mail, whose tokens work", async () => {
    const wallet = Keypair.random();
    const { status, body } = await login(wallet);
    expect(status).toBe(200);
    expect(body.user).toMatchObject({ email: null, role: "user" });
    expect(body.token).toBe(body.accessToken);
    const own = await service.call("GET /api/wallet", { token: body.accessToken });
    expect(own.body.data).toMatchObject([{ wallet_address: wallet.publicKey(), proven: true }]);
    expect((await service.call("POST /api/auth/refresh", { body: { refreshToken: body.refreshToken } })).status).toBe(
      200,
    );
    expect((await login(wallet)).body.user.id).toBe(body.user.id);
  });

  it("a challenge works once, also at the same moment", async () => {
    const wallet = Keypair.random();
    const transaction = await challengeFor(wallet.publicKey());
    transaction.sign(wallet);
    const replies = await Promise.all([answer(transaction.toXdr()), answer(transaction.toXdr())]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    expect((await answer(transaction.toXdr())).body).toMatchObject({ status: 401, code: "invalid_wallet_proof" });
  });

  it("takes a challenge for five minutes", async () => {
    const wallet = Keypair.random();
    const { context } = service.world;
    const start = Date.now();
    const answerAfter = async (ms: number) => {
      context.clock = { now: () => new Date(start) };
      const transaction = await challengeFor(wallet.publicKey());
      transaction.sign(wallet);
      context.clock = { now: () => new Date(start + ms) };
      return answer(transaction.toXdr());
    };
    expect((await answerAfter(299_000)).status).toBe(200);
    expect((await answerAfter(301_000)).body).toMatchObject({ status: 401, code: "invalid_wallet_proof" });
  });

  it("refuses one that isn't signed by the wallet, or not by the service", async () => {
    const wallet = Keypair.random();
    const unsigned = await challengeFor(wallet.publicKey());
    expect((await answer(unsigned.toXdr())).body).toMatchObject({ status: 401, code: "invalid_wallet_proof" });
    expect((await login(wallet, Keypair.random())).status).toBe(401);
    const own = WebAuth.buildChallengeTx(
      Keypair.random(),
      wallet.publicKey(),
      "rewards.example",
      300,
      PASSPHRASE,
      "api.rewards.example",
    );
    const forged = new Transaction(own, PASSPHRASE);
    forged.sign(wallet);
    expect((await answer(forged.toXdr())).status).toBe(401);
  });

  it("refuses a challenge of another domain or network, one with additions, and other transactions", async () => {
    const wallet = Keypair.random();
    const { body } = await ask(wallet.publicKey());
    const elsewhere = new Transaction(body.transaction, Networks.PUBLIC);
    elsewhere.sign(wallet);
    const more = TransactionBuilder.cloneFrom(new Transaction(body.transaction, PASSPHRASE))
      .addOperation(Operation.bumpSequence({ bumpTo: "5", source: wallet.publicKey() }))
      .build();
    more.sign(wallet);
    const { context } = service.world;
    context.settings.auth.homeDomain = "other.example";
    const other = await challengeFor(wallet.publicKey());
    other.sign(wallet);
    context.settings.auth.homeDomain = "rewards.example";
    for (const transaction of [elsewhere.toXdr(), more.toXdr(), other.toXdr(), "AAAA", "?"]) {
      expect((await answer(transaction)).body).toMatchObject({ status: 401, code: "invalid_wallet_proof" });
    }
  });

  it("refuses one that is too old", async () => {
    const wallet = Keypair.random();
    const { context } = service.world;
    context.clock = { now: () => new Date(Date.now() - 11 * 60_000) };
    const old = await challengeFor(wallet.publicKey());
    context.clock = { now: () => new Date() };
    old.sign(wallet);
    expect((await answer(old.toXdr())).body.detail).toContain("expired");
  });

  it("an account on the ledger needs signers of its medium threshold's weight", async () => {
    const [wallet, first, second, stranger] = [1, 2, 3, 4].map(() => Keypair.random()) as [Keypair, ...Keypair[]] &
      Keypair[];
    const { signers } = service.world.chain;
    const weights = [first, second].map((key) => ({ key: (key as Keypair).publicKey(), weight: 1 }));
    signers.set(wallet.publicKey(), { signers: weights, low: 0, threshold: 2 });
    // Its own key has no weight any more.
    expect((await login(wallet, wallet)).status).toBe(401);
    const { status, body } = await login(wallet, first as Keypair);
    expect([status, body.detail]).toEqual([401, expect.stringMatching(/: signers with weight 1 [^"]* threshold 2\.$/)]);
    expect((await login(wallet, first as Keypair, stranger as Keypair)).status).toBe(401);
    expect((await login(wallet, first as Keypair, second as Keypair)).status).toBe(200);
  });

  it("logs nobody in while the ledger can't be read, and says so", async () => {
    service.world.chain.down = true;
    expect((await login(Keypair.random())).body).toMatchObject({ status: 503, code: "rpc_unavailable" });
  });
});
