import { Keypair, type Transaction, type xdr } from "@stellar/stellar-sdk";
import type { Signers } from "../../ledger/chain/signers.ts";
import { envelopeNotSigned } from "./problems.ts";

/**
 * Checks that a transaction's signatures are those that the ledger asks for: each by a signer of the account, together of enough
 * weight. The ledger goes through them in their order until they have it, and refuses a transaction with one that it didn't need.
 * @throws Problem 422 `envelope_not_signed`
 */
export function requireSignatures(transaction: Transaction, { signers, low, threshold }: Signers): void {
  if (transaction.signatures.length === 0) throw envelopeNotSigned("The transaction has no signature. Sign it first.");
  const hash = transaction.hash();
  // Opening the transaction takes the low threshold, its operation the medium one. A threshold of 0 still needs a signature.
  const needed = Math.max(1, low, threshold);
  let weight = 0;
  const used = new Set<string>();
  for (const signature of transaction.signatures) {
    if (weight >= needed) {
      throw envelopeNotSigned(
        "There is one signature too many: those before it have the weight that the wallet needs. Leave it out.",
      );
    }
    const signer = signers.find(({ key }) => isBy(key, signature, hash));
    if (!signer || used.has(signer.key)) {
      throw envelopeNotSigned("A signature appears twice, or isn't from a signer of this wallet.");
    }
    used.add(signer.key);
    weight += signer.weight;
  }
  if (weight < needed) {
    throw envelopeNotSigned(
      "The signatures have less weight than the wallet's low or medium threshold. Add the missing signatures.",
    );
  }
}

function isBy(key: string, { hint, signature }: xdr.DecoratedSignature, hash: Uint8Array): boolean {
  const keypair = Keypair.fromPublicKey(key);
  if (Buffer.compare(hint.toBytes(), keypair.signatureHint()) !== 0) return false;
  try {
    return keypair.verify(hash, signature.toBytes());
  } catch {
    // The signature doesn't have 64 bytes.
    return false;
  }
}
