import { getTableConfig, type SQLiteColumn } from "drizzle-orm/sqlite-core";
import { schemaTables } from "../../store/db/tables.ts";

// The size that plans are checked for.

const ROWS = 10_000_000;

/** Indexes with few rows, which may be read as a whole. Other partial indexes have many. */
const FEW = [
  "issuances_held",
  "issuances_held_by_merchant",
  "issuances_unexplained",
  "submissions_open",
  "wallet_envelopes_built",
  "wallet_envelopes_pending",
  "dead_letters_waiting",
  "users_deleted",
];
export const hasFew = (index: string): boolean => FEW.includes(index);

/** How many entries an index has, of a table with so many rows. */
export const entriesOf = (index: string, rows: number): number => (hasFew(index) ? rows / 1_000 : rows);

/** Tables that stay small, however many users there are: reading all of one costs little. */
const SMALL: Record<string, string> = {
  facts: "a row for each fact of the database itself, and for each webhook whose pending deliveries are gone through",
  payout_epoch: "one row",
  paid_total: "one row",
  leaders: "a row for each role",
  processes: "a row for each process of the last hour",
  last_commits: "a row for each process",
  login_attempts: "those of the last minute",
  renamed_merchants: "those of the last minute",
  recurring_jobs: "a row for each recurring job",
  indexer_cursors: "one row",
  indexer_gaps: "a row for each time that the indexer was away for a week",
  indexer_contracts: "a row for each contract of the settings",
  contract_codes: "a row for each release of a contract",
  code_specs: "a row for each release of a contract",
  reports: "made by administrators, and deleted after REPORT_KEEP_DAYS",
  report_schedules: "made by administrators",
  governance_proposals: "a proposal takes days of votes",
  referral_programs: "at most one for each merchant",
  voucher_batches: "a batch has thousands of vouchers",
  webhooks: "a few for each merchant",
};

/** How many different values a column has, in all tables or in one. By default, ten rows share a value. */
const DISTINCT: Record<string, number> = {
  merchant_id: 10_000,
  campaign_id: 50_000,
  merchant: 10_000,
  purse: 10_000,
  template: 20,
  type: 50,
  contract: 20,
  queue: 10,
  group_key: 10_000,
  kind: 5,
  active: 2,
};

/** Share of a column that is null; by default, half of those that may be. */
const NULLS: Record<string, number> = {
  "reward_issuances.submission_id": 0.01,
  "reward_issuances.tx_hash": 0.000_01,
  "reward_issuances.held_at": 0.99,
  "jobs.lease_owner": 0.99,
  "dead_letters.redriven_at": 0.01,
};

/** Values that most rows have: what is open is little. */
const MOST: Record<string, string> = {
  "submissions.state": "confirmed",
  "reward_issuances.status": "confirmed",
  "vouchers.status": "redeemed",
};

/** PostgreSQL's own tables, which triggers keep. */
const SEARCH = ["search_index", "search_users"];

export interface Table {
  name: string;
  isSmall: boolean;
  rows: number;
  columns: { name: string; distinct: number; nulls: number; most?: string | undefined }[];
}

export async function tablesInSize(): Promise<Table[]> {
  const search = SEARCH.map((name) => ({ name, isSmall: false, rows: ROWS, columns: [] }));
  return [
    ...search,
    ...(await schemaTables()).map((table) => {
      const { name, columns } = getTableConfig(table);
      const isSmall = name in SMALL;
      const rows = isSmall ? 1_000 : ROWS;
      const distinct = (column: SQLiteColumn) => {
        if (column.primary || column.isUnique) return rows;
        const known = DISTINCT[`${name}.${column.name}`] ?? column.enumValues?.length ?? DISTINCT[column.name];
        return Math.min(rows, known ?? rows / 10);
      };
      return {
        name,
        isSmall,
        rows,
        columns: columns.map((column) => ({
          name: column.name,
          distinct: distinct(column),
          most: MOST[`${name}.${column.name}`],
          nulls: column.notNull || column.primary ? 0 : (NULLS[`${name}.${column.name}`] ?? 0.5),
        })),
      };
    }),
  ];
}
