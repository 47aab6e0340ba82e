import { and, asc, eq, lt, sql } from "drizzle-orm";
import type { PointSettings } from "../../base/settings/points.ts";
import * as campaigns from "../../programmes/campaigns/store.ts";
import { onRewardsConfirmed } from "../../programmes/points/reward-points.ts";
import { contains, elementsOf, field, indexedBy, unindexed } from "../../store/db/dialect.ts";
import { contractEvents } from "../../store/db/schema/contract-events.ts";
import { issuances } from "../../store/db/schema/issuances.ts";
import { prepared, type Store } from "../../store/db/store.ts";
import type { Issuance } from "./store.ts";

// Some rewards are confirmed only by the contract's marks. Which transaction paid them, to whom and how much, is in the indexed
// events: the campaign's `reward` has numbers, references and results, the asset's `transfer` events before it in the same
// transaction have recipients and amounts, in the same order. Event and confirmation may come in either order, and the commit
// that comes second finds the other's row.

/** Facts about one payment, as the events have them. */
export interface PaidFacts {
  tx_hash: string;
  wallet_address: string;
  /** stroops */
  amount: bigint;
}

/** Data of an indexed `reward` event. */
export interface RewardData {
  /** Id in the contract. */
  campaign: string;
  /** Sum, stroops. */
  paid: string;
  payments: { number: number; reference: string; result: string }[];
}

type Event = Pick<typeof contractEvents.$inferSelect, "id" | "contract" | "type" | "tx_hash" | "data">;

/** The payment of a number to a reference; null while the indexer hasn't seen it. */
export async function findPayment(
  store: Store,
  { campaign_id, number, reference }: Pick<Issuance, "campaign_id" | "number" | "reference">,
): Promise<PaidFacts | null> {
  const onLedger = (await campaigns.byId(store, campaign_id))?.contract_campaign_id ?? null;
  if (onLedger === null) return null;
  // Events without the reference are skipped without parsing: a large campaign has thousands.
  const data = sql`event.data`;
  const payment = sql`payment.value`;
  const [found] = await store
    .select({ id: sql<string>`event.id` })
    .from(sql`
      ${contractEvents} as event ${indexedBy("contract_events_rewards")}, ${elementsOf(data, "payments")} as payment`)
    .where(sql`
      event.contract = 'campaign' and event.type = 'reward'
      and ${field(data, "campaign")} = ${String(onLedger)}
      and ${contains(data, reference)}
      and ${field(payment, "number")} = ${number}
      and ${field(payment, "reference")} = ${reference}
      and ${field(payment, "result")} = 'PAID'`)
    .orderBy(sql`event.id desc`)
    .limit(1);
  const event = found && (await eventById(store, found.id));
  return (event && (await paidBy(store, event)).get(`${number}:${reference}`)) ?? null;
}

const selectUnexplained = prepared((store) =>
  store
    .select({ id: issuances.id })
    .from(issuances)
    .where(sql`status = 'confirmed' and tx_hash is null`)
    .limit(1)
    .prepare(),
);

/** Completes the issuances that a `reward` event shows as paid, if the paying transaction isn't known yet. */
export async function explainPayments(
  store: Store,
  eventId: string,
  { settings, now }: { settings: PointSettings; now: Date },
): Promise<void> {
  // Usually there is none, and the event, one of hundreds that the indexer stores, need not be decoded.
  if (!(await selectUnexplained(store).get())) return;
  const event = await eventById(store, eventId);
  if (event?.contract !== "campaign" || event.type !== "reward") return;
  const campaign = await campaigns.byContractId(store, Number((event.data as RewardData).campaign));
  if (!campaign) return;
  for (const [key, facts] of await paidBy(store, event)) {
    const [number = "", reference = ""] = key.split(":");
    const row = await store
      .select()
      .from(issuances)
      .where(
        and(
          eq(issuances.campaign_id, campaign.id),
          eq(issuances.number, Number(number)),
          eq(issuances.reference, reference),
          sql`status = 'confirmed' and tx_hash is null`,
        ),
      )
      .get();
    if (row) await complete(store, row, facts, { settings, now });
  }
}

async function complete(
  store: Store,
  row: Issuance,
  facts: PaidFacts,
  { settings, now }: { settings: PointSettings; now: Date },
): Promise<void> {
  const known = await store
    .update(issuances)
    // Reports of revenue count a payment at this time, once its amount is known.
    .set({ ...facts, updated_at: row.amount === null ? now : row.updated_at })
    .where(eq(issuances.id, row.id))
    .returning()
    .get();
  // Until now it was unknown whose points they are.
  if (row.wallet_address === null) await onRewardsConfirmed(store, [known], { settings, now });
}

const eventById = (store: Store, id: string): Promise<Event | undefined> =>
  Promise.resolve(store.select().from(contractEvents).where(eq(contractEvents.id, id)).get());

/**
 * Payments of a `reward` event's transaction, by `<number>:<reference>`. Nothing if its transfers don't match the event:
 * they may be incomplete.
 */
async function paidBy(store: Store, event: Event): Promise<Map<string, PaidFacts>> {
  const data = event.data as RewardData;
  const paid = data.payments.filter(({ result }) => result === "PAID").length;
  const facts = matched(data, await transfersBefore(store, event, paid));
  return new Map([...facts].map(([key, transfer]) => [key, { tx_hash: event.tx_hash, ...transfer }]));
}

export type Transfer = Omit<PaidFacts, "tx_hash">;

/** The transfer of each payment that a `reward` event shows, by `<number>:<reference>`; none unless they match as a whole. */
export function matched({ payments, paid: total }: RewardData, transfers: readonly Transfer[]): Map<string, Transfer> {
  const paid = payments.filter(({ result }) => result === "PAID");
  const sum = transfers.reduce((sum, { amount }) => sum + amount, 0n);
  if (transfers.length !== paid.length || sum !== BigInt(total)) return new Map();
  return new Map(paid.map(({ number, reference }, index) => [`${number}:${reference}`, transfers[index] as Transfer]));
}

/** The payments that a `reward` event shows, each with its recipient. */
export async function paymentsOf(store: Store, event: Event): Promise<{ number: number; wallet: string }[]> {
  return [...(await paidBy(store, event))].map(([key, { wallet_address }]) => ({
    number: Number(key.split(":", 1)[0]),
    wallet: wallet_address,
  }));
}

/** The last `count` transfers before the event are the pool's payments: the campaign reports a batch right after them. */
export async function transfersBefore(
  store: Store,
  event: Pick<Event, "id" | "tx_hash">,
  count: number,
): Promise<Transfer[]> {
  if (count === 0) return [];
  const found = await store
    .select({ data: contractEvents.data })
    .from(contractEvents)
    .where(
      and(
        eq(contractEvents.tx_hash, event.tx_hash),
        lt(contractEvents.id, event.id),
        // The indexes of contracts and wallets would find all payments ever made, since the pool is in all of them.
        sql`${unindexed(contractEvents.contract)} = 'asset' and ${unindexed(contractEvents.type)} = 'transfer'`,
      ),
    )
    .orderBy(asc(contractEvents.id));
  const transfers = found.map(({ data }) => data as { to: string; amount: string });
  const all = transfers.length > 0 ? transfers : await keptTransfers(store, event.id);
  return all.map(({ to, amount }) => ({ wallet_address: to, amount: BigInt(amount) })).slice(-count);
}

/** Transfers as the `reward` event itself has them, once their own events have been deleted (contract-events/retention.ts). */
async function keptTransfers(store: Store, eventId: string): Promise<{ to: string; amount: string }[]> {
  const { recipients } = contractEvents;
  const event = await store.select({ recipients }).from(contractEvents).where(eq(contractEvents.id, eventId)).get();
  return ((event?.recipients ?? []) as [string, string][]).map(([to, amount]) => ({ to, amount }));
}
