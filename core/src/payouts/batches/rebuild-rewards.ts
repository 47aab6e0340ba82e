import { and, between, desc, eq, inArray, isNull } from "drizzle-orm";
import type { PointSettings } from "../../base/settings/points.ts";
import * as budget from "../../programmes/campaigns/budget.ts";
import type { Campaign } from "../../programmes/campaigns/store.ts";
import { onRewardsConfirmed } from "../../programmes/points/reward-points.ts";
import { issuances } from "../../store/db/schema/issuances.ts";
import { jobs } from "../../store/db/schema/jobs.ts";
import type { Store } from "../../store/db/store.ts";
import { emitConfirmed } from "../rewards/events.ts";
import { findPayment } from "../rewards/paid-events.ts";
import { jobKey, rebuiltKey } from "../rewards/reference.ts";
import * as settle from "../rewards/settle.ts";
import type { Issuance } from "../rewards/store.ts";
import * as rows from "../rewards/store.ts";
import { cancelOne, settlePaid } from "../vouchers/reservations.ts";
import { rewardKey } from "../vouchers/service.ts";
import type { Voucher } from "../vouchers/store.ts";
import * as vouchers from "../vouchers/store.ts";

// Records of rewards that the ledger has paid and the database doesn't know as paid. A mark of the contract names a campaign, a
// number and a reference; wallet, amount and transaction come from the events, at once or when the indexer has read them. Budgets
// are settled at the end, by what the ledger says was spent. Each mark can be recorded again: what is known stays as it is.

/** Pending and failed rewards by merchant and reference: a reward may have been paid under another number, in another campaign. */
export type Unsettled = Map<string, number>;

/** Nothing is accepted while records are rebuilt, so one look is enough. */
export async function readUnsettled(store: Store): Promise<Unsettled> {
  const { id, merchant_id, reference } = issuances;
  const found = await store
    .select({ id, merchant_id, reference })
    .from(issuances)
    .where(inArray(issuances.status, ["pending", "failed"]));
  return new Map(found.map((row) => [ownerOf(row), row.id]));
}

const ownerOf = ({ merchant_id, reference }: { merchant_id: number; reference: string }) =>
  `${merchant_id}:${reference}`;

interface Known {
  unsettled: Unsettled;
  settings: PointSettings;
  now: Date;
}

/** The result for a mark: `carried` means that it belongs to a transaction that this database has sent. */
export type Recorded = "known" | "carried" | "confirmed" | "added";

/** A campaign's confirmed rewards among these numbers: references by number. */
export async function readPaid(
  store: Store,
  campaignId: number,
  numbers: readonly number[],
): Promise<Map<number, string>> {
  const [first, last] = [numbers[0], numbers.at(-1)];
  if (first === undefined || last === undefined) return new Map();
  const { campaign_id, number, reference, status } = issuances;
  const found = await store
    .select({ number, reference })
    .from(issuances)
    .where(and(eq(campaign_id, campaignId), between(number, first, last), eq(status, "confirmed")));
  return new Map(found.map((row) => [row.number, row.reference]));
}

/** Records that the ledger has paid a number of a campaign to a reference. */
export async function recordMark(
  store: Store,
  campaign: Campaign,
  { number, reference }: { number: number; reference: string },
  known: Known,
): Promise<Recorded> {
  const holder = await holderOf(store, campaign, number);
  if (holder?.status === "confirmed" && holder.reference === reference) return "known";
  const owner = ownerOf({ merchant_id: campaign.merchant_id, reference });
  const id = known.unsettled.get(owner);
  known.unsettled.delete(owner);
  const own = id === undefined ? undefined : await rows.byId(store, id);
  if (holder && holder.id !== own?.id) await giveNewNumber(store, holder);
  const { merchant_id: merchant, contract_campaign_id: onLedger } = campaign;
  if (onLedger === null) throw new Error(`campaign ${campaign.id} is not on the ledger`);
  await budget.countPaid(store, [{ merchant, campaign: onLedger, number, reference }]);
  const voucher = await vouchers.byReference(store, merchant, reference);
  if (voucher) await settlePaid(store, voucher, known.now);
  if (!own) {
    await add(store, campaign, { number, reference, voucher }, known);
    return "added";
  }
  const isCarried = own.submission_id !== null;
  await confirm(store, own, { campaign, number, isCarried }, known);
  return isCarried ? "carried" : "confirmed";
}

async function holderOf(store: Store, { id }: Pick<Campaign, "id">, number: number): Promise<Issuance | undefined> {
  return store
    .select()
    .from(issuances)
    .where(and(eq(issuances.campaign_id, id), eq(issuances.number, number)))
    .get();
}

/**
 * Records a payment as far as it is known: all of it by its event; wallet and amount where one of our own transactions carries it.
 * A reward that was asked for may have had another wallet or amount when it was paid.
 */
async function confirm(
  store: Store,
  own: Issuance,
  { campaign, number, isCarried }: { campaign: Campaign; number: number; isCarried: boolean },
  { settings, now }: Known,
): Promise<void> {
  if (own.status === "pending") await budget.release(store, own.campaign_id, settle.amountOf(own), now);
  const facts = await findPayment(store, { campaign_id: campaign.id, number, reference: own.reference });
  const carried = { wallet_address: own.wallet_address, amount: own.amount, tx_hash: null };
  const confirmed = await store
    .update(issuances)
    .set({
      ...(facts ?? (isCarried ? carried : UNKNOWN)),
      campaign_id: campaign.id,
      number,
      status: "confirmed",
      submission_id: null,
      error_message: null,
      rebuilt_at: isCarried ? null : now,
      updated_at: now,
    })
    .where(eq(issuances.id, own.id))
    .returning()
    .get();
  const key = jobKey(own.merchant_id, own.idempotency_key);
  await store.delete(jobs).where(and(eq(jobs.queue, "reward-issuance"), eq(jobs.key, key)));
  await emitConfirmed(store, [confirmed], now);
  if (confirmed.wallet_address !== null) await onRewardsConfirmed(store, [confirmed], { settings, now });
}

const UNKNOWN = { wallet_address: null, amount: null, tx_hash: null };

/** A payment that the database has no reward for; its merchant's key is known when it is sent again, or from its voucher. */
async function add(
  store: Store,
  { id, merchant_id }: Campaign,
  { number, reference, voucher }: { number: number; reference: string; voucher: Voucher | undefined },
  { settings, now }: Known,
): Promise<void> {
  const facts = (await findPayment(store, { campaign_id: id, number, reference })) ?? UNKNOWN;
  const row = {
    ...facts,
    ...{ merchant_id, campaign_id: id, user_id: null, voucher_id: null, number, reference },
    ...{ status: "confirmed" as const, error_message: null, rebuilt_at: now, now },
  };
  const key = voucher ? rewardKey(voucher.code_hash) : rebuiltKey(reference);
  const inserted =
    (await rows.insert(store, { ...row, voucher_id: voucher?.id ?? null, idempotency_key: key })) ??
    // One reference paid twice: only somebody else with the distributor's key does that.
    (await rows.insert(store, { ...row, idempotency_key: `${key}:${id}:${number}` }));
  if (!inserted) throw new Error(`payment ${number} of campaign ${id} is recorded under another number`);
  await emitConfirmed(store, [inserted], now);
  if (inserted.wallet_address !== null) await onRewardsConfirmed(store, [inserted], { settings, now });
}

/** A reward whose number the ledger has paid to another reward gets the campaign's next number. */
async function giveNewNumber(store: Store, holder: Issuance): Promise<void> {
  if (holder.status === "confirmed") {
    throw new Error(`issuance ${holder.id} is confirmed, but the ledger has paid its number to another reward`);
  }
  let next: number;
  do next = await budget.takeNumber(store, holder.campaign_id);
  while (await holderOf(store, { id: holder.campaign_id }, next));
  await rows.renumber(store, holder.id, next);
}

/**
 * Takes over what the ledger says a campaign has spent. What was paid was within the budget, so a reward that seems to wait for
 * this part of it was given up after the copy of the database was made.
 */
export async function followBudget(store: Store, campaignId: number, spent: bigint, now: Date): Promise<void> {
  while (!(await budget.follow(store, campaignId, spent, now))) {
    if (await giveUpNewest(store, campaignId, now)) continue;
    throw new Error(`campaign ${campaignId} has paid more than its budget`);
  }
}

/** Fails the newest reward of a campaign that waits, or else cancels its newest open voucher; false if it has neither. */
export async function giveUpNewest(store: Store, campaignId: number, now: Date): Promise<boolean> {
  const last = await store
    .select()
    .from(issuances)
    .where(and(eq(issuances.campaign_id, campaignId), eq(issuances.status, "pending"), isNull(issuances.submission_id)))
    .orderBy(desc(issuances.id))
    .limit(1)
    .get();
  if (last) {
    await settle.fail(store, last.id, { reason: "the campaign's budget went to rewards paid after the backup", now });
    if (last.voucher_id === null) return true;
  }
  // The reservation of a voucher's reward went back to the voucher.
  const voucher =
    typeof last?.voucher_id === "number"
      ? await vouchers.byId(store, last.voucher_id)
      : await vouchers.newestOpen(store, campaignId);
  return voucher !== undefined && cancelOne(store, voucher, now);
}
