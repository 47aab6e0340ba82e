import { and, eq, sql } from "drizzle-orm";
import type { ContractEvent } from "../contract-events/store.ts";
import { field, indexedBy, listed, listedPairs, value } from "../db/dialect.ts";
import { campaigns } from "../db/schema/campaigns.ts";
import { contractEvents } from "../db/schema/contract-events.ts";
import { issuances } from "../db/schema/issuances.ts";
import { prepared, type Store } from "../db/store.ts";
import { matched, type RewardData, type Transfer } from "./paid-events.ts";

/**
 * Adds to the payments of `reward` events who was paid how much, and the merchant's own issuance that asked for it. What the ledger
 * and the records don't tell is null. All payments of a page are looked up at once.
 */
export async function withPayments(
  store: Store,
  events: readonly ContractEvent[],
  merchantId: number,
): Promise<ContractEvent[]> {
  const rewards = events.filter(isReward);
  if (rewards.length === 0) return [...events];
  const transfers = await transfersOf(store, rewards);
  const own = await issuancesOf(store, rewards, merchantId);
  return events.map((event) => {
    if (!isReward(event)) return event;
    const { data } = event;
    const paid = data.payments.filter(({ result }) => result === "PAID").length;
    const before = (transfers.get(event.tx_hash) ?? []).filter(({ id }) => id < event.id);
    const found = matched(data, paid === 0 ? [] : before.slice(-paid));
    const payments = data.payments.map((payment) => {
      const key = `${payment.number}:${payment.reference}`;
      const issuance = own.get(keyOf(data.campaign, payment));
      const { wallet_address = null, amount = null } = found.get(key) ?? issuance ?? {};
      const issuance_id = issuance?.id ?? null;
      return { ...payment, wallet_address, amount: amount === null ? null : String(amount), issuance_id };
    });
    return { ...event, data: { ...data, payments } };
  });
}

type RewardEvent = ContractEvent & { data: RewardData };

/** An event that this code's contract doesn't emit has other fields. */
const isReward = (event: ContractEvent): event is RewardEvent =>
  event.contract === "campaign" && event.type === "reward" && Array.isArray((event.data as RewardData).payments);

const selectTransfers = prepared((store) =>
  store
    .select({
      id: sql<string>`t.id`,
      tx_hash: sql<string>`t.tx_hash`,
      wallet_address: sql<string>`${field(sql`t.data`, "to")}`,
      amount: sql<string>`${field(sql`t.data`, "amount")}`,
    })
    .from(sql`${contractEvents} t ${indexedBy("contract_events_by_tx")}`)
    .where(sql`t.tx_hash in ${listed("hashes")} and t.contract = 'asset' and t.type = 'transfer'`)
    .orderBy(sql`t.id`)
    .prepare(),
);

async function transfersOf(store: Store, rewards: readonly RewardEvent[]) {
  const byTransaction = new Map<string, (Transfer & { id: string })[]>();
  const hashes = JSON.stringify(rewards.map(({ tx_hash }) => tx_hash));
  for (const { id, tx_hash, wallet_address, amount } of await selectTransfers(store).all({ hashes })) {
    const transfers = byTransaction.get(tx_hash) ?? [];
    transfers.push({ id, wallet_address, amount: BigInt(amount) });
    byTransaction.set(tx_hash, transfers);
  }
  return byTransaction;
}

const selectCampaigns = prepared((store) =>
  store
    .select({ id: campaigns.id, onLedger: campaigns.contract_campaign_id })
    .from(campaigns)
    .where(
      and(
        eq(campaigns.merchant_id, value(campaigns.merchant_id, "merchant_id")),
        sql`${campaigns.contract_campaign_id} in ${listed("onLedger")}`,
      ),
    )
    .prepare(),
);

const selectIssuances = prepared((store) => {
  const { id, campaign_id, number, reference, wallet_address, amount } = issuances;
  return store
    .select({ id, campaign_id, number, reference, wallet_address, amount })
    .from(issuances)
    .where(sql`(${campaign_id}, ${number}) in ${listedPairs("numbers")}`)
    .prepare();
});

const keyOf = (onLedger: unknown, { number, reference }: { number: number; reference: string }): string =>
  `${onLedger}:${number}:${reference}`;

/** The merchant's issuances by {@link keyOf}. */
async function issuancesOf(store: Store, rewards: readonly RewardEvent[], merchantId: number) {
  const onLedger = JSON.stringify([...new Set(rewards.map(({ data }) => Number(data.campaign)))]);
  const own = await selectCampaigns(store).all({ merchant_id: merchantId, onLedger });
  const ids = new Map(own.map((campaign) => [String(campaign.onLedger), campaign.id]));
  const names = new Map(own.map((campaign) => [campaign.id, campaign.onLedger]));
  const numbers = rewards.flatMap(({ data }) => {
    const id = ids.get(data.campaign);
    return id === undefined ? [] : data.payments.map(({ number }) => [id, number]);
  });
  const found = numbers.length === 0 ? [] : await selectIssuances(store).all({ numbers: JSON.stringify(numbers) });
  return new Map(found.map((each) => [keyOf(names.get(each.campaign_id), each), each]));
}
