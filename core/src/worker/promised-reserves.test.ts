import { Asset, Keypair, Memo, Operation, type Transaction, TransactionBuilder, type xdr } from "@stellar/stellar-sdk";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import * as users from "../accounts/service.ts";
import type { WalletEnvelope } from "../agreements/envelopes/store.ts";
import * as envelopes from "../agreements/envelopes/store.ts";
import { build, type Sponsored, sponsoredOf } from "../agreements/envelopes/trustline.ts";
import type { Parts } from "../context/parts.ts";
import type { Signer } from "../ledger/chain/keys.ts";
import { hex } from "../ledger/chain/outcome.ts";
import { buildTransaction, type Slot } from "../ledger/chain/transaction.ts";
import * as wallets from "../parties/wallets/store.ts";
import { openAccount } from "../testing/chain.ts";
import { createWorld, type World } from "../testing/world.ts";
import { PromisedReserves } from "./promised-reserves.ts";

const XLM = 10_000_000n;
const refused = { refusal: expect.stringMatching(/has changed/) };
const full = { refusal: expect.stringMatching(/as many reserves/) };
const fee = Keypair.random();
const signer: Signer = { publicKey: fee.publicKey(), sign: async (hash) => fee.sign(Buffer.from(hash)) };

let world: World;
let parts: Parts;
beforeEach(() => {
  world = createWorld();
  const { context } = world;
  context.chain.manifest.accounts.fee = fee.publicKey();
  keeps(0n);
  const signerOf = (address: string) => (address === fee.publicKey() ? signer : undefined);
  parts = { context, sender: { newestLedger: 0 }, fee: signer, signerOf } as unknown as Parts;
});
afterEach(() => world[Symbol.asyncDispose]());

const keeps = (sponsoring: bigint) =>
  world.chain.accounts.set(fee.publicKey(), openAccount(fee.publicKey(), { sponsoring, spendable: 5_000n * XLM }));

let ids = 0;

/** An accepted envelope of a wallet without an account. */
async function accepted(): Promise<{ row: WalletEnvelope; wallet: string }> {
  const { context } = world;
  const wallet = Keypair.random().publicKey();
  const now = context.clock.now();
  const userId = await context.db.commit(async (store) => {
    const user = await users.create(store, {}, now);
    await wallets.prove(store, { address: wallet, userId: user.id, now });
    return user.id;
  });
  const built = await build(context, userId, wallet, async () => null);
  return { row: { ...built, id: ++ids, status: "pending", bump_hash: null } as WalletEnvelope, wallet };
}

const sign = (row: WalletEnvelope, promised = new PromisedReserves(parts)) =>
  promised.sign(row, sponsoredOf(row) as Sponsored);

const decoded = (row: WalletEnvelope) =>
  TransactionBuilder.fromXdr(row.envelope, world.context.chain.passphrase) as Transaction;

function operationsOf(row: WalletEnvelope): xdr.Operation[] {
  const envelope = decoded(row).toEnvelope();
  return envelope.type === "envelopeTypeTx" ? [...envelope.v1.tx.operations] : [];
}

/** The row as somebody leaves it who can write the database: all of its columns say the same. */
function forged(row: WalletEnvelope, transaction: Transaction): WalletEnvelope {
  const { sequence, source, timeBounds, ledgerBounds } = transaction;
  return {
    ...row,
    ...{ envelope: transaction.toXdr(), hash: hex(transaction.hash()), sequence },
    ...{ max_ledger: ledgerBounds?.maxLedger ?? 0, max_time: Number(timeBounds?.maxTime ?? 0) },
    call_arguments: { source } satisfies Sponsored,
  };
}

/** Another transaction in the place of a row's, or the same operations in another place. */
function changed(row: WalletEnvelope, change: Partial<Slot>, operations = operationsOf(row)): WalletEnvelope {
  const slot = {
    channel: fee.publicKey(),
    sequence: BigInt(row.sequence),
    maxLedger: row.max_ledger,
    maxTime: row.max_time,
    relaxed: true,
    ...change,
  };
  return forged(row, buildTransaction(world.context.chain.passphrase, slot, operations));
}

it("the fee account signs what the service builds for a wallet", async () => {
  const { row } = await accepted();
  const signed = (await sign(row)) as { xdr: string };
  const transaction = decoded({ ...row, envelope: signed.xdr });
  expect([transaction.signatures.length, hex(transaction.hash())]).toEqual([1, row.hash]);
  expect(await sign(changed(row, {}))).toEqual(signed);
});

describe("whoever can write the database", () => {
  const source = fee.publicKey();

  it.each<[what: string, operations: (wallet: string) => xdr.Operation[]]>([
    ["a payment", (destination) => [Operation.payment({ source, destination, asset: Asset.native(), amount: "4000" })]],
    [
      "an account with XLM",
      (destination) => [Operation.createAccount({ source, destination, startingBalance: "4000" })],
    ],
    ["a merge", (destination) => [Operation.accountMerge({ source, destination })]],
    ["a signer", (key) => [Operation.setOptions({ source, signer: { ed25519PublicKey: key, weight: 255 } })]],
    ["a jump of the sequence number", () => [Operation.bumpSequence({ source, bumpTo: "9223372036854775807" })]],
    [
      "the sponsorship of all that the wallet does",
      (wallet) => [
        Operation.beginSponsoringFutureReserves({ source, sponsoredId: wallet }),
        Operation.manageData({ source: wallet, name: "a", value: "b" }),
        Operation.endSponsoringFutureReserves({ source: wallet }),
      ],
    ],
  ])("can't have the fee account sign %s", async (_, operations) => {
    const { row, wallet } = await accepted();
    const foreign = operations(wallet);
    const own = operationsOf(row);
    for (const together of [foreign, [...own, ...foreign], [...foreign, ...own]]) {
      expect(await sign(changed(row, {}, together))).toEqual(refused);
    }
  });

  it("can't have it sign one that takes the sequence number far away, or that ends late or never", async () => {
    const { row } = await accepted();
    const { sequence, max_ledger, max_time } = row;
    const day = 86_400_000n;
    for (const change of [
      { sequence: 2n ** 63n - 1n },
      { sequence: BigInt(sequence) + day },
      { maxLedger: 0 },
      { maxLedger: max_ledger * 2 },
      { maxTime: 0 },
      { maxTime: max_time + 3_600 },
      { relaxed: false },
    ]) {
      expect([change, await sign(changed(row, change))]).toEqual([change, refused]);
    }
  });

  it("can't have it sign with other conditions, a higher fee, or for another account's numbers", async () => {
    const { row, wallet } = await accepted();
    const again = (options: object) => forged(row, TransactionBuilder.cloneFrom(decoded(row), options).build());
    expect(await sign(again({ fee: "1000000" }))).toEqual(refused);
    expect(await sign(again({ memo: Memo.text("a") }))).toEqual(refused);
    expect(await sign(again({ timebounds: { minTime: 1, maxTime: row.max_time } }))).toEqual(refused);
    for (const channel of [wallet, Keypair.random().publicKey()]) {
      expect(await sign(changed(row, { channel }))).toEqual(refused);
    }
    // Columns that don't say what the transaction says, so that its end would be looked for elsewhere.
    for (const lie of [{ hash: "00" }, { sequence: "8" }, { max_ledger: 1 }, { max_time: row.max_time - 1 }]) {
      expect(await sign({ ...row, ...lie })).toEqual(refused);
    }
  });

  it("gets no reserve past the budget: not by one row for many wallets, nor by rows that claim to be sent", async () => {
    world.context.settings.reserves.budget = 2n * XLM;
    const promised = new PromisedReserves(parts);
    const [first, second] = [await accepted(), await accepted()];
    expect(await sign(first.row, promised)).toHaveProperty("xdr");
    expect(await sign({ ...second.row, id: first.row.id, bump_hash: "00" }, promised)).toEqual(full);
  });
});

it("promises no more than the budget, however many are on their way, and again when one has ended", async () => {
  world.context.settings.reserves.budget = 3n * XLM;
  const [first, second, third] = [await accepted(), await accepted(), await accepted()];
  const promised = new PromisedReserves(parts);
  const answers = await Promise.all([first, second, third].map(({ row }) => sign(row, promised)));
  expect(answers).toEqual([{ xdr: expect.any(String) }, { xdr: expect.any(String) }, full]);
  expect(await sign(first.row, promised)).toHaveProperty("xdr");
  promised.settle(first.row);
  expect(await sign(third.row, promised)).toHaveProperty("xdr");
  // A reserve whose transaction has landed counts as the ledger has it.
  promised.settle(second.row);
  promised.settle(third.row);
  keeps(6n);
  expect(await sign(second.row, promised)).toEqual(full);
});

it("counts what an earlier process has sent, until that is decided", async () => {
  const { db, settings } = world.context;
  settings.reserves.budget = 2n * XLM;
  const [earlier, later] = [await accepted(), await accepted()];
  await db.commit(async (store) => {
    const { id } = (await envelopes.insert(store, earlier.row)) ?? { id: 0 };
    await envelopes.start(store, id, { envelope: earlier.row.envelope, now: world.context.clock.now() });
    await envelopes.noteBump(store, id, "00");
  });
  const promised = new PromisedReserves(parts);
  expect(await sign(later.row, promised)).toEqual(full);
  expect(await sign(earlier.row, promised)).toHaveProperty("xdr");
  promised.settle(earlier.row);
  expect(await sign(later.row, promised)).toHaveProperty("xdr");
});

it("keeps no reserve for a wallet that has got an account since", async () => {
  const { row, wallet } = await accepted();
  world.chain.accounts.set(wallet, openAccount(wallet));
  expect(await sign(row)).toEqual(refused);
});
