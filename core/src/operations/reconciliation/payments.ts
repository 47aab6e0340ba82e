import { formatAmount } from "../../base/money.ts";
import { chunkOf, chunksUpTo, isMarked } from "../../ledger/chain/batches.ts";
import type { Difference } from "./differences.ts";
import {
  type CampaignRecord,
  type Indexed,
  indexed,
  ledgersOf,
  newestLedger,
  paidBy,
  type RewardRecord,
  rewardsBetween,
  rewardsByNumber,
} from "./records.ts";
import type { Run } from "./run.ts";
import { windows } from "./windows.ts";

// Compares each reward with its mark on the ledger and with the event of its transaction. The records are read before the marks:
// what was confirmed by then has one. Marks that they don't explain are looked up in the records as they are after: by then these
// rewards are confirmed, or carried by a transaction that isn't recorded yet. Events are complete up to the ledger that was indexed
// before the records were read.

/** Entries per request to a node: the protocol's limit. */
const CHUNKS_PER_CALL = 200;
const NUMBERS_PER_READ = 5_000;

const whereOf = (campaign: CampaignRecord, { id, number }: RewardRecord) => ({
  campaign_id: campaign.id,
  issuance_id: id,
  number,
});

export const described = ({ status, amount, wallet_address: wallet }: RewardRecord): string =>
  [status, amount !== null && formatAmount(amount), wallet && `to ${wallet}`].filter(Boolean).join(" ");

/** Rewards that are recorded as paid and have no mark. @param first lowest number of the current period */
export function compareRewards(
  campaign: CampaignRecord,
  rewards: readonly RewardRecord[],
  { marks, first }: { marks: ReadonlyMap<number, string>; first: number },
): Difference[] {
  return rewards
    .filter(({ status, number }) => status === "confirmed" && isMarked(number, first) && !marks.has(number))
    .map((reward) => ({
      kind: "mark_missing",
      where: whereOf(campaign, reward),
      sides: { records: described(reward), ledger: "not paid" },
    }));
}

/** Marks that no record explains. */
export function compareMarks(
  campaign: CampaignRecord,
  marks: ReadonlyMap<number, string>,
  rewards: ReadonlyMap<number, RewardRecord>,
): Difference[] {
  const found: Difference[] = [];
  for (const [number, reference] of marks) {
    const reward = rewards.get(number);
    if (isExplained(reward, reference)) continue;
    const where = reward ? whereOf(campaign, reward) : { campaign_id: campaign.id, number };
    const records = reward ? `${described(reward)}, reference ${reward.reference}` : "none";
    found.push({ kind: "mark_unrecorded", where, sides: { records, ledger: `paid to reference ${reference}` } });
  }
  return found;
}

/** True if a payment to a reference is recorded, or about to be. */
export const isExplained = (reward: RewardRecord | undefined, reference: string): boolean =>
  reward?.reference === reference && (reward.status === "confirmed" || reward.isUnderWay);

/**
 * Rewards that no event shows as paid.
 * @param shown what events show as paid, as `<transaction>:<number>`
 * @param ledgers where transactions landed, as far as that is known
 */
export function compareTransactions(
  campaign: CampaignRecord,
  rewards: readonly RewardRecord[],
  { shown, ledgers, asOf }: { shown: ReadonlySet<string>; ledgers: ReadonlyMap<string, number>; asOf: Indexed },
): Difference[] {
  const found: Difference[] = [];
  for (const reward of rewards) {
    const { status, tx_hash, number } = reward;
    if (status !== "confirmed" || tx_hash === null || shown.has(`${tx_hash}:${number}`)) continue;
    const ledger = ledgers.get(tx_hash);
    if (ledger !== undefined && !isIndexed(ledger, asOf)) continue;
    const where = { ...whereOf(campaign, reward), tx_hash };
    const events = ledger === undefined ? "none, and the service sent no such transaction" : `none in ledger ${ledger}`;
    found.push({ kind: "event_missing", where, sides: { records: described(reward), events } });
  }
  return found;
}

const isIndexed = (ledger: number, asOf: Indexed) =>
  ledger <= asOf.ledger &&
  !asOf.gaps.some(({ from_ledger, to_ledger }) => from_ledger <= ledger && ledger <= to_ledger);

/** A campaign's rewards of the period. @param differs {@link checkAllMarks} finds what the records don't explain */
export async function checkPayments(run: Run, campaign: CampaignRecord, differs: boolean): Promise<void> {
  let unmarked = 0;
  for await (const numbers of windows(run, campaign.id)) {
    let rewards: RewardRecord[] = [];
    let marks = new Map<number, string>();
    let first = 0;
    await run.twice(async () => {
      const asOf = await run.read(indexed);
      rewards = await run.read((store) => rewardsBetween(store, campaign.id, numbers, run.period));
      marks = await marksOf(run, campaign, [...new Set(rewards.map(({ number }) => chunkOf(number)))]);
      // Read after the marks, which end with their period.
      first = await firstNumber(run);
      return [
        ...compareRewards(campaign, rewards, { marks, first }),
        ...(differs ? [] : await unexplained(run, campaign, marks, rewards)),
        ...(await withoutEvent(run, campaign, rewards, asOf)),
      ];
    });
    run.compared.rewards += rewards.length;
    run.compared.marks += marks.size;
    unmarked += rewards.filter(({ status, number }) => status === "confirmed" && !isMarked(number, first)).length;
  }
  if (unmarked > 0) {
    const why = "are older than the marks of payments on the ledger: compared only with events and `spent`";
    run.notCompared.add(`marks of campaign ${campaign.id}: ${unmarked} rewards ${why}`);
  }
}

/** All living marks of a campaign, for payments that the records don't know at all. */
export async function checkAllMarks(run: Run, campaign: CampaignRecord): Promise<void> {
  const { tops } = await run.ask(() => run.chain.batches());
  const chunks = chunksUpTo(tops, await firstNumber(run));
  for (let from = 0; from < chunks.length; from += CHUNKS_PER_CALL) {
    const some = chunks.slice(from, from + CHUNKS_PER_CALL);
    await run.twice(async () => unexplained(run, campaign, await marksOf(run, campaign, some), []));
  }
}

const firstNumber = async (run: Run) =>
  Number((await run.ask(() => run.chain.contracts.distribution.view("first_number"))).value);

async function marksOf(
  run: Run,
  { contract_campaign_id: id }: CampaignRecord,
  chunks: readonly number[],
): Promise<Map<number, string>> {
  if (id === null || chunks.length === 0) return new Map();
  const atLedger = await run.read(newestLedger);
  return run.ask(() => run.chain.marks({ campaign: id, chunks, atLedger }));
}

async function unexplained(
  run: Run,
  campaign: CampaignRecord,
  marks: ReadonlyMap<number, string>,
  rewards: readonly RewardRecord[],
): Promise<Difference[]> {
  const known = new Map(rewards.map((reward) => [reward.number, reward]));
  const rest = new Map([...marks].filter(([number, reference]) => !isExplained(known.get(number), reference)));
  const found: Difference[] = [];
  for (let from = 0; from < rest.size; from += NUMBERS_PER_READ) {
    const some = new Map([...rest].slice(from, from + NUMBERS_PER_READ));
    const later = await run.read((store) => rewardsByNumber(store, campaign.id, [...some.keys()]));
    found.push(...compareMarks(campaign, some, later));
  }
  return found;
}

async function withoutEvent(
  run: Run,
  campaign: CampaignRecord,
  rewards: readonly RewardRecord[],
  asOf: Indexed,
): Promise<Difference[]> {
  const txHashes = [...new Set(rewards.flatMap(({ tx_hash }) => tx_hash ?? []))];
  if (txHashes.length === 0) return [];
  const { shown, ledgers } = await run.read(async (store) => ({
    shown: await paidBy(store, campaign.contract_campaign_id ?? 0, txHashes),
    ledgers: await ledgersOf(store, txHashes),
  }));
  return compareTransactions(campaign, rewards, { shown, ledgers, asOf });
}
