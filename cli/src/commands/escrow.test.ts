import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  Account,
  Address,
  Asset,
  hash,
  Keypair,
  nativeToScVal,
  Operation,
  StrKey,
  TransactionBuilder,
  xdr,
} from "@stellar/stellar-sdk";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { merit, problem, startApi, type TestApi } from "../testing/cli.ts";

const PASSPHRASE = "Standalone Network ; February 2017";
const ID = "ab".repeat(32);
const HASH = "cd".repeat(32);
const key = Keypair.random();
const contract = StrKey.encodeContract(new Uint8Array(32).fill(7));

let api: TestApi;
let folder: string;
let keyFile: string;
let env: Record<string, string>;
beforeEach(async () => {
  api = await startApi();
  folder = mkdtempSync(join(tmpdir(), "merit-cli-"));
  keyFile = join(folder, "ada.key");
  writeFileSync(keyFile, `${key.secret()}\n`, { mode: 0o600 });
  env = { MERIT_URL: api.url, MERIT_TOKEN: "token", MERIT_WALLET_KEY: keyFile, XDG_CONFIG_HOME: folder };
});
afterEach(async () => {
  await api[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

const run = (line: string) => merit(line.split(" "), { env });
const sent = (route: string) => api.requests.find(({ method, path }) => `${method} ${path}` === route);
// biome-ignore lint/suspicious/noExplicitAny: bodies of many shapes
const bodyOf = (route: string): any => sent(route)?.body ?? {};
const onePage = (row: object) => ({ body: { data: [row], has_more: false, next_cursor: null } });

const called = (method: string, args: xdr.ScVal[] = []) =>
  xdr.SorobanAuthorizedFunction.sorobanAuthorizedFunctionTypeContractFn(
    new xdr.InvokeContractArgs({
      ...{ contractAddress: Address.fromString(contract).toScAddress(), functionName: method, args },
    }),
  );
const call = (method: string, below: xdr.SorobanAuthorizedInvocation[] = [], args: xdr.ScVal[] = []) =>
  new xdr.SorobanAuthorizedInvocation({ function: called(method, args), subInvocations: below });
const transfer = (amount: bigint) =>
  call(
    "transfer",
    [],
    [1n, 2n, amount].map((each) => nativeToScVal(each)),
  );

/** The service answers with a transaction of this call, of which `below` is a part, and takes it back. */
function offers(method: string, { below = [] as xdr.SorobanAuthorizedInvocation[], source = key.publicKey() } = {}) {
  const auth = new xdr.SorobanAuthorizationEntry({
    credentials: xdr.SorobanCredentials.sorobanCredentialsSourceAccount(),
    rootInvocation: call(method, below),
  });
  const operation = Operation.invokeContractFunction({ contract, function: method, args: [], auth: [auth] });
  takes(operation, source);
}

function takes(operation: xdr.Operation, source = key.publicKey()) {
  const options = { fee: "100", networkPassphrase: PASSPHRASE, timebounds: { minTime: 0, maxTime: 0 } };
  const transaction = new TransactionBuilder(new Account(source, "1"), options).addOperation(operation).build();
  const common = { hash: HASH, escrow_id: ID, drop_id: null, wallet_address: source };
  const body = { ...common, envelope: transaction.toXdr(), network_passphrase: PASSPHRASE, reserve_xlm: "0" };
  for (const path of ["/wallet/envelope", "/trustline/envelope", `/escrows/${ID}/proposals/3/envelope`]) {
    api.on(`POST ${path}`, { status: 201, body });
  }
  const submission = { ...common, kind: "escrow.release", tx_hash: HASH, error_message: null };
  api.on("POST /wallet/submit", { status: 202, body: { ...submission, status: "pending" } });
  api.on(`GET /wallet/submissions/${HASH}`, { body: { ...submission, status: "confirmed" } });
  return transaction;
}

const proposal = {
  ...{ id: 3, escrow_id: ID, wallet_address: "GOTHER", action: "split", milestone: 1, share: 5000, deadline: null },
  expires_at: "2026-11-29T09:15:00.000Z",
};
const escrow = {
  ...{ id: ID, status: "active", depositor: "GADA", beneficiary: "GBOB", arbiter: "GEVE", amount: "30", held: "20" },
  ...{ awaited: [], released: "9.9", refunded: "0", fees: "0.1", fee: 100, agreement: HASH, dispute_window: 604_800 },
  ...{ undecided_share: 0, tx_hash: HASH, created_at: "2026-11-21T18:00:40.000Z", proposals: [proposal] },
  milestones: [
    {
      milestone: 1,
      amount: "20",
      deadline: "2027-01-21T18:00:00.000Z",
      status: "held",
      decide_by: null,
      evidence: null,
    },
  ],
  parties: [
    {
      ...{ wallet_address: "GADA", role: "depositor", owed: "0" },
      actions: [
        { action: "dispute", milestone: 1, until: "2027-01-21T18:00:00.000Z", proposal_id: null },
        { action: "agree", milestone: 1, until: proposal.expires_at, proposal_id: 3 },
      ],
    },
  ],
};

describe("merit escrow", () => {
  it("creates one with the hash of the agreement, and shows it as soon as the service does", async () => {
    const agreement = join(folder, "order.txt");
    writeFileSync(agreement, "Five boxes of beans");
    offers("create", { below: [transfer(300_000_000n)] });
    api.on(`GET /escrows/${ID}`, (_, count) =>
      count === 0 ? problem(404, "not_found", "Not found.") : { body: escrow },
    );
    const { out, err, code } = await run(
      `escrow create --beneficiary GBOB --arbiter GEVE --part 10@2027-01-31 --part 20@2027-02-28 --agreement ${agreement} --dispute-days 3`,
    );
    expect([code, err]).toEqual([0, expect.anything()]);
    expect(out).toMatch(/^Status +active$/m);
    expect(sent("POST /wallet/envelope")?.body).toEqual({
      ...{ wallet_address: key.publicKey(), call: "escrow.create", beneficiary: "GBOB", arbiter: "GEVE" },
      parts: [
        { amount: "10", deadline: "2027-01-31T00:00:00.000Z" },
        { amount: "20", deadline: "2027-02-28T00:00:00.000Z" },
      ],
      agreement: Buffer.from(hash(readFileSync(agreement))).toString("hex"),
      ...{ dispute_window: 259_200, undecided_share: 0, max_fee: 0 },
    });
  });

  it.each([
    [`accept ${ID}`, "accept", { call: "escrow.accept", escrow: ID }],
    [`cancel ${ID}`, "cancel", { call: "escrow.cancel", escrow: ID }],
    [`release ${ID} 0`, "release", { call: "escrow.release", escrow: ID, milestone: 0 }],
    [`expire ${ID} 1`, "expire", { call: "escrow.expire", escrow: ID, milestone: 1 }],
    [`resolve ${ID} 1 --share 7500`, "resolve", { call: "escrow.resolve", escrow: ID, milestone: 1, share: 7500 }],
    ["withdraw", "withdraw", { call: "escrow.withdraw" }],
  ])("%s signs with the wallet's key and waits for the ledger", async (line, method, body) => {
    offers(method);
    const { code, out } = await run(`escrow ${line}`);
    expect([code, out]).toEqual([0, expect.stringMatching(/^Status +confirmed$/m)]);
    expect(sent("POST /wallet/envelope")?.body).toEqual({ wallet_address: key.publicKey(), ...body });
    const { envelope } = bodyOf("POST /wallet/submit");
    const { signatures } = TransactionBuilder.fromXdr(envelope, PASSPHRASE);
    expect(signatures).toHaveLength(1);
  });

  it.each([
    ["dispute", "dispute"],
    ["evidence", "submit_evidence"],
  ])("%s sends the hash of a file", async (name, method) => {
    const file = join(folder, "photo.txt");
    writeFileSync(file, "beans");
    offers(method);
    expect((await run(`escrow ${name} ${ID} 0 --evidence ${file}`)).code).toBe(0);
    expect(sent("POST /wallet/envelope")?.body).toMatchObject({
      ...{ call: `escrow.${method}`, evidence: Buffer.from(hash(readFileSync(file))).toString("hex") },
    });
    expect((await run(`escrow ${name} ${ID} 0 --evidence ${file}.not`)).err).toMatch(/can't be read/);
  });

  it("signs nothing but the call that was meant", async () => {
    const refusals = [
      () => offers("cancel"),
      () => offers("release", { source: Keypair.random().publicKey() }),
      () => offers("release", { below: [transfer(1n)] }),
      () => takes(Operation.payment({ destination: key.publicKey(), asset: Asset.native(), amount: "1" })),
    ];
    for (const offer of refusals) {
      offer();
      const { code, err } = await run(`escrow release ${ID} 0`);
      expect([code, err]).toEqual([1, expect.stringMatching(/not signed/)]);
    }
    for (const below of [[transfer(10n)], [transfer(100_000_000n), transfer(1n)], [call("approve")]]) {
      offers("create", { below });
      const terms = `--beneficiary GBOB --arbiter GEVE --part 10@2027-01-31 --agreement ${keyFile}`;
      expect((await run(`escrow create ${terms}`)).err).toMatch(/not signed/);
    }
    expect(sent("POST /wallet/submit")).toBeUndefined();
  });

  it("says what the ledger refused", async () => {
    offers("release");
    const failed = { hash: HASH, status: "failed", error_message: "The ledger refused it." };
    api.on(`GET /wallet/submissions/${HASH}`, { body: failed });
    const { code, err } = await run(`escrow release ${ID} 0`);
    expect([code, err]).toEqual([1, expect.stringContaining("The ledger refused it.")]);
  });

  it("proposes a step with the wallet's signature over its authorisation", async () => {
    const preimage = (method: string) =>
      xdr.HashIdPreimage.envelopeTypeSorobanAuthorization(
        new xdr.HashIdPreimageSorobanAuthorization({
          ...{ networkId: hash(PASSPHRASE), nonce: xdr.Int64(7n), signatureExpirationLedger: 99 },
          invocation: call(method),
        }),
      );
    const answer = (method: string) => ({
      status: 201,
      body: { ...proposal, authorization: preimage(method).toXdr("base64"), network_passphrase: PASSPHRASE },
    });
    api.on(`POST /escrows/${ID}/proposals`, answer("split"));
    api.on(`POST /escrows/${ID}/proposals/3/sign`, { body: proposal });
    expect((await run(`escrow propose split ${ID} 1 --share 5000`)).out).toMatch(/^Proposal +3$/m);
    expect(sent(`POST /escrows/${ID}/proposals`)?.body).toEqual({
      ...{ wallet_address: key.publicKey(), action: "split", milestone: 1, share: 5000 },
    });
    const { signature } = bodyOf(`POST /escrows/${ID}/proposals/3/sign`);
    expect(key.verify(hash(preimage("split").toXdr()), Buffer.from(signature, "base64"))).toBe(true);
    for (const line of [`cancel ${ID}`, `extend ${ID} 1 --deadline 2027-03-31`]) {
      expect((await run(`escrow propose ${line}`)).err).toMatch(/not signed/);
    }
  });

  it("agrees to an open proposal only", async () => {
    api.on(`GET /escrows/${ID}`, { body: escrow });
    offers("split");
    expect((await run(`escrow agree ${ID} 3`)).code).toBe(0);
    expect((await run(`escrow agree ${ID} 4`)).err).toMatch(/isn't open/);
  });

  it("lists and shows, with what the reader can do and until when", async () => {
    api.on("GET /escrows", onePage({ ...escrow, roles: ["depositor"] }));
    api.on(`GET /escrows/${ID}`, { body: escrow });
    api.on(`GET /escrows/${ID}/events`, onePage({ type: "created", ledger_closed_at: "2026-11-21", data: { fee: 1 } }));
    api.on("GET /escrows/terms", { body: { fee: 100 } });
    const { out } = await run("escrow list --status active --role depositor --wallet GADA --limit 5");
    expect(out).toMatch(/^abab\w+ +active +depositor +30 +20 /m);
    expect(sent("GET /escrows")?.query).toEqual({
      ...{ status: "active", role: "depositor", wallet_address: "GADA", limit: "5" },
    });
    const shown = (await run(`escrow show ${ID}`)).out;
    expect(shown).toMatch(/^dispute +1 +- +2027-01-21T18:00:00.000Z +GADA$/m);
    expect(shown).toMatch(/^ +3 +GOTHER +split +1 +share 5000 /m);
    expect(JSON.parse((await run(`escrow show ${ID} --json`)).out)).toEqual(escrow);
    expect((await run(`escrow events ${ID}`)).out).toMatch(/^2026-11-21 +created +{"fee":1}$/m);
    expect((await run("escrow fee")).out).toMatch(/100/);
    for (const wrong of ["show 5", "list --status lost", `release ${ID} first`, "create --part 10"]) {
      expect((await run(`escrow ${wrong}`)).code).toBe(2);
    }
  });
});

describe("merit wallet", () => {
  it("makes a key that only its owner can read, and never overwrites one", async () => {
    const file = join(folder, "new.key");
    const { out } = await run(`wallet create ${file} --json`);
    expect(Keypair.fromSecret(readFileSync(file, "utf8").trim()).publicKey()).toBe(JSON.parse(out).wallet_address);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const before = readFileSync(file, "utf8");
    expect((await run(`wallet create ${file}`)).code).toBe(1);
    expect(readFileSync(file, "utf8")).toBe(before);
  });

  it("links a wallet by its signature, opens its trustline and lists it", async () => {
    const message = "Link this wallet";
    const wallet = { address: key.publicKey(), proven: true, linked_at: "2026-11-21T18:05:40.127Z" };
    api.on("POST /wallet/challenge", { body: { message } });
    api.on("POST /wallet/link", { status: 201, body: wallet });
    api.on("GET /wallet", onePage(wallet));
    expect((await run("wallet link")).code).toBe(0);
    const { signature } = bodyOf("POST /wallet/link");
    expect(key.verifyMessage(message, Buffer.from(signature, "base64"))).toBe(true);
    expect((await run("wallet list")).out).toContain(key.publicKey());
    takes(Operation.changeTrust({ asset: new Asset("MERIT", key.publicKey()) }));
    expect((await run("wallet trust")).out).toContain(HASH);
    offers("release");
    expect((await run("wallet trust")).err).toMatch(/not signed/);
  });

  it("needs a key file that others can't read, and never shows what is in it", async () => {
    const line = `escrow release ${ID} 0 --wallet-key`;
    expect(await run(`${line} ${keyFile}.not`)).toMatchObject({ code: 1, err: expect.stringMatching(/can't be read/) });
    chmodSync(keyFile, 0o644);
    expect((await run(`${line} ${keyFile}`)).err).toMatch(/Others can read .*chmod 600/s);
    writeFileSync(keyFile, "SECRETBUTWRONG");
    chmodSync(keyFile, 0o600);
    const { err } = await run(`${line} ${keyFile}`);
    expect(err).toMatch(/no secret key/);
    expect(err).not.toContain("SECRETBUTWRONG");
    env = { MERIT_URL: api.url, MERIT_TOKEN: "token", XDG_CONFIG_HOME: folder };
    expect(await run(`escrow release ${ID} 0`)).toMatchObject({ code: 2, err: expect.stringMatching(/--wallet-key/) });
  });
});
