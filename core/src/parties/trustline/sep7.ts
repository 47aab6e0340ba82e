import { Account, Asset, Operation, StrKey, TransactionBuilder } from "@stellar/stellar-sdk";
import type { RewardAsset } from "../../ledger/chain/trustlines.ts";

/** The account in the transaction, which the wallet replaces by its own. */
const ANY_ACCOUNT = StrKey.encodeEd25519PublicKey(Buffer.alloc(32));
const FEE_STROOPS = "1000";

/** Names for the fields that a wallet fills in, as SEP-11 writes them. */
const REPLACED = "sourceAccount:X,seqNum:Y;X:account that gets the trustline,Y:its next sequence number";

/** A SEP-7 link by which whatever wallet opens it adds the trustline to the reward asset, signs and submits. */
export function trustlineUri({ code, issuer }: Pick<RewardAsset, "code" | "issuer">, passphrase: string): string {
  const transaction = new TransactionBuilder(new Account(ANY_ACCOUNT, "0"), {
    fee: FEE_STROOPS,
    networkPassphrase: passphrase,
  })
    .addOperation(Operation.changeTrust({ asset: new Asset(code, issuer) }))
    .setTimeout(0)
    .build();
  const parameters = { xdr: transaction.toXDR(), replace: REPLACED, network_passphrase: passphrase };
  // SEP-7 asks for percent-encoding: a plus sign would not mean a space.
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `web+stellar:tx?${query.join("&")}`;
}
