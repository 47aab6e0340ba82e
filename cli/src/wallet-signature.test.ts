import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  Address,
  Asset,
  hash,
  Keypair,
  Networks,
  Operation,
  type Transaction,
  TransactionBuilder,
  xdr,
} from "@stellar/stellar-sdk";
import { expect, it, onTestFinished } from "vitest";
import type { PermittedCall } from "./permitted.ts";
import {
  authorised,
  bytes,
  callIn,
  contracts,
  envelopeOf,
  invocation,
  network_passphrase,
  paying,
  transfer,
} from "./testing/envelopes.ts";
import { readWalletKey, signAuthorization, signEnvelope } from "./wallet-signature.ts";

const key = Keypair.random();
const own = key.publicKey();
const stranger = Keypair.random().publicKey();
const ID = "ab".repeat(32);

const fund = (amount: bigint, sponsor = own) => contracts.referral.call("fund", { sponsor, merchant: 1n, amount });
const asked = fund(50n);
const permitted: PermittedCall = { method: "fund", args: [own, 1, 50n], spends: 50n };
const opened = { method: "changeTrust" } as const;
const trust = (limit?: string) =>
  Operation.changeTrust({ asset: new Asset("MERIT", stranger), ...(limit !== undefined && { limit }) });

it("signs the call that was asked for, unchanged", () => {
  const envelope = envelopeOf(own, [paying(asked, own, 20n, 30n)]);
  const signed = TransactionBuilder.fromXdr(signEnvelope(key, envelope, permitted), network_passphrase) as Transaction;
  expect(signed.signatures).toHaveLength(1);
  expect(key.verify(signed.hash(), signed.signatures[0]?.signature.toBytes() as Uint8Array)).toBe(true);
  const unsigned = TransactionBuilder.fromXdr(envelope.envelope, network_passphrase);
  expect(signed.hash()).toEqual(unsigned.hash());
});

it.each([
  ["has another argument", [authorised(fund(51n))]],
  ["authorises the call with another argument", [authorised(asked, invocation(callIn(fund(51n))))]],
  ["takes more", [paying(asked, own, 51n)]],
  ["takes more in parts", [paying(asked, own, 30n, 21n)]],
  ["takes a negative amount to hide another", [paying(asked, own, -50n, 100n)]],
  ["calls another function", [authorised(contracts.referral.call("leave", { sponsor: own, merchant: 1n }))]],
  ["authorises another call", [authorised(asked, invocation(callIn(asked), [invocation(callIn(asked))]))]],
  ["authorises only another call", [authorised(asked, transfer(own, 50n))]],
  ["authorises a transfer of somebody else's", [paying(asked, stranger, 1n)]],
  ["pays somebody", [Operation.payment({ destination: stranger, asset: Asset.native(), amount: "1" })]],
  ["opens a trustline", [trust()]],
  ["has two operations", [paying(asked, own), paying(asked, own)]],
])("refuses a transaction that %s", (_, operations) => {
  expect(() => signEnvelope(key, envelopeOf(own, operations), permitted)).toThrow(/was not signed/);
});

it("refuses another account's transaction or operation, and one that could cost the wallet a lot", () => {
  const operations = [paying(asked, own)];
  expect(() => signEnvelope(key, envelopeOf(stranger, operations), permitted)).toThrow(/was not signed/);
  const elsewhere = contracts.referral.operation(stranger, "fund", { sponsor: own, merchant: 1n, amount: 50n });
  expect(() => signEnvelope(key, envelopeOf(own, [elsewhere]), permitted)).toThrow(/was not signed/);
  expect(() => signEnvelope(key, envelopeOf(own, operations, "500000001"), permitted)).toThrow(/was not signed/);
});

it("opens a trustline, and closes none", () => {
  expect(signEnvelope(key, envelopeOf(own, [trust()]), opened)).toMatch(/^AAAA/);
  expect(() => signEnvelope(key, envelopeOf(own, [trust("0")]), opened)).toThrow(/was not signed/);
  expect(() => signEnvelope(key, envelopeOf(own, [paying(asked, own)]), opened)).toThrow(/was not signed/);
});

/** What a wallet signs so that another's transaction can make the call. */
function authorizationOf(
  root: xdr.SorobanAuthorizedInvocation,
  { network = network_passphrase as string, wallet = undefined as string | undefined } = {},
) {
  const common = {
    ...{ networkId: hash(network), nonce: 7n, signatureExpirationLedger: 99 },
    invocation: root,
  };
  const preimage =
    wallet === undefined
      ? xdr.HashIdPreimage.envelopeTypeSorobanAuthorization(new xdr.HashIdPreimageSorobanAuthorization(common))
      : xdr.HashIdPreimage.envelopeTypeSorobanAuthorizationWithAddress(
          new xdr.HashIdPreimageSorobanAuthorizationWithAddress({
            ...{ ...common, address: new Address(wallet).toScAddress() },
          }),
        );
  return { authorization: preimage.toXdr("base64"), network_passphrase };
}

const split = (share: number) => callIn(contracts.escrow.call("split", { id: bytes(ID), milestone: 1, share }));
const splitting: PermittedCall = { method: "split", args: [ID, 1, 5000], spends: 0n };

it.each([undefined, own])("signs the authorisation of a call that was asked for (wallet named: %s)", (wallet) => {
  const asked = authorizationOf(invocation(split(5000)), { wallet });
  const signature = Buffer.from(signAuthorization(key, asked, splitting), "base64");
  expect(key.verify(hash(Buffer.from(asked.authorization, "base64")), signature)).toBe(true);
});

it.each([
  ["another argument", authorizationOf(invocation(split(4999)))],
  ["another network", authorizationOf(invocation(split(5000)), { network: Networks.PUBLIC })],
  ["another wallet", authorizationOf(invocation(split(5000)), { wallet: stranger })],
  ["a transfer within the call", authorizationOf(invocation(split(5000), [transfer(own, 1n)]))],
  ["another function", authorizationOf(transfer(own, 1n))],
])("refuses an authorisation of %s", (_, asked) => {
  expect(() => signAuthorization(key, asked, splitting)).toThrow(/was not signed/);
});

it("reads a key from a file, and never repeats what the file holds", () => {
  const folder = mkdtempSync(join(tmpdir(), "merit-key-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
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
