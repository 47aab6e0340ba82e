import { Keypair, xdr } from "@stellar/stellar-sdk";
import { expect, it } from "vitest";
import { signersOf } from "./signers.ts";

function account(wallet: Keypair, thresholds: number[], signers: xdr.Signer[]): xdr.AccountEntry {
  return new xdr.AccountEntry({
    accountId: wallet.xdrAccountId(),
    balance: 1n,
    seqNum: 1n,
    numSubEntries: signers.length,
    inflationDest: null,
    flags: 0,
    homeDomain: "",
    thresholds: new Uint8Array(thresholds),
    signers,
    ext: xdr.AccountEntryExt.v0(),
  });
}

it("reads keys with weight and the low and medium thresholds, and leaves out what can't sign a challenge", () => {
  const [wallet, cosigner] = [Keypair.random(), Keypair.random()];
  const entry = account(
    wallet,
    [3, 1, 2, 4],
    [
      new xdr.Signer({ key: xdr.SignerKey.signerKeyTypeEd25519(cosigner.rawPublicKey()), weight: 1 }),
      new xdr.Signer({ key: xdr.SignerKey.signerKeyTypeHashX(new Uint8Array(32)), weight: 5 }),
    ],
  );
  expect(signersOf(entry, wallet.publicKey())).toEqual({
    signers: [
      { key: wallet.publicKey(), weight: 3 },
      { key: cosigner.publicKey(), weight: 1 },
    ],
    low: 1,
    threshold: 2,
  });
});

it("an account's own key without weight is not a signer", () => {
  const wallet = Keypair.random();
  expect(signersOf(account(wallet, [0, 0, 0, 0], []), wallet.publicKey())).toEqual({
    signers: [],
    low: 0,
    threshold: 0,
  });
});
