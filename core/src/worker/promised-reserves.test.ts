import { Asset, Keypair, Operation, type Transaction, TransactionBuilder, type xdr } from "@stellar/stellar-sdk";
import { afterEach, beforeEach, expect, it } from "vitest";
import * as users from "../accounts/service.ts";
import type { WalletEnvelope } from "../agreements/envelopes/store.ts";
import { build } from "../agreements/envelopes/trustline.ts";
import type { Parts } from "../context/parts.ts";
import type { Signer } from "../ledger/chain/keys.ts";
import { buildTransaction } from "../ledger/chain/transaction.ts";
import * as wallets from "../parties/wallets/store.ts";
import { openAccount } from "../testing/chain.ts";
import { createWorld, type World } from "../testing/world.ts";
import { PromisedReserves, signSponsored } from "./promised-reserves.ts";

const XLM = 10_000_000n;
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

let rows = 0;

/** An accepted envelope of a wallet without an account. */
async function accepted(): Promise<{ row: WalletEnvelope; key: Keypair; source: string }> {
  const { context } = world;
  const key = Keypair.random();
  const now = context.clock.now();
  const userId = await context.db.commit(async (store) => {
    const user = await users.create(store, {}, now);
    await wallets.prove(store, { address: key.publicKey(), userId: user.id, now });
    return user.id;
  });
  const built = await build(context, userId, key.publicKey(), async () => null);
  return { row: { ...built, id: ++rows, status: "pending" } as WalletEnvelope, key, source: fee.publicKey() };
}

it("the fee account signs what the service builds, and nothing else that the database holds", async () => {
  const { row, key, source } = await accepted();
  const sponsored = { reserve: "15000000", source };
  const signed = await signSponsored(parts, row, sponsored);
  const { signatures } = TransactionBuilder.fromXdr(signed ?? "", world.context.chain.passphrase);
  expect(signatures).toHaveLength(1);

  const dear = TransactionBuilder.fromXdr(row.envelope, world.context.chain.passphrase) as Transaction;
  const costly = TransactionBuilder.cloneFrom(dear, { fee: "1000000" }).build().toXdr();
  expect(await signSponsored(parts, { ...row, envelope: costly }, sponsored)).toBeUndefined();

  const slot = { channel: source, sequence: 9n, maxLedger: 200, maxTime: 0 };
  const tampered = (operations: xdr.Operation[], channel = source) => {
    const { passphrase } = world.context.chain;
    return { ...row, envelope: buildTransaction(passphrase, { ...slot, channel }, operations).toXdr() };
  };
  const destination = key.publicKey();
  for (const operations of [
    [Operation.payment({ source, destination, asset: Asset.native(), amount: "4000" })],
    [Operation.createAccount({ source, destination, startingBalance: "4000" })],
    [Operation.accountMerge({ source, destination })],
  ]) {
    expect(await signSponsored(parts, tampered(operations), sponsored)).toBeUndefined();
  }
  // The source of somebody else's transaction, and a wallet's own source for a new account.
  const other = Keypair.random().publicKey();
  expect(await signSponsored(parts, row, { ...sponsored, source: other })).toBeUndefined();
  expect(await signSponsored(parts, row, { ...sponsored, source: destination })).toBeUndefined();
});

it("promises no more than the budget, however many are on their way, and again when one has ended", async () => {
  const { reserves } = world.context.settings;
  reserves.budget = 3n * XLM;
  const [first, second, third] = [await accepted(), await accepted(), await accepted()];
  const promised = new PromisedReserves(parts);
  const answers = await Promise.all([first, second, third].map(({ row }) => promised.promise(row)));
  expect(answers).toEqual([undefined, undefined, expect.stringMatching(/as many reserves/)]);
  expect(await promised.promise(first.row)).toBeUndefined();
  promised.settle(first.row);
  expect(await promised.promise(third.row)).toBeUndefined();
  // What landed counts by the ledger.
  promised.settle(second.row);
  promised.settle(third.row);
  keeps(6n);
  expect(await promised.promise(second.row)).toMatch(/as many reserves/);
});

it("keeps no reserve for a wallet that has got an account since", async () => {
  const { row, key } = await accepted();
  world.chain.accounts.set(key.publicKey(), openAccount(key.publicKey()));
  expect(await new PromisedReserves(parts).promise(row)).toMatch(/has changed/);
});
