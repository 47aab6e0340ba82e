import * as mails from "@merit/core/parties/mail/store.ts";
import { newWallet } from "@merit/core/testing/chain.ts";
import { Keypair, StrKey } from "@stellar/stellar-sdk";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startService, type TestService } from "../../testing/service.ts";

let service: TestService;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service[Symbol.asyncDispose]());

const challenge = async (token: string, wallet_address: string) =>
  service.call("POST /api/wallet/link", { token, body: { wallet_address } });
const sign = (wallet: Keypair, message: string) => Buffer.from(wallet.signMessage(message)).toString("base64");
const post = (token: string, body: object, headers = {}) =>
  service.call("POST /api/wallet/link", { token, body, headers });

async function link(token: string, wallet: Keypair, signer = wallet) {
  const { message } = (await challenge(token, wallet.publicKey())).body;
  return post(token, { wallet_address: wallet.publicKey(), message, signature: sign(signer, message) });
}

const wallets = async (token: string) =>
  (await service.call("GET /api/wallet", { token })).body.data.map(
    ({ wallet_address }: { wallet_address: string }) => wallet_address,
  );

describe("POST /wallet/link", () => {
  it("links a wallet by its signature over the challenge (SEP-53)", async () => {
    const { id, accessToken: token } = await service.user();
    const wallet = Keypair.random();
    const { body } = await challenge(token, wallet.publicKey());
    for (const part of [wallet.publicKey(), `Account: ${id}`, "localhost"]) expect(body.message).toContain(part);
    const reply = await post(token, {
      wallet_address: wallet.publicKey(),
      message: body.message,
      signature: sign(wallet, body.message),
    });
    expect(reply).toMatchObject({ status: 201, body: { wallet_address: wallet.publicKey(), proven: true } });
    expect(await wallets(token)).toEqual([wallet.publicKey()]);
    const logs = await service.world.context.db.read((store) => mails.list(store, null, { limit: 1 }));
    expect(logs).toMatchObject([{ template: "wallet_linked", user_id: id }]);
  });

  it("needs message and signature together", async () => {
    const { accessToken: token } = await service.user();
    const wallet_address = newWallet();
    const missing = async (body: object) => (await post(token, { wallet_address, ...body })).body.errors;
    expect(await missing({ message: "m" })).toEqual([{ field: "signature", message: "is required with message" }]);
    const signature = `${"A".repeat(86)}==`;
    expect(await missing({ signature })).toEqual([{ field: "message", message: "is required with signature" }]);
  });

  it("a challenge works once; a repeat under the same key gets the same answer", async () => {
    const { accessToken: token } = await service.user();
    const wallet = Keypair.random();
    const { message } = (await challenge(token, wallet.publicKey())).body;
    const body = { wallet_address: wallet.publicKey(), message, signature: sign(wallet, message) };
    const headers = { "idempotency-key": "link-1" };
    const [first, second] = await Promise.all([post(token, body, headers), post(token, body, headers)]);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect((await post(token, body)).body).toMatchObject({ status: 401, code: "invalid_wallet_proof" });
  });

  it("refuses another key's signature, another message, and a challenge of somebody else", async () => {
    const [user, thief] = [await service.user(), await service.user()];
    const wallet = Keypair.random();
    const refused = { status: 401, code: "invalid_wallet_proof" };
    expect((await link(user.accessToken, wallet, Keypair.random())).body).toMatchObject(refused);
    const message = "localhost asks you to link this wallet to your account.";
    const wallet_address = wallet.publicKey();
    expect(
      (await post(user.accessToken, { wallet_address, message, signature: sign(wallet, message) })).body,
    ).toMatchObject(refused);
    const { body } = await challenge(user.accessToken, wallet_address);
    const stolen = { wallet_address, message: body.message, signature: sign(wallet, body.message) };
    expect((await post(thief.accessToken, stolen)).body).toMatchObject(refused);
    expect((await post(user.accessToken, stolen)).status).toBe(201);
  });

  it("refuses a challenge after five minutes", async () => {
    const { accessToken: token } = await service.user();
    const wallet = Keypair.random();
    const { message } = (await challenge(token, wallet.publicKey())).body;
    service.world.context.clock = { now: () => new Date(Date.now() + 300_001) };
    const body = { wallet_address: wallet.publicKey(), message, signature: sign(wallet, message) };
    expect((await post(token, body)).status).toBe(401);
  });

  it("refuses a key that no longer controls its account alone", async () => {
    const { accessToken: token } = await service.user();
    const wallet = Keypair.random();
    const own = { key: wallet.publicKey(), weight: 1 };
    const { signers } = service.world.chain;
    signers.set(wallet.publicKey(), { signers: [own], low: 0, threshold: 2 });
    expect((await link(token, wallet)).body).toMatchObject({ status: 401, code: "invalid_wallet_proof" });
    signers.set(wallet.publicKey(), { signers: [], low: 0, threshold: 0 });
    expect((await link(token, wallet)).status).toBe(401);
    signers.set(wallet.publicKey(), { signers: [own], low: 0, threshold: 0 });
    expect((await link(token, wallet)).status).toBe(201);
  });

  it("a wallet has one owner: the user who has proven it, not one who has only named it", async () => {
    const [user, other] = [await service.user(), await service.user()];
    const wallet = Keypair.random();
    await service.call("POST /api/users", { body: { wallet_address: wallet.publicKey() } });
    expect((await link(user.accessToken, wallet)).status).toBe(201);
    expect((await link(user.accessToken, wallet)).status).toBe(201);
    expect((await link(other.accessToken, wallet)).body).toMatchObject({ status: 409, code: "wallet_taken" });
    expect(await wallets(user.accessToken)).toEqual([wallet.publicKey()]);
    expect(await wallets(other.accessToken)).toEqual([]);
  });

  it("links ten wallets and no more", async () => {
    const { accessToken: token } = await service.user();
    for (let turn = 0; turn < 10; turn += 1) expect((await link(token, Keypair.random())).status).toBe(201);
    expect((await link(token, Keypair.random())).body).toMatchObject({
      status: 422,
      errors: [{ field: "wallet_address" }],
    });
    expect(await wallets(token)).toHaveLength(10);
  });

  it("needs a session, an account's address, and the ledger", async () => {
    const { accessToken: token } = await service.user();
    expect((await challenge("", newWallet())).status).toBe(401);
    const contract = StrKey.encodeContract(Buffer.alloc(32, 1));
    expect((await challenge(token, contract)).body).toMatchObject({
      status: 422,
      errors: [{ field: "wallet_address" }],
    });
    expect((await post(token, { wallet_address: newWallet(), message: "m", signature: "x" })).body).toMatchObject({
      status: 422,
      errors: [{ field: "signature" }],
    });
    service.world.chain.down = true;
    expect((await link(token, Keypair.random())).body).toMatchObject({ status: 503, code: "rpc_unavailable" });
  });
});

describe("DELETE /wallet/<address>", () => {
  const remove = (token: string, address: string) => service.call(`DELETE /api/wallet/${address}`, { token });

  it("removes the caller's wallet and nobody else's", async () => {
    const [user, stranger] = [await service.user(), await service.user()];
    const wallet = Keypair.random();
    await link(user.accessToken, wallet);
    expect((await remove(stranger.accessToken, wallet.publicKey())).body).toMatchObject({ status: 404 });
    expect((await remove(user.accessToken, "nonsense")).status).toBe(404);
    expect((await remove(user.accessToken, wallet.publicKey())).status).toBe(204);
    expect(await wallets(user.accessToken)).toEqual([]);
    expect((await link(stranger.accessToken, wallet)).status).toBe(201);
  });

  it("can be repeated under an Idempotency-Key", async () => {
    const { accessToken: token } = await service.user();
    const wallet = Keypair.random();
    await link(token, wallet);
    const options = { token, headers: { "idempotency-key": "unlink-1" } };
    const replies = [1, 2].map(() => service.call(`DELETE /api/wallet/${wallet.publicKey()}`, options));
    expect((await Promise.all(replies)).map(({ status }) => status)).toEqual([204, 204]);
  });

  it("keeps the last way to log in", async () => {
    const wallet = Keypair.random();
    const { body } = await service.call(`GET /api/auth/wallet?account=${wallet.publicKey()}`);
    const { TransactionBuilder } = await import("@stellar/stellar-sdk");
    const transaction = TransactionBuilder.fromXdr(body.transaction, body.network_passphrase);
    transaction.sign(wallet);
    const login = await service.call("POST /api/auth/wallet", { body: { transaction: transaction.toXdr() } });
    const token = login.body.accessToken;
    expect((await remove(token, wallet.publicKey())).body).toMatchObject({ status: 409, code: "last_login" });
    expect(await wallets(token)).toEqual([wallet.publicKey()]);
    const second = Keypair.random();
    expect((await link(token, second)).status).toBe(201);
    expect((await remove(token, wallet.publicKey())).status).toBe(204);
  });
});
