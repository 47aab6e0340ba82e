import { Keypair, type rpc, StrKey, xdr } from "@stellar/stellar-sdk";
import { readEntry } from "./rpc.ts";

/** Signers of an account, and the weight that acting for it takes. */
export interface Signers {
  /** Public keys (G...) with weight; the account's own is one of them. Hashes and the like are left out. */
  signers: { key: string; weight: number }[];
  /** The low threshold, which being the source of a transaction takes. It may be the higher one. */
  low: number;
  /** The medium threshold, which moving its assets takes. */
  threshold: number;
}

/** Undefined for an account that doesn't exist on the ledger. @throws RpcUnavailable */
export async function readAccountSigners(server: rpc.Server, address: string): Promise<Signers | undefined> {
  const accountId = Keypair.fromPublicKey(address).xdrAccountId();
  const entry = await readEntry(server, xdr.LedgerKey.account(new xdr.LedgerKeyAccount({ accountId })));
  return entry?.type === "account" ? signersOf(entry.account, address) : undefined;
}

export function signersOf({ thresholds, signers }: xdr.AccountEntry, address: string): Signers {
  const [masterWeight = 0, low = 0, medium = 0] = thresholds.toBytes();
  const others = signers.flatMap(({ key, weight }) =>
    key.type === "signerKeyTypeEd25519" ? [{ key: StrKey.encodeEd25519PublicKey(key.ed25519.toBytes()), weight }] : [],
  );
  const all = [{ key: address, weight: masterWeight }, ...others];
  return { signers: all.filter(({ weight }) => weight > 0), low, threshold: medium };
}
