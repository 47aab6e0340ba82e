import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import {
  Account,
  Asset,
  Keypair,
  Operation,
  SorobanDataBuilder,
  type Transaction,
  TransactionBuilder,
} from "@stellar/stellar-sdk";
import { beforeEach, describe, expect, it } from "vitest";
import { merit, problem } from "./testing/cli.ts";
import {
  answerOf,
  authorised,
  contracts,
  envelopeOf,
  network,
  network_passphrase,
  withLedger,
} from "./testing/envelopes.ts";
import { scriptedApi } from "./testing/scripted-api.ts";
import { readWalletKey } from "./wallet-signature.ts";

// Refusals because of a transaction's contents: client/src/signing/check.test.ts.

const key = Keypair.random();
const own = key.publicKey();
const HASH = "cd".repeat(32);
const { api, folder, env } = scriptedApi({ MERIT_TOKEN: "token" });
const trust = Operation.changeTrust({ asset: new Asset(network.asset.code, network.asset.issuer) });

beforeEach(() => {
  env.MERIT_WALLET_KEY = join(folder, "ada.key");
  writeFileSync(env.MERIT_WALLET_KEY, key.secret(), { mode: 0o600 });
  withLedger(api);
  api.on("POST /wallet/envelope", () => ({ status: 201, body: envelopeOf(own, [trust]) }));
  const submission = { hash: HASH, kind: "trustline", wallet_address: own, tx_hash: HASH, status: "confirmed" };
  api.on("POST /wallet/submit", { body: submission });
  api.on(`GET /wallet/submissions/${HASH}`, { body: submission });
});

const run = (line: string) => merit(line.split(" "), { env });
const submitted = () => api.requests.filter(({ path }) => path === "/wallet/submit");

it("signs the transaction that was asked for, unchanged", async () => {
  const { code, err } = await run("wallet trust");
  expect([code, err]).toEqual([0, expect.stringContaining("merit wallet service")]);
  const { envelope } = (submitted()[0]?.body ?? {}) as { envelope: string };
  const signed = TransactionBuilder.fromXdr(envelope, network_passphrase) as Transaction;
  expect(signed.signatures).toHaveLength(1);
  expect(key.verify(signed.hash(), signed.signatures[0]?.signature.toBytes() as Uint8Array)).toBe(true);
});

it("hands in the same transaction again after a lost answer, and shows it if that one is lost too", async () => {
  const answer = { hash: HASH, kind: "trustline", wallet_address: own, tx_hash: HASH, status: "confirmed" };
  api.on("POST /wallet/submit", (_, count) => (count === 0 ? { drop: true } : { body: answer }));
  expect((await run("wallet trust")).code).toBe(0);
  const [first, second] = submitted();
  expect(second?.body).toEqual(first?.body);

  api.on("POST /wallet/submit", { drop: true });
  const { code, err } = await run("wallet trust");
  const last = submitted().at(-1)?.body as { envelope: string } | undefined;
  expect([code, err]).toEqual([1, expect.stringContaining(`merit wallet submit ${last?.envelope}`)]);
});

it.each([
  ["a gateway in its place", { status: 504, body: "<html></html>" }, true],
  ["the database", problem(503, "database_unavailable", "The connection broke."), false],
])("does so if %s doesn't know, too", async (_, reply, isLost) => {
  api.on("POST /wallet/submit", (_, count) => (count % 2 === 0 || !isLost ? reply : problem(429, "too_many", "Wait.")));
  for (const more of ["", " --json"]) {
    const { code, err } = await run(`wallet trust${more}`);
    const last = submitted().at(-1)?.body as { envelope: string } | undefined;
    expect([code, err]).toEqual([1, expect.stringContaining(`merit wallet submit ${last?.envelope}`)]);
    expect(err.includes("isn't known whether")).toBe(isLost);
  }
  expect(submitted()).toHaveLength(isLost ? 4 : 2);
});

it("shows it if the service dies with it, so that nothing listens any more", async () => {
  const server = createServer((request) => {
    server.close();
    request.socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  const { code, err } = await run(`wallet submit AAAASIGNED --url ${url}`);
  expect(code).toBe(1);
  expect(err).toMatch(/^error: Nothing listens at .*isn't known whether .*merit wallet submit AAAASIGNED\n$/s);
});

describe("a service that names something else than at first", () => {
  const others = { ...network.contracts, pool: network.contracts.escrow };
  it.each([
    ["another network", { network_passphrase: "Public Global Stellar Network ; September 2015" }, /passphrase: Public/],
    ["another contract", { contracts: others }, /contract pool: C\w+, before: C/],
    [
      "a contract more",
      { contracts: { ...network.contracts, more: network.contracts.pool } },
      /more: C\w+, before: none/,
    ],
    ["another asset", { asset: { ...network.asset, issuer: own } }, /asset: MERIT:G/],
    [
      "another asset's contract",
      { asset: { ...network.asset, contract_id: network.contracts.pool } },
      /asset's contract/,
    ],
    ["another node", { rpc_url: "http://127.0.0.1:1" }, /ledger's node: http/],
  ])("such as %s signs nothing until that is accepted", async (_, changed, words) => {
    expect((await run("wallet trust")).code).toBe(0);
    withLedger(api, changed);
    const { code, err } = await run("wallet trust");
    expect([code, err]).toEqual([1, expect.stringMatching(words)]);
    expect(err).toContain("merit wallet service --accept");
    expect(await run("wallet service")).toMatchObject({ code: 1, err: expect.stringMatching(words) });
    expect(submitted()).toHaveLength(1);
    expect((await run("wallet service --accept")).code).toBe(0);
    expect((await run("wallet service")).code).toBe(0);
  });

  it("is known from the login on, which says what has changed", async () => {
    const login = { user: { id: 7, email: "ada@example.com", role: "user" }, accessToken: "a", refreshToken: "r" };
    api.on("POST /auth/login", { body: login });
    const logIn = () =>
      merit("login --email ada@example.com --password-stdin".split(" "), { env, stdin: "secret-word" });
    expect((await logIn()).code).toBe(0);
    const path = join(folder, "merit", "config.json");
    const { contracts } = JSON.parse(readFileSync(path, "utf8")).services[api.url];
    expect(contracts).toEqual(network.contracts);
    withLedger(api, { contracts: others });
    const { code, err } = await logIn();
    expect([code, err]).toEqual([0, expect.stringMatching(/contract pool: C\w+, before: C/)]);
    expect((await run("wallet trust")).code).toBe(1);
    expect(submitted()).toEqual([]);
  });
});

it("looks at the wallet's account itself, at the node that the person names", async () => {
  withLedger(api, { rpc_url: "http://127.0.0.1:1" });
  expect((await run("wallet trust")).err).toMatch(/asked at http:\/\/127.0.0.1:1 .*MERIT_RPC_URL/s);
  env.MERIT_RPC_URL = `${api.url}/rpc`;
  expect((await run("wallet trust")).code).toBe(0);
});

it("asks for a node where the network has none that is free", async () => {
  withLedger(api, { network: "mainnet", rpc_url: null });
  expect((await run("wallet trust")).err).toMatch(/no free node of the network mainnet .*MERIT_RPC_URL/s);
});

it("says how to go on with a wallet that isn't linked, and without one", async () => {
  api.on("POST /wallet/envelope", problem(404, "not_found", `Wallet ${own} was not found.`));
  expect(await run("wallet trust")).toMatchObject({ code: 1, err: expect.stringContaining("`merit wallet link`") });
  env.MERIT_WALLET_KEY = "";
  expect(await run("wallet trust")).toMatchObject({ code: 2, err: expect.stringContaining("--wallet-key") });
});

it("doesn't take the service for a liar if another transaction of the wallet is on its way", async () => {
  const builder = new TransactionBuilder(new Account(own, "7"), { fee: "100", networkPassphrase: network_passphrase });
  const later = builder.addOperation(trust).setTimeout(300).build();
  api.on("POST /wallet/envelope", { status: 201, body: answerOf(later, own) });
  const { code, err } = await run("wallet trust");
  expect([code, err]).toEqual([1, expect.stringMatching(/not signed.*on its way.*run the command again/s)]);
  expect(err).not.toContain("something else");
  expect(submitted()).toEqual([]);
});

it("pays more than usual only on purpose", async () => {
  const referrer = Keypair.random().publicKey();
  const bind = authorised(contracts.referral.call("bind", { newcomer: own, referrer }));
  const dear = new SorobanDataBuilder().setResourceFee(30_000_000n).build();
  api.on("POST /wallet/envelope", () => ({
    status: 201,
    body: envelopeOf(own, [bind], (builder) => builder.setSorobanData(dear)),
  }));
  const line = `referral wallet bind --wallet ${own} --referrer ${referrer}`;
  expect(await run(line)).toMatchObject({ code: 1, err: expect.stringMatching(/up to 3.00001 XLM .*--max-xlm/s) });
  expect(await run(`${line} --max-xlm x`)).toMatchObject({ code: 2 });
  expect(submitted()).toEqual([]);
  expect(await run(`${line} --max-xlm 3.1`)).toMatchObject({ code: 0 });
});

it("reads a key from a file, and never repeats what the file holds", () => {
  const path = join(folder, "wallet.key");
  writeFileSync(path, `${key.secret()}\n`);
  expect(() => readWalletKey(path)).toThrow(/Others can read/);
  chmodSync(path, 0o600);
  expect(readWalletKey(path).publicKey()).toBe(own);
  writeFileSync(path, `${key.secret()}X`);
  expect(() => readWalletKey(path)).toThrow(/holds no wallet's secret key/);
  expect(() => readWalletKey(path)).not.toThrow(new RegExp(key.secret()));
  expect(() => readWalletKey(join(folder, "none"))).toThrow(/can't be read/);
});
