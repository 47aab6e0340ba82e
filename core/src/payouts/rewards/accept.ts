import { notFound, Problem, validationFailed } from "../../base/errors.ts";
import { atLeast, formatAmount } from "../../base/money.ts";
import type { Context } from "../../context/context.ts";
import { issuanceReference } from "../../ledger/chain/issuance-reference.ts";
import { largestPayment } from "../../ledger/chain/largest-payment.ts";
import { ownersOf } from "../../parties/wallets/store.ts";
import * as budget from "../../programmes/campaigns/budget.ts";
import { isOpening } from "../../programmes/campaigns/open.ts";
import { aboveDailyLimit, budgetExhausted } from "../../programmes/campaigns/problems.ts";
import * as campaigns from "../../programmes/campaigns/store.ts";
import type { Store } from "../../store/db/store.ts";
import { together } from "../../store/db/together.ts";
import * as jobs from "../../store/jobs/jobs.ts";
import type { Payloads } from "../../store/jobs/payloads.ts";
import { isShut } from "./epoch.ts";
import { emitAccepted } from "./events.ts";
import { reconciling } from "./problems.ts";
import * as reasons from "./reasons.ts";
import { jobKey, rebuiltKey } from "./reference.ts";
import type { Issuance } from "./store.ts";
import * as rows from "./store.ts";

export interface NewReward {
  idempotency_key: string;
  campaign_id: number;
  wallet_address: string;
  /** stroops */
  amount: bigint;
  /** The wallet's owner; null: whoever has proven the wallet by now, if anybody has. */
  user_id: number | null;
  /** Voucher from which it has its reservation; absent: it takes one from the campaign's budget. */
  voucher_id?: number;
}

export interface Accepted {
  issuance: Issuance;
  /** False: the merchant used the key before, and this is its reward. */
  created: boolean;
  /** The key belongs to a different reward than the one requested now. */
  mismatch: boolean;
}

/** A reward that was accepted, or why it wasn't. */
export type Acceptance = Accepted | Problem;

/**
 * Accepts a reward, in one commit with those that arrive at the same time. With `check` the commit has this reward alone: `check`
 * runs first in it, and if it throws, nothing is accepted.
 * @throws Problem 404 unknown or foreign campaign, 409 `budget_exhausted` or `above_daily_limit`, 422 `amount` or `user_id`, 503
 *   `reconciling`
 */
export async function accept(
  context: Context,
  merchantId: number,
  reward: NewReward,
  check?: (store: Store) => Promise<void>,
): Promise<Accepted> {
  const asked = ask(merchantId, reward, await largestReward(context, merchantId, [reward]));
  const acceptance =
    check === undefined ? await acceptTogether(context, asked) : await acceptChecked(context, asked, check);
  if (acceptance instanceof Problem) throw acceptance;
  return acceptance;
}

function acceptChecked(context: Context, asked: Asked, check: (store: Store) => Promise<void>): Promise<Acceptance> {
  return withoutRace(() =>
    context.db.commit(async (store) => {
      await check(store);
      return (await acceptAll(context, store, [asked]))[0] as Acceptance;
    }),
  );
}

/**
 * The most that one of these rewards can have, as the pool's daily limits say now; undefined if all are below it, or the ledger
 * doesn't answer. It is asked outside of commits, which must not wait for it.
 */
export function largestReward(
  { chain }: Pick<Context, "chain">,
  merchantId: number,
  rewards: readonly Pick<NewReward, "amount">[],
): Promise<bigint | undefined> {
  const most = rewards.reduce((most, { amount }) => (amount > most ? amount : most), 0n);
  return largestPayment(chain, merchantId, most);
}

/**
 * Accepts a merchant's rewards in the caller's commit, each by the rules of a single one and in this order: a refused one leaves
 * the others unchanged, and if a key comes twice, the second one is a repeat.
 * @param largest by {@link largestReward}
 * @throws Problem 503 `reconciling` for all of them
 */
export function acceptBatch(
  context: AcceptContext,
  store: Store,
  merchantId: number,
  { rewards, largest }: { rewards: readonly NewReward[]; largest: bigint | undefined },
): Promise<Acceptance[]> {
  const asked = rewards.map((reward) => ask(merchantId, reward, largest));
  return acceptAll(context, store, asked).then(orFailure);
}

/** Answers of {@link acceptBatch} if it were called now. Nothing is stored: a reward that would be accepted has the id 0. */
export async function previewBatch(
  context: AcceptContext,
  store: Store,
  merchantId: number,
  { rewards, largest }: { rewards: readonly NewReward[]; largest: bigint | undefined },
): Promise<Acceptance[]> {
  const asked = rewards.map((reward) => ask(merchantId, reward, largest));
  const shared = await readShared(context, store, asked);
  return orFailure(await decide(store, { ...shared, firstId: 0, isPreview: true }, asked));
}

/** The caller's mistakes concern one reward; our failures concern all. */
function orFailure(acceptances: Acceptance[]): Acceptance[] {
  for (const acceptance of acceptances) {
    if (acceptance instanceof Problem && acceptance.status >= 500) throw acceptance;
  }
  return acceptances;
}

/**
 * Accepts a voucher's reward in the caller's commit, which takes the reservation from the voucher.
 * @throws Problem 503 `reconciling`
 */
export async function acceptReserved(
  context: AcceptContext,
  store: Store,
  merchantId: number,
  reward: NewReward & { voucher_id: number },
): Promise<Accepted> {
  // Its voucher was made within the limits.
  const [acceptance] = await acceptAll(context, store, [ask(merchantId, reward, undefined)]);
  if (acceptance instanceof Problem) throw acceptance;
  return acceptance as Accepted;
}

/** Another process stored the key, or took from the budget, between our read and our write. */
class RaceLost extends Error {}

/** Repeats a commit that lost a race: the first try is undone, the second one finds what the other process stored. */
export function withoutRace<T>(commit: () => Promise<T>): Promise<T> {
  return commit().catch((error) => {
    if (error instanceof RaceLost) return commit();
    throw error;
  });
}

interface Asked {
  merchantId: number;
  reward: NewReward;
  /** Reference by {@link issuanceReference}. */
  reference: string;
  /** Largest reward by {@link largestReward}. */
  largest: bigint | undefined;
}

const ask = (merchantId: number, reward: NewReward, largest: bigint | undefined): Asked => ({
  merchantId,
  reward,
  reference: issuanceReference(merchantId, reward.idempotency_key),
  largest,
});

type AcceptContext = Pick<Context, "clock" | "settings">;

/** State that the rewards of a unit share: it is read once and kept up to date while they are accepted. */
interface Shared {
  settings: Context["settings"];
  now: Date;
  isShut: boolean;
  known: KnownRewards;
  /** Users by the wallets that they have proven. */
  owners: Map<string, number>;
  /** The campaigns that are asked for, by id, whoever owns them. Unknown ids are missing. */
  campaigns: Map<number, campaigns.Campaign>;
  reservations: Map<number, Reservation>;
  /** New issuances: they are stored together, when the last reward of the unit was looked at. */
  accepted: Issuance[];
  /** Id that the first of them gets. */
  firstId: number;
  /** True if nothing may be written. */
  isPreview: boolean;
}

/** Amount that a unit takes from a campaign. */
interface Reservation {
  campaign: campaigns.Campaign;
  /** stroops */
  amount: bigint;
  count: number;
}

/**
 * Accepts rewards of any merchants in one unit, in this order. Issuance, reservation and job share the commit: an accepted reward
 * survives a crash, and a key is accepted once. Nothing is written for a reward whose result is a Problem.
 */
async function acceptAll(context: AcceptContext, store: Store, asked: readonly Asked[]): Promise<Acceptance[]> {
  const shared = await readShared(context, store, asked);
  const acceptances = await decide(store, shared, asked);
  for (const { campaign, amount, count } of shared.reservations.values()) {
    const first = await budget.reserveWithNumbers(store, campaign.id, { amount, count, now: shared.now });
    if (first !== campaign.next_number) throw new RaceLost();
  }
  await storeAll(store, shared);
  return acceptances;
}

async function readShared({ clock, settings }: AcceptContext, store: Store, asked: readonly Asked[]): Promise<Shared> {
  const keys = asked.map(({ merchantId, reward, reference }) => ({
    merchantId,
    key: reward.idempotency_key,
    reference,
  }));
  const wallets = asked.map(({ reward }) => reward.wallet_address);
  const campaignIds = [...new Set(asked.map(({ reward }) => reward.campaign_id))];
  // Sent together, they take one round trip to a database on another machine.
  const [known, owners, isClosed, firstId, found] = await Promise.all([
    readKnown(store, keys),
    ownersOf(store, wallets),
    isShut(store),
    rows.firstNewId(store),
    Promise.all(campaignIds.map((id) => campaigns.byId(store, id))),
  ]);
  return {
    ...{ settings, now: clock.now(), isShut: isClosed, known, owners, firstId },
    campaigns: new Map(found.flatMap((campaign) => (campaign ? [[campaign.id, campaign]] : []))),
    ...{ reservations: new Map(), accepted: [], isPreview: false },
  };
}

async function decide(store: Store, shared: Shared, asked: readonly Asked[]): Promise<Acceptance[]> {
  const acceptances: Acceptance[] = [];
  for (const each of asked) acceptances.push(await acceptOne(store, shared, each));
  return acceptances;
}

const acceptTogether = together<Context, Asked, Acceptance>(acceptAll);

async function acceptOne(store: Store, shared: Shared, asked: Asked): Promise<Acceptance> {
  const { merchantId, reward, reference } = asked;
  const { known, owners, settings } = shared;
  const { idempotency_key: key, amount, user_id, wallet_address } = reward;
  const kept = known.get(jobKey(merchantId, key));
  if (kept) return { issuance: kept, created: false, mismatch: await differs(store, kept, reward) };
  if (shared.isShut) return reconciling();
  const found = foundOf(known, merchantId, reference);
  if (found) {
    const issuance = shared.isPreview ? found : await adopt(store, shared, found, reward);
    known.set(jobKey(merchantId, key), issuance);
    return { issuance, created: false, mismatch: await differs(store, issuance, reward) };
  }
  if (user_id !== null && owners.get(wallet_address) !== user_id) return unknownUser();
  // A voucher's amount was large enough when its code was given out.
  if (amount < settings.minReward && reward.voucher_id === undefined) return tooSmall(settings.minReward);
  if (asked.largest !== undefined && amount > asked.largest) {
    return aboveDailyLimit(formatAmount(amount), formatAmount(asked.largest));
  }
  const issuance = reserve(shared, asked);
  if (issuance instanceof Problem) return issuance;
  known.set(jobKey(merchantId, key), issuance);
  return { issuance, created: true, mismatch: false };
}

function reserve(shared: Shared, { merchantId, reward, reference }: Asked): Issuance | Problem {
  const { now, owners, reservations, accepted } = shared;
  const { campaign_id, amount, wallet_address, voucher_id = null } = reward;
  const campaign = shared.campaigns.get(campaign_id);
  if (campaign?.merchant_id !== merchantId) return notFound("campaign", campaign_id);
  const reservation = reservations.get(campaign_id) ?? { campaign, amount: 0n, count: 0 };
  const left = campaign.budget - campaign.spent - campaign.reserved - reservation.amount;
  const taken = voucher_id === null ? amount : 0n;
  if (taken > left) return budgetExhausted(formatAmount(left));
  const issuance: Issuance = {
    ...{ id: shared.firstId + accepted.length, merchant_id: merchantId, ...reward },
    voucher_id,
    ...{ user_id: owners.get(wallet_address) ?? null, number: campaign.next_number + reservation.count, reference },
    ...{ status: "pending", submission_id: null, tx_hash: null, error_message: waitsFor(campaign, now) },
    ...{ attempts: 0, claimed_at: null, held_at: null, first_held_at: null, rebuilt_at: null },
    ...{ created_at: now, updated_at: now },
  };
  accepted.push(issuance);
  reservations.set(campaign_id, {
    campaign,
    amount: reservation.amount + taken,
    count: reservation.count + 1,
  });
  return issuance;
}

/** The new issuances, their jobs and events, in a statement each: one for each reward costs twice as much. */
async function storeAll(store: Store, { accepted, now }: Shared): Promise<void> {
  if (accepted.length === 0) return;
  if ((await rows.insertAll(store, accepted)) !== accepted.length) throw new RaceLost();
  const queued = accepted.map(({ id, merchant_id, idempotency_key, campaign_id }) => {
    const payload: Payloads["reward-issuance"] = { issuance_id: id };
    return { key: jobKey(merchant_id, idempotency_key), group: String(campaign_id), payload };
  });
  await Promise.all([
    emitAccepted(store, accepted, now),
    jobs.addAll(store, { queue: "reward-issuance", jobs: queued, now }),
  ]);
}

/** Rewards by {@link jobKey}. */
type KnownRewards = Map<string, Issuance>;

/** Known rewards with the merchants' keys; also those that were found paid on the ledger and don't have their keys yet. */
async function readKnown(store: Store, keys: readonly (rows.Key & { reference: string })[]): Promise<KnownRewards> {
  const found = keys.map(({ merchantId, reference }) => ({ merchantId, key: rebuiltKey(reference) }));
  const issuances = await rows.byKeys(store, [...keys, ...found]);
  return new Map(issuances.map((row) => [jobKey(row.merchant_id, row.idempotency_key), row]));
}

/** A reward from after the copy of the database: until its merchant sends it again, only its reference is known. */
function foundOf(known: KnownRewards, merchantId: number, reference: string): Issuance | undefined {
  const found = known.get(jobKey(merchantId, rebuiltKey(reference)));
  return found?.reference === reference ? found : undefined;
}

/** The reward of a merchant's key; also one that was found paid on the ledger and doesn't have its key yet. */
export async function byKey(store: Store, merchantId: number, key: string): Promise<Issuance | undefined> {
  const reference = issuanceReference(merchantId, key);
  const known = await readKnown(store, [{ merchantId, key, reference }]);
  return known.get(jobKey(merchantId, key)) ?? foundOf(known, merchantId, reference);
}

/** Gives a reward that was found on the ledger its merchant's key, whatever the present call contains. */
async function adopt(
  store: Store,
  { owners }: Shared,
  { id, wallet_address }: Issuance,
  { idempotency_key, ...asked }: NewReward,
): Promise<Issuance> {
  // Owners are known of the wallets that are asked for; until its event has been read, a found reward's wallet isn't known.
  const isAsked = wallet_address === asked.wallet_address;
  return rows.rename(store, id, { idempotency_key, user_id: (isAsked && owners.get(wallet_address)) || null });
}

/** Unknown values of a reward that was found on the ledger can't differ, nor can a campaign that was lost with it. */
async function differs(store: Store, known: Issuance, reward: NewReward): Promise<boolean> {
  const isFound = known.rebuilt_at !== null;
  const isForgotten = isFound && (await campaigns.byId(store, reward.campaign_id)) === undefined;
  return (
    (!isForgotten && known.campaign_id !== reward.campaign_id) ||
    (known.wallet_address !== null && known.wallet_address !== reward.wallet_address) ||
    (known.amount !== null && known.amount !== reward.amount) ||
    (!isFound && reward.user_id !== null && known.user_id !== reward.user_id)
  );
}

const tooSmall = (minimum: bigint) => validationFailed([{ field: "amount", message: atLeast(minimum) }]);

/** Refusal of a wrong `user_id`, also of a user who has the wallet but hasn't proven it. */
const unknownUser = () =>
  validationFailed([
    { field: "user_id", message: "must be the user who owns the wallet: correct it, or leave it out" },
  ]);

/**
 * The reason why a reward of this campaign has to wait; null if it can be tried now. Uses this machine's clock, which is
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
