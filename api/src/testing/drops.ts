import * as wallets from "@merit/core/parties/wallets/store.ts";
import * as drops from "@merit/core/payouts/drops/service.ts";
import { openAccount } from "@merit/core/testing/chain.ts";
import { Keypair } from "@stellar/stellar-sdk";
import type { TestService } from "./service.ts";

/** A wallet that the user has proven, with an account on the ledger. */
export async function provenWallet({ world }: TestService, userId: number): Promise<Keypair> {
  const keypair = Keypair.random();
  const address = keypair.publicKey();
  world.chain.accounts.set(address, openAccount(address));
  await world.context.db.commit((store) => wallets.prove(store, { address, userId, now: new Date() }));
  return keypair;
}

const HOUR_MS = 3_600_000;
let onLedger = 1_000;

/** A drop of these wallets that the ledger has; open since an hour ago, unless `change` says otherwise. */
export async function activeDrop(
  { world }: TestService,
  merchantId: number,
  addresses: readonly string[],
  change: { opens_at?: Date; expires_at?: Date } = {},
): Promise<drops.Drop> {
  const { db } = world.context;
  const now = new Date();
  const terms = {
    name: "Thanks",
    opens_at: new Date(now.getTime() - HOUR_MS),
    expires_at: new Date(now.getTime() + HOUR_MS),
    ...change,
  };
  const shares = addresses.map((wallet) => ({ wallet, amount: 25_000_000n }));
  // One that is over was planned before.
  const plannedAt = new Date(Math.min(now.getTime(), terms.opens_at.getTime()));
  const plan = await drops.plan(world.context, { ...terms, shares }, plannedAt);
  onLedger += 1;
  const staged = await drops.stage(world.context, merchantId, plan, { now });
  return db.commit(async (store) => {
    const { id } = await drops.create(store, staged, { now });
    const active = await drops.activate(store, id, { contractDropId: onLedger, txHash: "d".repeat(64), now });
    return active as drops.Drop;
  });
}
