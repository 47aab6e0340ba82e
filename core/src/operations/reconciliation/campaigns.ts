import { Status } from "@merit/bindings/campaign";
import { formatAmount } from "../../base/money.ts";
import type { Batches } from "../../ledger/chain/batches.ts";
import { requireLedger } from "../../ledger/chain/rpc.ts";
import {
  CAMPAIGN_PAGE,
  type LedgerCampaign,
  readCampaignPage,
  recordedStatuses,
} from "../../payouts/batches/rebuild-campaigns.ts";
import * as rows from "../../programmes/campaigns/store.ts";
import type { Difference, Kind } from "./differences.ts";
import {
  type CampaignRecord,
  type Counted,
  campaignById,
  campaignPage,
  counted,
  newestLedger,
  type Sums,
  sumsBetween,
} from "./records.ts";
import type { Run } from "./run.ts";
import { windows } from "./windows.ts";

// Sums of the ledger are read between two readings of the database. They include all that was recorded before, and no more than
// what is recorded or under way after. With nothing under way, that is one figure.

/** Compares how many payments there were, and which: this is possible when none was made or is under way. */
export function compareCount(
  before: Counted,
  { paid, fingerprint }: Pick<Batches, "paid" | "fingerprint">,
  after: Counted,
): Difference[] {
  const difference = (kind: Kind, records: string, ledger: string): Difference[] => [
    { kind, where: {}, sides: { records, ledger } },
  ];
  if (paid < before.paid || paid > after.paid + after.underWay) {
    return difference("payments_counted", String(after.paid), String(paid));
  }
  const isStill = before.paid === after.paid && after.underWay === 0;
  if (!isStill || fingerprint.equals(after.fingerprint)) return [];
  const short = (bytes: Buffer) => `${bytes.toString("hex", 0, 8)}...`;
  return difference("payments_differ", short(after.fingerprint), short(fingerprint));
}

/** A campaign that both sides have. */
export function compareCampaign(before: CampaignRecord, onLedger: LedgerCampaign, after: CampaignRecord): Difference[] {
  const where = { campaign_id: after.id, contract_campaign_id: onLedger.id };
  const found: Difference[] = [];
  const add = (kind: Kind, records: string, ledger: string) => found.push({ kind, where, sides: { records, ledger } });
  if (Number(onLedger.merchant) !== after.merchant_id) {
    add("campaign_merchant", String(after.merchant_id), String(onLedger.merchant));
  }
  // An extension may have landed since, or wait to be recorded.
  if (![before.budget, after.budget, after.next_budget].includes(onLedger.budget)) {
    add("campaign_budget", formatAmount(after.budget), formatAmount(onLedger.budget));
  }
  const status = recordedStatuses[onLedger.status];
  // A step may have landed since, or wait to be recorded.
  if (status === undefined || ![before.status, after.status, after.next_status].includes(status)) {
    add("campaign_status", after.status, nameOf(onLedger));
  }
  if (onLedger.spent < before.spent || onLedger.spent > after.spent + after.underWay) {
    add("campaign_spent", formatAmount(after.spent), formatAmount(onLedger.spent));
  }
  return found;
}

const nameOf = ({ status }: LedgerCampaign) => recordedStatuses[status] ?? Status[status].toLowerCase();

/** A campaign without a record. @param isAwaited its record waits for the transaction that creates it */
export function compareUnknown(onLedger: LedgerCampaign, isAwaited: boolean): Difference[] {
  // Campaigns in these states hold no money.
  if (isAwaited || onLedger.status === Status.Draft || onLedger.status === Status.Dropped) return [];
  const { id, merchant, budget } = onLedger;
  const where = { contract_campaign_id: id, merchant_id: Number(merchant) };
  const ledger = `${nameOf(onLedger)}, budget ${formatAmount(budget)}`;
  return [{ kind: "campaign_unknown", where, sides: { records: "none", ledger } }];
}

function compareMissing({ id, contract_campaign_id, status }: CampaignRecord): Difference {
  const where = { campaign_id: id, contract_campaign_id: contract_campaign_id ?? 0 };
  return { kind: "campaign_missing", where, sides: { records: status, ledger: "none" } };
}

/** A confirmed reward stays confirmed: the sum, read in pages, lies between the figures before and after. */
export function compareSums(
  before: Pick<CampaignRecord, "spent">,
  { spent, unknown }: Sums,
  after: Pick<CampaignRecord, "id" | "spent">,
): Difference[] {
  if (spent <= after.spent && (spent >= before.spent || unknown > 0)) return [];
  const sides = { records: `spent ${formatAmount(after.spent)}, rewards ${formatAmount(spent)}` };
  return [{ kind: "rewards_sum", where: { campaign_id: after.id }, sides }];
}

export async function checkCount(run: Run): Promise<void> {
  await run.twice(async () => {
    const before = await run.read(counted);
    const atLedger = await run.read(newestLedger);
    const batches = await run.ask(async () => {
      const answer = await run.chain.batches();
      requireLedger("getLedgerEntries", answer.ledger, atLedger);
      return answer;
    });
    return compareCount(before, batches, await run.read(counted));
  });
}

export interface ComparedCampaign {
  campaign: CampaignRecord;
  /** True if the sum that the ledger has paid from it differs from its record. */
  spentDiffers: boolean;
}

/** Compares all campaigns, page by page. @returns those that both sides have */
export async function* campaignsOf(run: Run): AsyncGenerator<ComparedCampaign> {
  for (let after = 0; ; ) {
    let page: LedgerCampaign[] = [];
    let records: CampaignRecord[] = [];
    const found = await run.twice(async () => {
      const before = await run.read((store) => campaignPage(store, after, CAMPAIGN_PAGE));
      const atLedger = await run.read(newestLedger);
      page = await run.ask(() => readCampaignPage(run.chain, { after, limit: CAMPAIGN_PAGE, atLedger }));
      const last = page.length < CAMPAIGN_PAGE ? Number.MAX_SAFE_INTEGER : (page.at(-1)?.id ?? 0);
      const upToLast = (list: CampaignRecord[]) => list.filter((each) => (each.contract_campaign_id ?? 0) <= last);
      records = upToLast(await run.read((store) => campaignPage(store, after, CAMPAIGN_PAGE)));
      return comparePage(run, { before: upToLast(before), page, after: records });
    });
    if (page.length + records.length === 0) return;
    run.compared.campaigns += page.length;
    for (const campaign of records) {
      if (!page.some(({ id }) => id === campaign.contract_campaign_id)) continue;
      const spentDiffers = found.some(
        ({ kind, where }) => kind === "campaign_spent" && where.campaign_id === campaign.id,
      );
      yield { campaign, spentDiffers };
    }
    after = Math.max(page.at(-1)?.id ?? 0, records.at(-1)?.contract_campaign_id ?? 0);
  }
}

async function comparePage(
  run: Run,
  { before, page, after }: { before: CampaignRecord[]; page: LedgerCampaign[]; after: CampaignRecord[] },
): Promise<Difference[]> {
  const known = (list: CampaignRecord[], id: number) => list.find((each) => each.contract_campaign_id === id);
  const found: Difference[] = [];
  for (const onLedger of page) {
    const now = known(after, onLedger.id);
    if (now) found.push(...compareCampaign(known(before, onLedger.id) ?? { ...now, spent: 0n }, onLedger, now));
    else found.push(...compareUnknown(onLedger, await isAwaited(run, onLedger)));
  }
  const ids = new Set(page.map(({ id }) => id));
  return [...found, ...before.filter((each) => !ids.has(each.contract_campaign_id ?? 0)).map(compareMissing)];
}

async function isAwaited(run: Run, { reference }: LedgerCampaign): Promise<boolean> {
  const record = await run.read((store) => rows.byReference(store, Buffer.from(reference).toString("hex")));
  return record?.status === "pending" || (record?.next_status ?? null) !== null;
}

/** @returns whether they differ */
export async function checkSums(run: Run, { id }: CampaignRecord): Promise<boolean> {
  const found = await run.twice(async () => {
    const before = await run.read((store) => campaignById(store, id));
    const sums: Sums = { spent: 0n, unknown: 0 };
    for await (const numbers of windows(run, id)) {
      const { spent, unknown } = await run.read((store) => sumsBetween(store, id, numbers));
      sums.spent += spent;
      sums.unknown += unknown;
    }
    if (sums.unknown > 0) {
      run.notCompared.add(`${sums.unknown} amounts of campaign ${id}: the events of these payments are not indexed`);
    }
    return compareSums(before, sums, await run.read((store) => campaignById(store, id)));
  });
  return found.length > 0;
}
