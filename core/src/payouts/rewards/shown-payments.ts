import { and, sql } from "drizzle-orm";
import type { ContractEvent } from "../../ledger/contract-events/store.ts";
import { isGiven, listed, listedPairs, rowsAsJson } from "../../store/db/dialect.ts";
import { campaigns } from "../../store/db/schema/campaigns.ts";
import { issuances } from "../../store/db/schema/issuances.ts";
import { prepared, type Store } from "../../store/db/store.ts";
import { matched, type RewardData, type Transfer } from "./paid-events.ts";

/**
 * Adds to the payments of `reward` events who was paid how much, and the merchant's own issuance that asked for it. What the ledger
 * and the records don't tell is null. All issuances of a page are looked up at once.
 */
export async function withPayments(
  store: Store,
  events: readonly ContractEvent[],
  merchantId: number,
): Promise<ContractEvent[]> {
  const rewards = events.filter(isReward);
  if (rewards.length === 0) return [...events];
  const own = await issuancesOf(store, rewards, merchantId);
  return events.map((event) => {
    if (!isReward(event)) return event;
    const { data } = event;
    const found = matched(data, transfersOf(event));
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

function transfersOf({ data, recipients }: RewardEvent): Transfer[] {
  const paid = data.payments.filter(({ result }) => result === "PAID").length;
  const before = (recipients ?? []) as [wallet: string, amount: string][];
  // The last ones: others may have moved in the same transaction.
  const own = paid === 0 ? [] : before.slice(-paid);
  return own.map(([wallet_address, amount]) => ({ wallet_address, amount: BigInt(amount) }));
}

const selectCampaigns = prepared((store) =>
  store
    .select({ id: campaigns.id, onLedger: campaigns.contract_campaign_id })
    .from(campaigns)
    .where(
      and(
        isGiven(campaigns.merchant_id),
        sql`${campaigns.contract_campaign_id} in ${listed("onLedger", campaigns.contract_campaign_id)}`,
      ),
    )
    .prepare(),
);

const selectIssuances = prepared((store) => {
  const { id, campaign_id, number, reference, wallet_address, amount } = issuances;
  return store
    .select({
      campaign_id,
      // JSON has no integers of 64 bits.
      found: rowsAsJson(id, id, number, reference, wallet_address, sql`cast(${amount} as text)`),
    })
    .from(issuances)
    .where(sql`(${campaign_id}, ${number}) in ${listedPairs("numbers", campaign_id, number)}`)
    .groupBy(campaign_id)
    .prepare();
});

const keyOf = (onLedger: unknown, { number, reference }: { number: number; reference: string }): string =>
  `${onLedger}:${number}:${reference}`;

interface OwnIssuance {
  id: number;
  wallet_address: string | null;
  /** stroops */
  amount: string;
}

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
  return new Map(
    found.flatMap(({ campaign_id, found }) =>
      (JSON.parse(found) as [number, number, string, string | null, string][]).map(
        ([id, number, reference, wallet_address, amount]): [string, OwnIssuance] => [
          keyOf(names.get(campaign_id), { number, reference }),
          { id, wallet_address, amount },
        ],
      ),
    ),
  );
}
