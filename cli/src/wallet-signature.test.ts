import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  Account,
  Address,
  Asset,
  Keypair,
  Networks,
  nativeToScVal,
  Operation,
  StrKey,
  type Transaction,
  TransactionBuilder,
  xdr,
} from "@stellar/stellar-sdk";
import { expect, it, onTestFinished } from "vitest";
import { readWalletKey, signEnvelope } from "./wallet-signature.ts";

const network_passphrase = Networks.STANDALONE;
const contract = StrKey.encodeContract(new Uint8Array(32).fill(7));
const key = Keypair.random();
const stranger = Keypair.random().publicKey();

const call = (functionName: string, args: xdr.ScVal[] = []) =>
  new xdr.InvokeContractArgs({ contractAddress: new Address(contract).toScAddress(), functionName, args });
const invocation = (of: xdr.InvokeContractArgs, subInvocations: xdr.SorobanAuthorizedInvocation[] = []) =>
  new xdr.SorobanAuthorizedInvocation({
    function: xdr.SorobanAuthorizedFunction.sorobanAuthorizedFunctionTypeContractFn(of),
    subInvocations,
  });
const transfer = (amount: bigint, from = key.publicKey()) =>
  invocation(
    call("transfer", [
      new Address(from).toScVal(),
      new Address(contract).toScVal(),
      nativeToScVal(amount, { type: "i128" }),
    ]),
  );

/** A call by which the wallet authorises these others. */
const callOf = (method: string, ...inner: xdr.SorobanAuthorizedInvocation[]) =>
  Operation.invokeHostFunction({
    func: xdr.HostFunction.hostFunctionTypeInvokeContract(call(method)),
    auth: [
      new xdr.SorobanAuthorizationEntry({
        credentials: xdr.SorobanCredentials.sorobanCredentialsSourceAccount(),
        rootInvocation: invocation(call(method), inner),
      }),
    ],
  });

function envelopeOf(source: string, operations: xdr.Operation[], fee = "100") {
  const builder = new TransactionBuilder(new Account(source, "1"), {
    fee,
    networkPassphrase: network_passphrase,
  });
  for (const operation of operations) builder.addOperation(operation);
  return { envelope: builder.setTimeout(300).build().toXdr(), network_passphrase };
}

const permitted = { method: "create", spends: 50n };
const own = key.publicKey();

it("signs the call that was asked for, unchanged", () => {
  const envelope = envelopeOf(own, [callOf("create", transfer(20n), transfer(30n))]);
  const signed = TransactionBuilder.fromXdr(signEnvelope(key, envelope, permitted), network_passphrase) as Transaction;
  expect(signed.signatures).toHaveLength(1);
  expect(key.verify(signed.hash(), signed.signatures[0]?.signature.toBytes() as Uint8Array)).toBe(true);
  const unsigned = TransactionBuilder.fromXdr(envelope.envelope, network_passphrase);
  expect(signed.hash()).toEqual(unsigned.hash());
});

it.each([
  ["takes more", [callOf("create", transfer(51n))]],
  ["takes more in parts", [callOf("create", transfer(30n), transfer(21n))]],
  ["takes a negative amount to hide another", [callOf("create", transfer(-50n), transfer(100n))]],
  ["calls another function", [callOf("revoke")]],
  ["authorises another call", [callOf("create", invocation(call("approve")))]],
  ["authorises a transfer of somebody else's", [callOf("create", transfer(1n, stranger))]],
  ["pays somebody", [Operation.payment({ destination: stranger, asset: Asset.native(), amount: "1" })]],
  ["has two operations", [callOf("create"), callOf("create")]],
])("refuses a transaction that %s", (_, operations) => {
  expect(() => signEnvelope(key, envelopeOf(own, operations), permitted)).toThrow(/was not signed/);
});

it("refuses another account's transaction, and one that could cost the wallet a lot", () => {
  const create = [callOf("create")];
  expect(() => signEnvelope(key, envelopeOf(stranger, create), permitted)).toThrow(/was not signed/);
  expect(() => signEnvelope(key, envelopeOf(own, create, "500000001"), permitted)).toThrow(/was not signed/);
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
