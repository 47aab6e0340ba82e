import type { Payment } from "./ledger-payments.ts";

/** A reward that a merchant asked for. */
export interface Reward {
  /** Number of the book's merchant, from 0. */
  merchant: number;
  /** Idempotency key. */
  key: string;
  /** Id of the campaign at the API. */
  campaign: number;
  wallet: string;
  /** Stroops. */
  amount: bigint;
  /** Reason why it can't be paid, as its record has to say; null for one that has to be paid. */
  fails: RegExp | null;
}

/** A reward as the API shows it. Fields that nobody knows any more are null. */
export interface Record {
  merchant: number;
  key: string;
  campaign: number;
  wallet: string | null;
  amount: bigint | null;
  status: string;
  txHash: string | null;
  reason: string | null;
}

/** A campaign's budget as the API shows it, in stroops. */
export interface Campaign {
  id: number;
  spent: bigint;
  reserved: bigint;
}

export interface Books {
  rewards: readonly Reward[];
  records: readonly Record[];
  campaigns: readonly Campaign[];
  /** The ledger's payments. */
  payments: readonly Payment[];
}

const rewardKey = ({ merchant, key }: Pick<Reward, "merchant" | "key">) => `${merchant} ${key}`;
const paymentKey = ({ wallet, amount }: Pick<Payment, "wallet" | "amount">) => `${wallet} ${amount}`;

/**
 * The differences between records, ledger and the merchants' requests, in words; none if all is exact. No two rewards may be of the
 * same wallet and amount.
 * @param unknownHashes whether a record may name no transaction
 */
export function differences(
  { rewards, records, campaigns, payments }: Books,
  { unknownHashes }: { unknownHashes: boolean },
): string[] {
  const recordsOf = Map.groupBy(records, rewardKey);
  const paymentsOf = Map.groupBy(payments, paymentKey);
  const found: string[] = [];

  for (const reward of rewards) {
    const own = recordsOf.get(rewardKey(reward)) ?? [];
    const paid = paymentsOf.get(paymentKey(reward)) ?? [];
    const [record] = own;
    const say = (text: string) => found.push(`${rewardKey(reward)}: ${text}`);
    if (own.length !== 1 || record === undefined) say(`has ${own.length} records`);
    else for (const text of wrongs(reward, record, paid, unknownHashes)) say(text);
    if (paid.length > 1) say(`is paid ${paid.length} times, in ${paid.map(({ txHash }) => txHash).join(" and ")}`);
  }

  const asked = new Set(rewards.map(rewardKey));
  for (const record of records) {
    if (!asked.has(rewardKey(record))) found.push(`${rewardKey(record)}: a record that nobody asked for`);
  }
  const expected = new Set(rewards.map(paymentKey));
  for (const payment of payments) {
    if (!expected.has(paymentKey(payment))) found.push(`${paymentKey(payment)}: a payment that nobody asked for`);
  }
  for (const { id, spent, reserved } of campaigns) {
    const own = rewards.filter(({ campaign }) => campaign === id).map(paymentKey);
    const paid = own.flatMap((key) => paymentsOf.get(key) ?? []).reduce((sum, { amount }) => sum + amount, 0n);
    if (spent !== paid) found.push(`campaign ${id}: ${spent} stroops are booked as spent, ${paid} were paid`);
    if (reserved !== 0n) found.push(`campaign ${id}: ${reserved} stroops are still reserved`);
  }
  return found;
}

/** The errors in the one record of a reward. */
function* wrongs(reward: Reward, record: Record, paid: readonly Payment[], unknownHashes: boolean): Generator<string> {
  const [payment] = paid;
  const hashes = paid.map(({ txHash }) => txHash);
  for (const field of ["campaign", "wallet", "amount"] as const) {
    if (record[field] !== null && record[field] !== reward[field]) yield `its ${field} is ${record[field]}`;
  }
  if (reward.fails !== null) {
    if (record.status !== "failed") yield `is ${record.status}, and can't be paid`;
    else if (!reward.fails.test(record.reason ?? "")) yield `failed with a reason that isn't true: ${record.reason}`;
    if (payment) yield "is paid, and can't be";
    return;
  }
  if (record.status !== "confirmed") yield `is ${record.status}: ${record.reason}`;
  if (!payment) yield `is not paid, its record says ${record.status}`;
  if (record.status !== "confirmed") return;
  if (record.txHash === null) {
    if (!unknownHashes) yield "its record names no transaction";
  } else if (!hashes.includes(record.txHash)) yield `its record names ${record.txHash}, it was paid in ${hashes}`;
}
