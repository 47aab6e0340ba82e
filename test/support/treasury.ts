import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Keypair, Operation } from "@stellar/stellar-sdk";
import type { Wallet } from "./wallet.ts";
import type { World } from "./world.ts";

/** Gives tokens from the treasury. */
export async function give(world: World, wallet: Wallet, amount: string): Promise<void> {
  const keys = JSON.parse(readFileSync(join(world.folder, "local", "keys.json"), "utf8"));
  const treasury = Keypair.fromSecret(keys.treasury);
  const payment = { source: treasury.publicKey(), destination: wallet.address, asset: world.asset, amount };
  await wallet.submitWith([treasury], Operation.payment(payment));
}
