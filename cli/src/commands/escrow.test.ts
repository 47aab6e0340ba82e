import { chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Asset, hash, Keypair, Operation, TransactionBuilder, xdr } from "@stellar/stellar-sdk";
import { beforeEach, describe, expect, it } from "vitest";
import { merit, problem } from "../testing/cli.ts";
import {
  authorised,
  bytes,
  callIn,
  contracts,
  envelopeOf,
  invocation,
  network,
  network_passphrase,
  paying,
  withLedger,
} from "../testing/envelopes.ts";
import { scriptedApi } from "../testing/scripted-api.ts";

const ID = "ab".repeat(32);
const HASH = "cd".repeat(32);
const key = Keypair.random();
const own = key.publicKey();
const [bob, eve] = [Keypair.random().publicKey(), Keypair.random().publicKey()];
const id = bytes(ID);

/** An access token of user 7. */
const TOKEN = `h.${Buffer.from(JSON.stringify({ sub: "7" })).toString("base64url")}.s`;

const { api, folder, env } = scriptedApi({ MERIT_TOKEN: "token" });
const keyFile = join(folder, "ada.key");
beforeEach(() => {
  writeFileSync(keyFile, `${key.secret()}\n`, { mode: 0o600 });
  env.MERIT_WALLET_KEY = keyFile;
  withLedger(api);
});

const run = (line: string) => merit(line.split(" "), { env });
const sent = (route: string) => api.requests.find(({ method, path }) => `${method} ${path}` === route);
// biome-ignore lint/suspicious/noExplicitAny: bodies of many shapes
const bodyOf = (route: string): any => sent(route)?.body ?? {};
const onePage = (row: object) => ({ body: { data: [row], has_more: false, next_cursor: null } });

/** The service answers with a transaction of this operation, and takes it back. */
function offers(operation: xdr.Operation, source = own): void {
  const common = { hash: HASH, escrow_id: ID, drop_id: null, wallet_address: source };
  const body = { ...common, ...envelopeOf(source, [operation]) };
  api.on("POST /wallet/envelope", { status: 201, body });
  const submission = { ...common, kind: "escrow.release", tx_hash: HASH, error_message: null };
  api.on("POST /wallet/submit", { status: 202, body: { ...submission, status: "pending" } });
  api.on(`GET /wallet/submissions/${HASH}`, { body: { ...submission, status: "confirmed" } });
}

const release = authorised(contracts.escrow.call("release", { id, milestone: 0 }));
const split = (share: number) => contracts.escrow.call("split", { id, milestone: 1, share });

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
    const agreed = hash(readFileSync(agreement));
    const terms = {
      ...{ reference: bytes(HASH), beneficiary: bob, arbiter: eve, agreement: Buffer.from(agreed) },
      parts: [
        { amount: 100_000_000n, deadline: BigInt(Date.UTC(2027, 0, 31) / 1000) },
        { amount: 200_000_000n, deadline: BigInt(Date.UTC(2027, 1, 28) / 1000) },
      ],
      ...{ dispute_window: 259_200n, undecided_share: 0, max_fee: 0 },
    };
    const create = (changed: object = {}) =>
      contracts.escrow.call("create", { depositor: own, terms: { ...terms, ...changed } });
    const line = `escrow create --beneficiary ${bob} --arbiter ${eve} --part 10@2027-01-30 --part 20@2027-02-27 --agreement ${agreement} --dispute-days 3`;
    for (const lie of [
      paying(create({ beneficiary: eve }), own, 300_000_000n),
      paying(create({ max_fee: 10_000 }), own, 300_000_000n),
      paying(create(), own, 300_000_001n),
    ]) {
      offers(lie);
      expect((await run(line)).err).toMatch(/not signed/);
    }
    offers(paying(create(), own, 300_000_000n));
    api.on(`GET /escrows/${ID}`, (_, count) =>
      count === 0 ? problem(404, "not_found", "Not found.") : { body: escrow },
    );
    const { out, err, code } = await run(line);
    expect([code, err]).toEqual([0, expect.anything()]);
    expect(out).toMatch(/^Status +active$/m);
    expect(sent("POST /wallet/envelope")?.body).toEqual({
      ...{ wallet_address: own, call: "escrow.create", beneficiary: bob, arbiter: eve },
      parts: [
        { amount: "10", deadline: "2027-01-31T00:00:00.000Z" },
        { amount: "20", deadline: "2027-02-28T00:00:00.000Z" },
      ],
      agreement: Buffer.from(agreed).toString("hex"),
      ...{ dispute_window: 259_200, undecided_share: 0, max_fee: 0 },
    });
  });

  const { escrow: calls } = contracts;
  it.each([
    [`accept ${ID}`, calls.call("accept", { party: own, id }), { call: "escrow.accept", escrow: ID }],
    [`cancel ${ID}`, calls.call("cancel", { id }), { call: "escrow.cancel", escrow: ID }],
    [`release ${ID} 0`, release, { call: "escrow.release", escrow: ID, milestone: 0 }],
    [`expire ${ID} 1`, calls.call("expire", { id, milestone: 1 }), { call: "escrow.expire", escrow: ID, milestone: 1 }],
    [
      `resolve ${ID} 1 --share 7500`,
      calls.call("resolve", { id, milestone: 1, share: 7500 }),
      { call: "escrow.resolve", escrow: ID, milestone: 1, share: 7500 },
    ],
    ["withdraw", calls.call("withdraw", { account: own }), { call: "escrow.withdraw" }],
  ])("%s signs with the wallet's key and waits for the ledger", async (line, operation, body) => {
    offers(operation);
    const { code, out } = await run(`escrow ${line}`);
    expect([code, out]).toEqual([0, expect.stringMatching(/^Status +confirmed$/m)]);
    expect(sent("POST /wallet/envelope")?.body).toEqual({ wallet_address: own, ...body });
    const { envelope } = bodyOf("POST /wallet/submit");
    const { signatures } = TransactionBuilder.fromXdr(envelope, network_passphrase);
    expect(signatures).toHaveLength(1);
  });

  it.each([
    ["dispute", "dispute"],
    ["evidence", "submit_evidence"],
  ] as const)("%s sends the hash of a file", async (name, method) => {
    const file = join(folder, "photo.txt");
    writeFileSync(file, "beans");
    const evidence = Buffer.from(hash(readFileSync(file)));
    offers(calls.call(method, { party: own, id, milestone: 0, evidence }));
    expect((await run(`escrow ${name} ${ID} 0 --evidence ${file}`)).code).toBe(0);
    expect(sent("POST /wallet/envelope")?.body).toMatchObject({
      ...{ call: `escrow.${method}`, evidence: evidence.toString("hex") },
    });
    expect((await run(`escrow ${name} ${ID} 0 --evidence ${file}.not`)).err).toMatch(/can't be read/);
  });

  it("signs nothing but the call that was meant", async () => {
    const lies = [
      () => offers(calls.call("cancel", { id })),
      () => offers(calls.call("release", { id, milestone: 1 })),
      () => offers(calls.call("release", { id: bytes(HASH), milestone: 0 })),
      () => offers(release, bob),
      () => offers(paying(release, own, 1n)),
      () => offers(Operation.payment({ destination: own, asset: Asset.native(), amount: "1" })),
    ];
    for (const offer of lies) {
      offer();
      const { code, err } = await run(`escrow release ${ID} 0`);
      expect([code, err]).toEqual([1, expect.stringMatching(/not signed/)]);
    }
    expect(sent("POST /wallet/submit")).toBeUndefined();
  });

  it("says what the ledger refused", async () => {
    offers(release);
    const failed = { hash: HASH, status: "failed", error_message: "The ledger refused it." };
    api.on(`GET /wallet/submissions/${HASH}`, { body: failed });
    const { code, err } = await run(`escrow release ${ID} 0`);
    expect([code, err]).toEqual([1, expect.stringContaining("The ledger refused it.")]);
  });

  it("proposes a step with the wallet's signature over its authorisation", async () => {
    const preimage = (share: number) =>
      xdr.HashIdPreimage.envelopeTypeSorobanAuthorization(
        new xdr.HashIdPreimageSorobanAuthorization({
          ...{ networkId: hash(network_passphrase), nonce: 7n, signatureExpirationLedger: 99 },
          invocation: invocation(callIn(split(share))),
        }),
      );
    const answer = (share: number) => ({
      status: 201,
      body: { ...proposal, authorization: preimage(share).toXdr("base64"), network_passphrase },
    });
    const route = `POST /escrows/${ID}/proposals`;
    api.on(route, ({ body }) => ((body as { action: string }).action === "sign" ? { body: proposal } : answer(5000)));
    expect((await run(`escrow propose split ${ID} 1 --share 5000`)).out).toMatch(/^Proposal +3$/m);
    expect(sent(route)?.body).toEqual({
      ...{ wallet_address: own, action: "split", milestone: 1, share: 5000 },
    });
    const { signature, ...signed } = (api.requests.at(-1)?.body ?? {}) as { signature: string };
    expect(signed).toEqual({ action: "sign", proposal_id: 3 });
    expect(key.verify(hash(preimage(5000).toXdr()), Buffer.from(signature, "base64"))).toBe(true);
    for (const line of [`split ${ID} 1 --share 4999`, `cancel ${ID}`, `extend ${ID} 1 --deadline 2027-03-31`]) {
      expect((await run(`escrow propose ${line}`)).err).toMatch(/not signed/);
    }
  });

  it("agrees to an open proposal only, as it is listed", async () => {
    api.on(`GET /escrows/${ID}`, { body: escrow });
    offers(authorised(split(5000)));
    expect((await run(`escrow agree ${ID} 3`)).code).toBe(0);
    expect((await run(`escrow agree ${ID} 4`)).err).toMatch(/isn't open/);
    offers(authorised(split(4999)));
    expect((await run(`escrow agree ${ID} 3`)).err).toMatch(/not signed/);
  });

  it("lists and shows, with what the reader can do and until when", async () => {
    api.on("GET /escrows", { body: { ...onePage({ ...escrow, roles: ["depositor"] }).body, fee: 100 } });
    const { body: events } = onePage({ type: "created", ledger_closed_at: "2026-11-21", data: { fee: 1 } });
    api.on(`GET /escrows/${ID}`, { body: { ...escrow, events } });
    const { out } = await run("escrow list --status active --role depositor --wallet GADA --limit 5");
    expect(out).toMatch(/^abab\w+ +active +depositor +30 +20 +2027-01-21T18:00:00.000Z +dispute, agree /m);
    expect(sent("GET /escrows")?.query).toEqual({
      ...{ status: "active", role: "depositor", wallet_address: "GADA", limit: "5" },
    });
    const shown = (await run(`escrow show ${ID}`)).out;
    expect(shown).toMatch(/^dispute +1 +- +2027-01-21T18:00:00.000Z +GADA$/m);
    expect(shown).toMatch(/^ +3 +GOTHER +split +1 +share 5000 /m);
    expect(JSON.parse((await run(`escrow show ${ID} --json`)).out)).toEqual({ ...escrow, events });
    expect((await run(`escrow events ${ID}`)).out).toMatch(/^2026-11-21 +created +{"fee":1}$/m);
    expect((await run("escrow fee")).out).toMatch(/100/);
    api.on("GET /escrows", { body: { ...onePage({}).body, fee: null } });
    expect(await run("escrow fee")).toMatchObject({ code: 1, err: expect.stringMatching(/can't read the ledger/) });
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
    const { host } = new URL(api.url);
    const message = [
      `${host} asks you to link this wallet to your account.`,
      "",
      `Wallet: ${own}`,
      "Account: 7",
      "Network: local",
      `Nonce: ${"n".repeat(32)}`,
      "Issued at: 2026-11-21T18:05:12.480Z",
    ].join("\n");
    env.MERIT_TOKEN = TOKEN;
    const wallet = { wallet_address: key.publicKey(), proven: true, linked_at: "2026-11-21T18:05:40.127Z" };
    api.on("POST /wallet/link", ({ body }) =>
      "signature" in (body as object) ? { status: 201, body: wallet } : { body: { message } },
    );
    api.on("GET /wallet", onePage(wallet));
    const linked = await run("wallet link");
    expect([linked.code, linked.err]).toEqual([0, expect.stringContaining(`Wallet: ${own}\n  Account: 7\n`)]);
    const proof = api.requests.findLast(({ path }) => path === "/wallet/link")?.body ?? {};
    const { signature } = proof as { signature: string };
    expect(key.verifyMessage(message, Buffer.from(signature, "base64"))).toBe(true);
    expect((await run("wallet list")).out).toContain(key.publicKey());
    offers(Operation.changeTrust({ asset: new Asset("MERIT", network.asset.issuer) }));
    expect((await run("wallet trust")).out).toContain(HASH);
    offers(release);
    expect((await run("wallet trust")).err).toMatch(/not signed/);
  });

  it("needs a key file that others can't read, and never shows what is in it", async () => {
    const line = `escrow release ${ID} 0 --wallet-key`;
    expect(await run(`${line} ${keyFile}.not`)).toMatchObject({ code: 2, err: expect.stringMatching(/can't be read/) });
    chmodSync(keyFile, 0o644);
    expect((await run(`${line} ${keyFile}`)).err).toMatch(/Others can read .*chmod 600/s);
    writeFileSync(keyFile, "SECRETBUTWRONG");
    chmodSync(keyFile, 0o600);
    const { err } = await run(`${line} ${keyFile}`);
    expect(err).toMatch(/holds no wallet's secret key/);
    expect(err).not.toContain("SECRETBUTWRONG");
    delete env.MERIT_WALLET_KEY;
    expect(await run(`escrow release ${ID} 0`)).toMatchObject({ code: 2, err: expect.stringMatching(/--wallet-key/) });
  });
});
