import { Keypair, Operation } from "@stellar/stellar-sdk";
import { Wallet } from "./wallet.ts";
import type { World } from "./world.ts";

/** One transaction carries at most 20 signatures: the payer's and 19 wallets'. */
const WALLETS_PER_TRANSACTION = 19;

/** Addresses of new accounts with a trustline to the reward asset. */
export async function trustingWallets(world: World, count: number): Promise<string[]> {
  const payer = await new Wallet(world.ledger.url).fund();
  const addresses: string[] = [];
  while (addresses.length < count) {
    const size = Math.min(WALLETS_PER_TRANSACTION, count - addresses.length);
    const keys = Array.from({ length: size }, () => Keypair.random());
    const operations = keys.flatMap((key) => [
      Operation.createAccount({ destination: key.publicKey(), startingBalance: "2" }),
      Operation.changeTrust({ source: key.publicKey(), asset: world.asset }),
    ]);
    await payer.submitWith(keys, ...operations);
    addresses.push(...keys.map((key) => key.publicKey()));
  }
  return addresses;
}
