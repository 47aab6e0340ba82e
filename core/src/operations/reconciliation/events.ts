import { formatAmount } from "../../base/money.ts";
import { type PaidFacts, transfersBefore } from "../../payouts/rewards/paid-events.ts";
import type { Difference } from "./differences.ts";
import { described, isExplained } from "./payments.ts";
import { type CampaignRecord, type RewardEvent, type RewardRecord, rewardEvents, rewardsByNumber } from "./records.ts";
import type { Run } from "./run.ts";

// Compares each `reward` event with the transfers before it in its transaction, and with the records of its payments. Events are
// read first: a payment that they show is then already recorded, or carried by a transaction that isn't recorded yet.

type Transfer = Omit<PaidFacts, "tx_hash">;

/** An event that could not be decoded has no list. */
const paidOf = ({ data }: RewardEvent) => (data.payments ?? []).filter(({ result }) => result === "PAID");

/** @param transfers as many as the event has payments, at most */
export function compareEvent(
  campaign: CampaignRecord,
  event: RewardEvent,
  transfers: readonly Transfer[],
  rewards: ReadonlyMap<number, RewardRecord>,
): Difference[] {
  const paid = paidOf(event);
  const place = { campaign_id: campaign.id, event_id: event.id, tx_hash: event.tx_hash };
  const sum = transfers.reduce((sum, { amount }) => sum + amount, 0n);
  const isComplete = transfers.length === paid.length && sum === BigInt(event.data.paid);
  const found: Difference[] = [];
  if (!isComplete) {
    const said = `${paid.length} payments, ${formatAmount(BigInt(event.data.paid))}`;
    const events = `${said}; transfers: ${transfers.length} payments, ${formatAmount(sum)}`;
    found.push({ kind: "event_sum", where: place, sides: { events } });
  }
  for (const [index, { number, reference }] of paid.entries()) {
    const reward = rewards.get(number);
    const where = { ...place, number, ...(reward && { issuance_id: reward.id }) };
    const transfer = isComplete ? transfers[index] : undefined;
    const events = transfer ? `${formatAmount(transfer.amount)} to ${transfer.wallet_address}` : "paid";
    if (!isExplained(reward, reference)) {
      const records = reward ? `${described(reward)}, reference ${reward.reference}` : "none";
      found.push({ kind: "event_unrecorded", where, sides: { records, events: `${events}, reference ${reference}` } });
    } else if (reward?.status === "confirmed" && differs(reward, event, transfer)) {
      const records = `${described(reward)}, transaction ${reward.tx_hash ?? "unknown"}`;
      found.push({ kind: "event_differs", where, sides: { records, events } });
    }
  }
  return found;
}

const differs = (reward: RewardRecord, { tx_hash }: RewardEvent, transfer: Transfer | undefined) =>
  transfer !== undefined &&
  (reward.tx_hash !== tx_hash ||
    reward.amount !== transfer.amount ||
    reward.wallet_address !== transfer.wallet_address);

/** A campaign's events of the period. */
export async function checkEvents(run: Run, campaign: CampaignRecord): Promise<void> {
  const { contract_campaign_id: id } = campaign;
  if (id === null) return;
  for (let after = ""; ; ) {
    const page = await run.read((store) => rewardEvents(store, id, after, run.period));
    await run.twice(async () => (await Promise.all(page.map((event) => look(run, campaign, event)))).flat());
    run.compared.events += page.length;
    const last = page.at(-1);
    if (!last) return;
    after = last.id;
  }
}

async function look(run: Run, campaign: CampaignRecord, event: RewardEvent): Promise<Difference[]> {
  const numbers = paidOf(event).map(({ number }) => number);
  const { transfers, rewards } = await run.read(async (store) => ({
    transfers: await transfersBefore(store, event, numbers.length),
    rewards: await rewardsByNumber(store, campaign.id, numbers),
  }));
  return compareEvent(campaign, event, transfers, rewards);
}
