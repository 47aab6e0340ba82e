import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { merit as run } from "@merit/cli/testing/cli.ts";
import { Keypair, Networks, StrKey, type Transaction, TransactionBuilder, xdr } from "@stellar/stellar-sdk";
import { expect, onTestFinished, test } from "vitest";
import { startWorld } from "../support/fixture.ts";
import { type Lie, LyingApi } from "../support/lying-api.ts";
import { give } from "../support/treasury.ts";
import { PASSPHRASE, type Wallet } from "../support/wallet.ts";
import type { World } from "../support/world.ts";

// Somebody sits between a person's shell and an honest service, and changes what the service answers. What is refused within each
// field: client/src/signing/check.test.ts.

const DAY_MS = 86_400_000;
const attacker = Keypair.random().publicKey();

/** A person at a shell, logged in, whose server is the proxy. */
async function person(world: World, proxy: LyingApi, wallet: Wallet, name: string) {
  const walletKey = join(world.folder, `${name}.key`);
  writeFileSync(walletKey, wallet.keypair.secret(), { mode: 0o600 });
  const { body } = await world.api.post("/auth/register", { email: `${name}@example.com`, password: "correct horse" });
  const env = {
    ...{ MERIT_URL: proxy.url, MERIT_TOKEN: body.accessToken, MERIT_WALLET_KEY: walletKey },
    XDG_CONFIG_HOME: join(world.folder, name),
  };
  return (line: string) => run(line.split(" "), { env });
}

/** A transaction with fields of its own, and the answer's other fields as they belong to it. */
function rebuilt(answer: { envelope: string }, change: (tx: Fields) => Partial<Fields>) {
  const { v1 } = xdr.TransactionEnvelope.fromXdr(answer.envelope, "base64") as xdr.TransactionEnvelopeTx;
  const { sourceAccount, fee, seqNum, cond, memo, operations, ext } = v1.tx;
  const fields = { sourceAccount, fee, seqNum, cond, memo, operations, ext };
  const tx = new xdr.Transaction({ ...fields, ...change(fields) });
  return withEnvelope(
    answer,
    xdr.TransactionEnvelope.envelopeTypeTx(new xdr.TransactionV1Envelope({ tx, signatures: [] })),
  );
}
type Fields = Pick<xdr.Transaction, "sourceAccount" | "fee" | "seqNum" | "cond" | "memo" | "operations" | "ext">;

function withEnvelope(answer: object, envelope: xdr.TransactionEnvelope) {
  const transaction = TransactionBuilder.fromXdr(envelope, PASSPHRASE) as Transaction;
  const end = Number(transaction.timeBounds?.maxTime ?? 0);
  const hash = Buffer.from(transaction.hash()).toString("hex");
  return { ...answer, envelope: transaction.toXdr(), hash, expires_at: new Date(end * 1000).toISOString() };
}

/** Puts one address in the place of another, wherever it stands in the XDR. */
const swapped = (base64: string, from: string, to: string): string => {
  const raw = (address: string) =>
    Buffer.from(address.startsWith("C") ? StrKey.decodeContract(address) : StrKey.decodeEd25519PublicKey(address));
  const changed = Buffer.from(base64, "base64")
    .toString("hex")
    .replaceAll(raw(from).toString("hex"), raw(to).toString("hex"));
  return Buffer.from(changed, "hex").toString("base64");
};
const withAddress = (from: string, to: string) => (answer: { envelope: string }) =>
  withEnvelope(answer, xdr.TransactionEnvelope.fromXdr(swapped(answer.envelope, from, to), "base64"));

const ofEnvelopes: Record<string, Lie> = {
  "another sequence number": (answer) => rebuilt(answer, ({ seqNum }) => ({ seqNum: seqNum + 1_000n })),
  "no end": (answer) => rebuilt(answer, () => ({ cond: xdr.Preconditions.precondNone() })),
  "a memo": (answer) => rebuilt(answer, () => ({ memo: xdr.Memo.memoText("invoice 7") })),
  "a fee of 49 XLM": (answer) => rebuilt(answer, () => ({ fee: 490_000_000 })),
  "its operation twice": (answer) =>
    rebuilt(answer, ({ operations }) => ({ operations: [...operations, ...operations] })),
  "another hash": (answer) => ({ ...answer, hash: "ab".repeat(32) }),
  "another end beside it": (answer) => ({ ...answer, expires_at: "2030-01-01T00:00:00.000Z" }),
  "another wallet beside it": (answer) => ({ ...answer, wallet_address: attacker }),
  "the public network": (answer) => ({ ...answer, network_passphrase: Networks.PUBLIC }),
};

test("a proxy that changes what is signed gets no signature over it", async () => {
  const world = await startWorld();
  const proxy = await LyingApi.start(world.api.base);
  onTestFinished(() => proxy[Symbol.asyncDispose]());
  const wallet = await world.wallet({ trustline: false });
  const merit = await person(world, proxy, wallet, "ada");
  const [beneficiary, arbiter] = [await world.wallet(), await world.wallet()];

  /** Expects that nothing is signed that the proxy has changed. */
  async function refuses(line: string, path: string, lies: Record<string, Lie>): Promise<void> {
    for (const [name, lie] of Object.entries(lies)) {
      proxy.tell({ [path]: lie });
      const { code, err } = await merit(line);
      expect([line, name, code, err]).toEqual([
        line,
        name,
        1,
        expect.stringMatching(/was not signed|Nothing was signed/),
      ]);
      expect(proxy.calls.filter(({ body }) => body?.signature ?? body?.envelope)).toEqual([]);
    }
    proxy.tell({});
  }
  const succeeds = async (line: string) => {
    const { code, out, err } = await merit(`${line} --json`);
    expect([line, code, err]).toEqual([line, 0, ""]);
    return JSON.parse(out);
  };

  const reworded = (from: string | RegExp, to: string) => (answer: { message: string }) => ({
    ...answer,
    message: answer.message.replace(from, to),
  });
  await refuses("wallet link", "/wallet/link", {
    "any text": (answer) => ({ ...answer, message: `${attacker} I give everything away` }),
    "another service": reworded(/^\S+/, "evil.example"),
    "another wallet": reworded(wallet.address, attacker),
    "another account": reworded(/Account: \d+/, "Account: 999"),
    "another network": reworded("Network: local", "Network: mainnet"),
    "a line more": reworded(/$/, "\nI give everything away"),
  });
  await succeeds("wallet link");

  await refuses("wallet trust", "/wallet/envelope", {
    ...ofEnvelopes,
    "another issuer": withAddress(world.asset.issuer ?? "", attacker),
    "another account": withAddress(wallet.address, attacker),
  });
  await succeeds("wallet trust");
  await give(world, wallet, "50");

  const { body: network } = await world.api.get("/network");
  const { contracts, asset } = network;
  const agreement = join(world.folder, "order.txt");
  writeFileSync(agreement, "Five boxes of beans");
  const deadline = new Date((await world.ledgerTime()) + 30 * DAY_MS).toISOString();
  const create = `escrow create --beneficiary ${beneficiary.address} --arbiter ${arbiter.address} --part 10@${deadline} --agreement ${agreement}`;
  for (const [name, changed] of Object.entries({
    "another contract": { contracts: { ...contracts, escrow: contracts.pool } },
    "another asset": { asset: { ...asset, contract_id: contracts.pool } },
    "another network": { network_passphrase: Networks.PUBLIC },
  })) {
    await refuses(create, "/network", { [name]: (answer) => ({ ...answer, ...changed }) });
  }
  await refuses(create, "/wallet/envelope", {
    ...ofEnvelopes,
    "another contract": withAddress(contracts.escrow, contracts.pool),
    "another asset": withAddress(asset.contract_id, contracts.token),
    "another beneficiary": withAddress(beneficiary.address, attacker),
    "another arbiter": withAddress(arbiter.address, attacker),
  });
  const { id } = await succeeds(create);

  const lieOfProposal =
    (from: string, to: string): Lie =>
    (answer) => ({
      ...answer,
      authorization: swapped(answer.authorization, from, to),
    });
  const escrows = await person(world, proxy, beneficiary, "bob");
  expect((await escrows("wallet link")).code).toBe(0);
  const judge = await person(world, proxy, arbiter, "eve");
  expect((await judge("wallet link")).code).toBe(0);
  for (const accepts of [escrows, judge]) expect((await accepts(`escrow accept ${id}`)).code).toBe(0);
  await refuses(`escrow propose split ${id} 0 --share 5000`, "/escrows/*/proposals", {
    "another contract": lieOfProposal(contracts.escrow, contracts.pool),
    "another wallet": lieOfProposal(wallet.address, attacker),
    "the public network": (answer) => ({ ...answer, network_passphrase: Networks.PUBLIC }),
    "something else": (answer) => ({ ...answer, authorization: "AAAA" }),
  });
  await succeeds(`escrow propose split ${id} 0 --share 5000`);
});
