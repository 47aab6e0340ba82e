import * as users from "@merit/core/accounts/service.ts";
import { accept, check } from "@merit/core/accounts/signing/submit.ts";
import { keep } from "@merit/core/agreements/envelopes/build.ts";
import type { NewEnvelope, WalletEnvelope } from "@merit/core/agreements/envelopes/store.ts";
import * as envelopes from "@merit/core/agreements/envelopes/store.ts";
import * as wallets from "@merit/core/parties/wallets/store.ts";
import * as drops from "@merit/core/payouts/drops/service.ts";
import { type Keypair, type Transaction, TransactionBuilder } from "@stellar/stellar-sdk";
import { until } from "./processes.ts";
import type { Service } from "./service.ts";
import { PASSPHRASE, type Wallet } from "./wallet.ts";

const HOUR_MS = 3_600_000;

/** A user who has proven this wallet. */
export async function owner({ context }: Service, { address }: Wallet): Promise<number> {
  return context.db.commit(async (store) => {
    const user = await users.create(store, {}, new Date());
    await wallets.prove(store, { address, userId: user.id, now: new Date() });
    return user.id;
  });
}

/** A drop that gives each of these wallets `amount` stroops, as the ledger took it; open for an hour. */
export async function openDrop(service: Service, members: Wallet[], amount: bigint): Promise<drops.Drop> {
  const { db } = service.context;
  const now = new Date();
  const shares = members.map(({ address }) => ({ wallet: address, amount }));
  const window = { opens_at: new Date(now.getTime() - 60_000), expires_at: new Date(now.getTime() + HOUR_MS) };
  const plan = await drops.plan(service.context, { name: "Thanks", ...window, shares }, now);
  const staged = await drops.stage(service.context, service.merchantId, plan, { now });
  const { id } = await db.commit((store) => drops.create(store, staged, { now }));
  return until(async () => {
    const drop = await db.read((store) => drops.get(store, service.merchantId, id));
    return drop.status === "active" ? drop : undefined;
  });
}

const sign = (wallet: Wallet, built: NewEnvelope, cosigners: Keypair[]) => {
  const transaction = TransactionBuilder.fromXdr(built.envelope, PASSPHRASE) as Transaction;
  transaction.sign(wallet.keypair, ...cosigners);
  return transaction.toXdr();
};

/** Submits an envelope as the API does, also signed by `cosigners`, and returns its outcome. */
export async function submit(
  { context }: Service,
  userId: number,
  wallet: Wallet,
  built: NewEnvelope,
  cosigners: Keypair[] = [],
): Promise<WalletEnvelope> {
  await context.db.commit((store) => keep(store, built));
  const checked = await check(context, { userId }, sign(wallet, built, cosigners));
  await context.db.commit((store) => accept(context, store, checked));
  return until(async () => {
    const row = await context.db.read((store) => envelopes.byHash(store, { userId }, built.hash));
    return row?.status === "pending" ? undefined : row;
  });
}
