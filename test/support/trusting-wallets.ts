import { type Asset, Keypair, Operation } from "@stellar/stellar-sdk";
import { Wallet } from "./wallet.ts";

/** One transaction carries at most 20 signatures: the payer's and 19 wallets'. */
const WALLETS_PER_TRANSACTION = 19;

/** Addresses of new accounts with a trustline to the reward asset. */
export async function trustingWallets(
  { ledger, asset }: { ledger: { url: string }; asset: Asset },
  count: number,
): Promise<string[]> {
  const payer = await new Wallet(ledger.url).fund();
  const addresses: string[] = [];
  while (addresses.length < count) {
    const size = Math.min(WALLETS_PER_TRANSACTION, count - addresses.length);
    const keys = Array.from({ length: size }, () => Keypair.random());
    const operations = keys.flatMap((key) => [
      Operation.createAccount({ destination: key.publicKey(), startingBalance: "2" }),
      Operation.changeTrust({ source: key.publicKey(), asset }),
    ]);
    await payer.submitWith(keys, ...operations);
    addresses.push(...keys.map((key) => key.publicKey()));
  }
  return addresses;
}
