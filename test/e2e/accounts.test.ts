import { merit as runMerit } from "@merit/cli/testing/cli.ts";
import { startSmtp } from "@merit/core/testing/smtp.ts";
import { Keypair, Operation, TransactionBuilder } from "@stellar/stellar-sdk";
import { expect, onTestFinished, test } from "vitest";
import { sharedWorld, startWorld } from "../support/fixture.ts";
import type { Http } from "../support/http.ts";
import { until } from "../support/processes.ts";
import { PASSPHRASE } from "../support/wallet.ts";

const open = sharedWorld();

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** SEP-10, as a wallet does it. */
async function walletLogin(api: Http, account: string, ...signers: Keypair[]) {
  const { body } = await api.get(`/auth/wallet?account=${account}`);
  const transaction = TransactionBuilder.fromXdr(body.transaction, body.network_passphrase);
  for (const signer of signers) transaction.sign(signer);
  return api.post("/auth/wallet", { transaction: transaction.toXdr() });
}

test("a user registers, confirms the address by a real mail, and links a wallet", async () => {
  const smtp = await startSmtp();
  onTestFinished(() => smtp[Symbol.asyncDispose]());
  const world = await startWorld({ SMTP_URL: smtp.url, MAIL_FROM: "Merit <no-reply@rewards.example>" });
  const { api } = world;
  const registered = await api.post("/auth/register", { email: "ada@example.com", password: "correct horse" });
  expect(registered.status).toBe(201);
  const { id } = registered.body.user;
  const mail = await until(async () => smtp.mails[0]);
  expect(mail.to).toEqual(["ada@example.com"]);
  expect((await api.post("/auth/email/verify", { token: mail.token })).status).toBe(204);

  const login = await api.post("/auth/login", { email: "ada@example.com", password: "correct horse" });
  const session = bearer(login.body.accessToken);
  expect((await api.send("GET", `/users/${id}`, undefined, session)).body).toMatchObject({ email_verified: true });

  const wallet = await world.wallet();
  const wallet_address = wallet.address;
  const { body: challenge } = await api.post("/wallet/link", { wallet_address }, session);
  const signature = Buffer.from(wallet.keypair.signMessage(challenge.message)).toString("base64");
  const proof = { wallet_address, message: challenge.message, signature };
  expect((await api.post("/wallet/link", proof, session)).body).toMatchObject({ wallet_address, proven: true });
  expect((await walletLogin(api, wallet_address, wallet.keypair)).body.user.id).toBe(id);

  // Stored sessions survive the restart.
  await world.server.kill("SIGKILL");
  await world.startServer();
  expect((await api.send("GET", `/users/${id}`, undefined, session)).status).toBe(200);
});

test("without a mail server, a developer finds the mail in the local outbox and confirms the address with it", async () => {
  const world = await open();
  const { api } = world;
  const { body: user } = await api.post("/auth/register", { email: "ada@example.com", password: "correct horse" });
  const merit = (...args: string[]) => runMerit(["mail", ...args, "--data", world.folder], { env: {} });
  const [mail] = await until(async () => {
    const { data } = JSON.parse((await merit("list", "--json")).out);
    return data.length > 0 ? data : undefined;
  });
  expect(mail).toMatchObject({ to: "ada@example.com", subject: "Confirm your e-mail address" });
  const { out } = await merit("show", String(mail.id));
  const page = await fetch(`http://127.0.0.1:${world.port}/dev/outbox/${mail.id}`);
  expect(await page.text()).toContain("Confirm your e-mail address");
  const token = /Token: ([\w-]+)/.exec(out)?.[1];
  expect((await api.post("/auth/email/verify", { token }, bearer(user.accessToken))).status).toBe(204);
  const me = await api.send("GET", "/users/me", undefined, bearer(user.accessToken));
  expect(me.body.email_verified).toBe(true);
  expect(world.serverOutput).toContain(`/dev/outbox`);
});

test("signers and thresholds of wallets are those of the ledger", async () => {
  const world = await open();
  const { api } = world;
  const wallet = await world.wallet();
  const cosigner = Keypair.random();
  const other = Keypair.random();
  await wallet.submit(
    Operation.setOptions({ signer: { ed25519PublicKey: cosigner.publicKey(), weight: 1 } }),
    Operation.setOptions({ signer: { ed25519PublicKey: other.publicKey(), weight: 1 } }),
  );
  await wallet.submit(Operation.setOptions({ masterWeight: 0, lowThreshold: 1, medThreshold: 2, highThreshold: 2 }));

  const login = (...signers: Keypair[]) => walletLogin(api, wallet.address, ...signers);
  expect((await login(wallet.keypair)).status).toBe(401);
  expect((await login(cosigner)).status).toBe(401);
  const { status, body } = await login(cosigner, other);
  expect(status).toBe(200);

  // Its own key can no longer link it to another account either.
  const thief = await api.post("/auth/register", { email: "thief@example.com", password: "12345678" });
  const session = bearer(thief.body.accessToken);
  const { body: challenge } = await api.post("/wallet/link", { wallet_address: wallet.address }, session);
  const signature = Buffer.from(wallet.keypair.signMessage(challenge.message)).toString("base64");
  const proof = { wallet_address: wallet.address, message: challenge.message, signature };
  expect((await api.post("/wallet/link", proof, session)).body).toMatchObject({ code: "invalid_wallet_proof" });
  expect(body.user.email).toBeNull();
  expect(PASSPHRASE).toBe((await api.get(`/auth/wallet?account=${wallet.address}`)).body.network_passphrase);
});
