import * as budget from "../campaigns/budget.ts";
import { isOpening } from "../campaigns/open.ts";
import { budgetExhausted } from "../campaigns/problems.ts";
import * as campaigns from "../campaigns/store.ts";
import type { Context } from "../context/context.ts";
import type { Store } from "../db/store.ts";
import { notFound, validationFailed } from "../errors.ts";
import * as jobs from "../jobs/jobs.ts";
import type { Payloads } from "../jobs/payloads.ts";
import { atLeast, formatAmount } from "../money.ts";
import { ownerOf } from "../wallets/store.ts";
import { readEpoch } from "./epoch.ts";
import { reconciling } from "./problems.ts";
import * as reasons from "./reasons.ts";
import { issuanceReference, jobKey, rebuiltKey } from "./reference.ts";
import type { Issuance } from "./store.ts";
import * as rows from "./store.ts";

export interface NewReward {
  idempotency_key: string;
  campaign_id: number;
  wallet_address: string;
  /** stroops */
  amount: bigint;
  user_id: number | null;
}

export interface Accepted {
  issuance: Issuance;
  /** False: the merchant used the key before, and this is its reward. */
  created: boolean;
  /** The key belongs to a different reward than the one requested now. */
  mismatch: boolean;
}

/**
 * Issuance, reservation and job share one commit: an accepted reward survives a crash, and a key is accepted once. `check` comes
 * first in that commit: if it throws, nothing is accepted.
 * @throws Problem 404 unknown or foreign campaign, 409 `budget_exhausted`, 422 `amount` or `user_id`, 503 `reconciling`
 */
export async function accept(
  context: Context,
  merchantId: number,
  reward: NewReward,
  check?: (store: Store) => Promise<void>,
): Promise<Accepted> {
  return withoutKeyRace(() =>
    context.db.commit(async (store) => {
      await check?.(store);
      return acceptOne(context, store, merchantId, reward);
    }),
  );
}

/** Another process stored the key between our read and our insert. */
class KeyTaken extends Error {}

/** Repeats a commit that lost a race for a key: the first try is undone, the second one finds the key. */
export function withoutKeyRace<T>(commit: () => Promise<T>): Promise<T> {
  return commit().catch((error) => {
    if (error instanceof KeyTaken) return commit();
    throw error;
  });
}

/** Part of the caller's commit. If it throws a Problem, it has written nothing. */
export async function acceptOne(
  { clock, settings }: Pick<Context, "clock" | "settings">,
  store: Store,
  merchantId: number,
  reward: NewReward,
): Promise<Accepted> {
  const known = await rows.byKey(store, merchantId, reward.idempotency_key);
  if (known) return { issuance: known, created: false, mismatch: await differs(store, known, reward) };
  const { status } = await readEpoch(store);
  if (status !== "open") throw reconciling();
  const paid = await adopt(store, merchantId, reward);
  if (paid) return { issuance: paid, created: false, mismatch: await differs(store, paid, reward) };
  if (reward.user_id !== null && (await ownerOf(store, reward.wallet_address)) !== reward.user_id) throw unknownUser();
  if (reward.amount < settings.minReward) throw tooSmall(settings.minReward);
  const now = clock.now();
  const issuance = await reserveAndInsert(store, merchantId, reward, now);
  const payload: Payloads["reward-issuance"] = { issuance_id: issuance.id };
  await jobs.add(store, {
    queue: "reward-issuance",
    key: jobKey(merchantId, reward.idempotency_key),
    group: String(reward.campaign_id),
    payload,
    now,
  });
  return { issuance, created: true, mismatch: false };
}

/** The reward of a merchant's key; also one that was found paid on the ledger and doesn't have its key yet. */
export async function byKey(store: Store, merchantId: number, key: string): Promise<Issuance | undefined> {
  return (await rows.byKey(store, merchantId, key)) ?? (await foundByKey(store, merchantId, key));
}

/** A reward from after the copy of the database: until its merchant sends it again, only its reference is known. */
async function foundByKey(store: Store, merchantId: number, key: string): Promise<Issuance | undefined> {
  const reference = issuanceReference(merchantId, key);
  const found = await rows.byKey(store, merchantId, rebuiltKey(reference));
  return found?.reference === reference ? found : undefined;
}

/** Gives a reward that was found on the ledger its merchant's key, whatever the present call contains. */
async function adopt(
  store: Store,
  merchantId: number,
  { idempotency_key, user_id }: NewReward,
): Promise<Issuance | undefined> {
  const found = await foundByKey(store, merchantId, idempotency_key);
  if (!found) return undefined;
  const isOwner = found.wallet_address !== null && (await ownerOf(store, found.wallet_address)) === user_id;
  return rows.rename(store, found.id, { idempotency_key, user_id: isOwner ? user_id : null });
}

async function reserveAndInsert(store: Store, merchantId: number, reward: NewReward, now: Date): Promise<Issuance> {
  const campaign = await campaigns.ownedBy(store, merchantId, reward.campaign_id);
  if (!campaign) throw notFound("campaign", reward.campaign_id);
  const number = await budget.reserveWithNumber(store, campaign.id, reward.amount, now);
  if (number === null) throw budgetExhausted(formatAmount(campaign.budget - campaign.spent - campaign.reserved));
  const reference = issuanceReference(merchantId, reward.idempotency_key);
  const error_message = waitsFor(campaign, now);
  const row = {
    ...{ ...reward, merchant_id: merchantId, error_message, number, reference },
    ...{ status: "pending" as const, tx_hash: null, rebuilt_at: null, now },
  };
  const issuance = await rows.insert(store, row);
  if (!issuance) throw new KeyTaken();
  return issuance;
}

/** Unknown values of a reward that was found on the ledger can't differ, nor can a campaign that was lost with it. */
async function differs(store: Store, known: Issuance, reward: NewReward): Promise<boolean> {
  const isFound = known.rebuilt_at !== null;
  const isForgotten = isFound && (await campaigns.byId(store, reward.campaign_id)) === undefined;
  return (
    (!isForgotten && known.campaign_id !== reward.campaign_id) ||
    (known.wallet_address !== null && known.wallet_address !== reward.wallet_address) ||
    (known.amount !== null && known.amount !== reward.amount) ||
    (!isFound && known.user_id !== reward.user_id)
  );
}

const tooSmall = (minimum: bigint) => validationFailed([{ field: "amount", message: atLeast(minimum) }]);

/** Also if the user has the wallet but hasn't proven it. */
const unknownUser = () =>
  validationFailed([
    { field: "user_id", message: "must be the user who owns the wallet: correct it, or leave it out" },
  ]);

/**
 * What a reward of this campaign waits for before it can be tried; null if for nothing. Uses this machine's clock, which is
 * only a first look: the ledger's decides.
 */
export function waitsFor(
  campaign: Pick<campaigns.Campaign, "status" | "next_status" | "starts_at">,
  now: Date,
): string | null {
  const { status, starts_at } = campaign;
  if (isOpening(campaign)) return reasons.campaignPending;
  return status === "active" && starts_at > now ? reasons.notStarted(starts_at) : null;
}
