// Differences that can occur, and how to correct them. Money that the ledger has paid stays paid, so the records are corrected.

const RESTORE =
  "Stop the service, restore the newest backup that is older than this difference (`merit restore <backup>`), and start it: it then completes " +
  "its records from the ledger.";
const FOREIGN =
  "If the difference comes back after that, somebody else has the distributor's key: see docs/threat-model.md.";

export const kinds = {
  payments_counted: {
    meaning: "the number of payments on the ledger differs from the records",
    advice: "The other differences name the payments. If there are none, repeat the audit without --from and --to.",
  },
  payments_differ: {
    meaning: "the ledger has made as many payments as the records say, but not the same ones",
    advice: "The other differences name the payments. If there are none, repeat the audit without --from and --to.",
  },
  campaign_unknown: {
    meaning: "the database has no record of a campaign on the ledger",
    advice: `If an operator created it by hand, settle it there. If not: ${RESTORE}`,
  },
  campaign_missing: {
    meaning: "a campaign of the database is not on the ledger",
    advice: "Check that MERIT_RPC_URL names a node of this network, and that the database belongs to this deployment.",
  },
  campaign_merchant: { meaning: "a campaign belongs to another merchant on the ledger", advice: RESTORE },
  campaign_budget: { meaning: "the budget of a campaign differs", advice: RESTORE },
  campaign_status: {
    meaning: "the status of a campaign differs",
    advice: `If it was changed by hand, take the same step through the service; anyone may end and settle a campaign whose window is over. If not: ${RESTORE}`,
  },
  campaign_spent: {
    meaning: "the sum that the ledger has paid from a campaign differs from its record",
    advice: `${RESTORE} ${FOREIGN}`,
  },
  rewards_sum: { meaning: "a campaign's `spent` is not the sum of its confirmed rewards", advice: RESTORE },
  reserved_sum: {
    meaning: "a campaign's `reserved` is not the sum of its pending rewards and open vouchers",
    advice: RESTORE,
  },
  voucher_status: {
    meaning: "a voucher is redeemed without a reward that is pending or paid, or has one and is not redeemed",
    advice: RESTORE,
  },
  mark_missing: {
    meaning: "a reward is recorded as paid, but the distribution contract has not paid its number",
    advice: RESTORE,
  },
  mark_unrecorded: {
    meaning: "the distribution contract has paid a number that is not recorded as paid to the same reference",
    advice: `${RESTORE} ${FOREIGN}`,
  },
  event_missing: {
    meaning: "a reward is recorded as paid by a transaction, but no indexed event shows the payment",
    advice: `Look the transaction up in an explorer. If it did not pay, the record is wrong; if it did, events were lost. ${RESTORE}`,
  },
  event_unrecorded: {
    meaning: "an event shows a payment that is not recorded as paid",
    advice: `${RESTORE} ${FOREIGN}`,
  },
  event_differs: {
    meaning: "a record and the event of its payment have different amounts, wallets or transactions",
    advice: RESTORE,
  },
  event_sum: {
    meaning: "a reward event and the transfers of its transaction do not add up",
    advice: `The indexed events are incomplete or were changed. ${RESTORE}`,
  },
  pool_short: {
    meaning: "the pool holds less than it owes to merchants, campaigns and drops",
    advice: "Check whether the asset was clawed back from the pool. Send it what is missing before payouts fail.",
  },
  merchant_balance: {
    meaning: "a merchant's free balance in the pool is not the sum of the indexed events",
    advice: `The indexed events are incomplete or were changed. ${RESTORE}`,
  },
  account_short: {
    meaning: "the fee account or a channel does not exist, or is below its reserve",
    advice: "Send XLM to it. Transactions that need it wait until then.",
  },
} as const satisfies Record<string, { meaning: string; advice: string }>;

export type Kind = keyof typeof kinds;

export interface Difference {
  kind: Kind;
  /** Ids of the records concerned, such as `campaign_id`. */
  where: Record<string, number | string>;
  /** The value on each side: `records`, `ledger`, `events`. */
  sides: Record<string, string>;
}

/** Identifies a difference: it is the same for two readings, whatever the values are by then. */
export const keyOf = ({ kind, where }: Difference): string => JSON.stringify([kind, where]);
