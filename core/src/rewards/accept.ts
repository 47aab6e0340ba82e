import * as budget from "../campaigns/budget.ts";
import * as campaigns from "../campaigns/store.ts";
import type { Context } from "../context.ts";
import type { Store } from "../db/store.ts";
import { budgetExhausted, notFound, reconciling, validationFailed } from "../errors.ts";
import * as jobs from "../jobs/jobs.ts";
import type { Payloads } from "../jobs/payloads.ts";
import { atLeast, formatAmount } from "../money.ts";
import { topics } from "../wake.ts";
import { ownerOf } from "../wallets/store.ts";
import { keepsShut, readFence } from "./fence.ts";
import { issuanceReference, jobKey, rebuiltKey } from "./reference.ts";
import type { Issuance } from "./store.ts";
import * as rows from "./store.ts";
import { waitsFor } from "./waiting.ts";

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
  /** False: the merchant used the key before, and this is what it stands for. */
  created: boolean;
  /** The key stands for another reward than the one asked for now. */
  mismatch: boolean;
}

/**
 * Issuance, reservation and job share one commit: an accepted reward survives a crash, and a key is accepted once. `check` comes
 * first in that commit: where it throws, nothing is accepted.
 * @throws Problem 404 unknown or foreign campaign, 409 `budget_exhausted`, 422 `amount` or `user_id`, 503 `reconciling`
 */
export async function accept(
  context: Context,
  merchantId: number,
  reward: NewReward,
  check?: (store: Store) => Promise<void>,
): Promise<Accepted> {
  const { db, wake } = context;
  const accepted = await withoutKeyRace(() =>
    db.commit(async (store) => {
      await check?.(store);
      return acceptOne(context, store, merchantId, reward);
    }),
  );
  if (accepted.created) wake.notify(topics.queue("reward-issuance"));
  return accepted;
}

/** Another process stored the key between our look and our insert. */
class KeyTaken extends Error {}

/** Commits again what lost a race for a key: the first try is undone, the second one finds the key. */
export function withoutKeyRace<T>(commit: () => Promise<T>): Promise<T> {
  return commit().catch((error) => {
    if (error instanceof KeyTaken) return commit();
    throw error;
  });
}

/** Part of the caller's commit. Where it throws a Problem it has written nothing. */
export async function acceptOne(
  { clock, settings }: Pick<Context, "clock" | "settings">,
  store: Store,
  merchantId: number,
  reward: NewReward,
): Promise<Accepted> {
  const known = await rows.byKey(store, merchantId, reward.idempotency_key);
  if (known) return { issuance: known, created: false, mismatch: differs(known, reward) };
  const fence = await readFence(store);
  if (keepsShut(fence)) throw reconciling();
  if (reward.user_id !== null && (await ownerOf(store, reward.wallet_address)) !== reward.user_id) throw unknownUser();
  const paid = fence === "rebuilt" ? await adopt(store, merchantId, reward) : undefined;
  if (paid) return { issuance: paid, created: false, mismatch: paid.idempotency_key !== reward.idempotency_key };
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
    maxAttempts: settings.worker.maxAttempts,
  });
  return { issuance, created: true, mismatch: false };
}

/** What a merchant's key stands for; also one that was paid after the backup, and isn't known by the key yet. */
export async function byKey(store: Store, merchantId: number, key: string): Promise<Issuance | undefined> {
  return (await rows.byKey(store, merchantId, key)) ?? (await rebuiltOf(store, merchantId, key));
}

async function rebuiltOf(store: Store, merchantId: number, key: string): Promise<Issuance | undefined> {
  const reference = issuanceReference(merchantId, key);
  const paid = await rows.byKey(store, merchantId, rebuiltKey(reference));
  return paid?.reference === reference ? paid : undefined;
}

/**
 * A reward that was paid after the backup, and is sent again: from now on it has its merchant's key. Its campaign may have been
 * forgotten as well, and have another id since.
 */
async function adopt(store: Store, merchantId: number, reward: NewReward): Promise<Issuance | undefined> {
  const paid = await rebuiltOf(store, merchantId, reward.idempotency_key);
  if (!paid) return undefined;
  const own = { idempotency_key: reward.idempotency_key, user_id: reward.user_id };
  const isForgotten = !(await campaigns.byId(store, reward.campaign_id));
  const campaign_id = isForgotten ? reward.campaign_id : paid.campaign_id;
  return differs({ ...paid, ...own, campaign_id }, reward) ? paid : rows.rename(store, paid.id, own);
}

async function reserveAndInsert(store: Store, merchantId: number, reward: NewReward, now: Date): Promise<Issuance> {
  const campaign = await campaigns.ownedBy(store, merchantId, reward.campaign_id);
  if (!campaign) throw notFound("campaign", reward.campaign_id);
  const number = await budget.reserveWithNumber(store, campaign.id, reward.amount, now);
  if (number === null) throw budgetExhausted(formatAmount(campaign.budget - campaign.spent - campaign.reserved));
  const reference = issuanceReference(merchantId, reward.idempotency_key);
  const error_message = waitsFor(campaign, now);
  const row = { ...reward, merchant_id: merchantId, error_message, number, reference, now };
  const issuance = await rows.insert(store, row);
  if (!issuance) throw new KeyTaken();
  return issuance;
}

function differs(known: Issuance, reward: NewReward): boolean {
  return (
    known.campaign_id !== reward.campaign_id ||
    known.wallet_address !== reward.wallet_address ||
    known.amount !== reward.amount ||
    known.user_id !== reward.user_id
  );
}

const tooSmall = (minimum: bigint) => validationFailed([{ field: "amount", message: atLeast(minimum) }]);

/** Also where the user has the wallet but hasn't proven it. */
const unknownUser = () =>
  validationFailed([{ field: "user_id", message: "no user with this id owns the wallet: leave user_id out" }]);
