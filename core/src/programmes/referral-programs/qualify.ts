import * as wallets from "../../parties/wallets/store.ts";
import type { Store } from "../../store/db/store.ts";
import { askLedger } from "../../store/jobs/ask-ledger.ts";
import { emitReferral } from "./events.ts";
import * as facts from "./qualifying-facts.ts";
import * as rows from "./store.ts";
import { isRunning } from "./terms.ts";

// Decides who qualifies. The contract rewards a newcomer once per programme, so asking it again, as after a restored backup,
// sets nothing aside twice. The service adds: one newcomer per user and programme, and nobody brings themselves.

/** The merchant's programme, if it rewards this at `at`. */
export async function programFor(
  store: Store,
  merchantId: number,
  kind: "first_reward" | "spend",
  at: Date,
): Promise<rows.Program | undefined> {
  const program = await rows.programOf(store, merchantId);
  return program?.qualifies_on === kind && isRunning(program, at) ? program : undefined;
}

/**
 * Has a wallet qualify that the ledger paid a reward of the programme's merchant, if it named a referrer before, and this is its first.
 * Called as the events are read, in their order on the ledger: what isn't bound now was not bound when it was paid.
 */
export async function onReward(
  store: Store,
  { merchant_id }: rows.Program,
  paid: facts.Paid,
  now: Date,
): Promise<void> {
  const newcomer = await rows.walletOf(store, paid.wallet);
  if (!newcomer?.referrer || (await facts.wasRewarded(store, merchant_id, paid))) return;
  await start(store, { merchantId: merchant_id, newcomer, cause: `reward:${paid.campaignId}:${paid.number}`, now });
}

/**
 * Has the user of a reported purchase qualify once what they spent is enough. It counts from when they had named a referrer and the
 * programme had begun; whoever bought before is no newcomer.
 */
export async function onSpend(
  store: Store,
  { merchantId, userId, eventId }: { merchantId: number; userId: number; eventId: number },
  now: Date,
): Promise<void> {
  const program = await programFor(store, merchantId, "spend", now);
  if (!program?.currency || program.min_spend === null) return;
  const newcomer = (await rows.walletsOfUser(store, userId)).find(({ referrer }) => referrer !== null);
  if (!newcomer?.bound_at) return;
  const { currency, min_spend, starts_at } = program;
  const since = newcomer.bound_at > starts_at ? newcomer.bound_at : starts_at;
  const { spent, before } = await facts.spentBy(store, { merchantId, userId, currency, since });
  if (before || spent < min_spend) return;
  await start(store, { merchantId, newcomer, cause: `event:${eventId}`, now });
}

interface Start {
  merchantId: number;
  newcomer: rows.ReferralWallet;
  cause: string;
  now: Date;
}

/** Stores the referral with the job that has the ledger set its bonuses aside. */
async function start(store: Store, { merchantId, newcomer, cause, now }: Start): Promise<void> {
  const { address, referrer } = newcomer;
  if (referrer === null) return;
  const userId = (await wallets.ownerOf(store, address)) ?? null;
  if (userId !== null && userId === (await wallets.ownerOf(store, referrer))) return;
  if (await rows.isKnown(store, merchantId, { wallet: address, userId })) return;
  const row = { merchant_id: merchantId, newcomer: address, referrer, user_id: userId, cause, now };
  const referral = await rows.insertQualifying(store, row);
  await emitReferral(store, "started", referral, now);
  if (referral)
    await askLedger(store, merchantId, { kind: "referral", referral_id: referral.id, step: "qualify" }, now);
}
