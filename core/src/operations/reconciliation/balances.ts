import { formatAmount } from "../../base/money.ts";
import type { Difference } from "./differences.ts";
import { indexed, merchantPage, moveTypes, type PoolMove, poolMoves, reservePage } from "./records.ts";
import type { Run } from "./run.ts";

// Compares what the pool holds with what it owes, each merchant's free balance with the pool's events, and the service's own
// accounts.

/** Ids per request: with the pool's own entry, these are one answer, which is of one ledger. */
const MERCHANTS_PER_CALL = 199;
const RESERVES_PER_CALL = 99;

/** How many pauses the indexer may take to reach the ledger of the balances. */
const INDEXER_PAUSES = 15;

/** A merchant's free balance, stroops, and the ledger that it was read at. */
interface Balance {
  amount: bigint;
  ledger: number;
}

interface PoolBooks {
  /** Stroops. */
  held: bigint;
  reserved: bigint;
  balances: Map<number, Balance>;
}

export function comparePool({ held, reserved, balances }: PoolBooks): Difference[] {
  let owed = reserved;
  for (const { amount } of balances.values()) owed += amount;
  if (held >= owed) return [];
  const ledger = `holds ${formatAmount(held)}, owes ${formatAmount(owed)}`;
  return [{ kind: "pool_short", where: {}, sides: { ledger } }];
}

/** Adds what events say to the sums of merchants' balances, up to the ledger of each balance. */
export function addMoves(sums: Map<number, bigint>, moves: readonly PoolMove[], balances: PoolBooks["balances"]): void {
  for (const { type, ledger, data } of moves) {
    const merchant = Number(data.merchant);
    if (ledger > (balances.get(merchant)?.ledger ?? 0)) continue;
    sums.set(merchant, (sums.get(merchant) ?? 0n) + moveTypes[type] * BigInt(data.amount));
  }
}

/** @param indexedLedger last ledger of which all events are known */
export function compareBalances(
  balances: PoolBooks["balances"],
  sums: ReadonlyMap<number, bigint>,
  indexedLedger: number,
): { found: Difference[]; unknown: number } {
  const found: Difference[] = [];
  let unknown = 0;
  for (const [merchant, { amount, ledger }] of balances) {
    const sum = sums.get(merchant) ?? 0n;
    if (sum === amount) continue;
    if (ledger > indexedLedger) unknown += 1;
    else {
      const sides = { ledger: formatAmount(amount), events: formatAmount(sum) };
      found.push({ kind: "merchant_balance", where: { merchant_id: merchant }, sides });
    }
  }
  return { found, unknown };
}

export async function checkPool(run: Run): Promise<void> {
  await run.twice(async () => {
    const books = await readBooks(run);
    return [...comparePool(books), ...(await checkBalances(run, books))];
  });
}

/**
 * The pool's balance is read before and after, the reserves before the free balances: money that goes out or is set aside meanwhile
 * makes the debts smaller, and a deposit makes the balance larger. Only a settlement may count twice, in one of the two readings.
 */
async function readBooks(run: Run): Promise<PoolBooks> {
  const { chain } = run;
  const { campaign, distribution } = chain.manifest.contracts;
  const before = (await run.ask(() => chain.pool({}))).held;
  let reserved = 0n;
  for (const [of, contract] of [
    ["campaign", campaign.id],
    ["drop", distribution.id],
  ] as const) {
    for (let after = 0; ; ) {
      const ids = await run.read((store) => reservePage(store, of, after, RESERVES_PER_CALL));
      if (ids.length === 0) break;
      reserved += (await run.ask(() => chain.pool({ reserves: ids.map((id) => ({ contract, id })) }))).reserved;
      after = ids.at(-1) ?? 0;
    }
  }
  const balances: PoolBooks["balances"] = new Map();
  for (let after = 0; ; ) {
    const merchants = await run.read((store) => merchantPage(store, after, MERCHANTS_PER_CALL));
    if (merchants.length === 0) break;
    const answer = await run.ask(() => chain.pool({ merchants }));
    for (const [merchant, amount] of answer.balances) balances.set(merchant, { amount, ledger: answer.ledger });
    after = merchants.at(-1) ?? 0;
  }
  const after = (await run.ask(() => chain.pool({}))).held;
  return { held: before > after ? before : after, reserved, balances };
}

/** The indexer may have to reach the ledger of the balances first. */
async function checkBalances(run: Run, { balances }: PoolBooks): Promise<Difference[]> {
  let newest = 0;
  for (const { ledger } of balances.values()) newest = Math.max(newest, ledger);
  for (let pauses = 0; ; pauses++) {
    const { ledger, gaps } = await run.read(indexed);
    if (gaps.length > 0) {
      run.notCompared.add("merchants' balances: the indexer has missed ledgers (see GET /ready)");
      return [];
    }
    const { found, unknown } = compareBalances(balances, await sumMoves(run, balances), ledger);
    if (unknown === 0) return found;
    if (pauses === INDEXER_PAUSES) {
      run.notCompared.add(
        `${unknown} merchants' balances: the indexer has not read ledger ${newest}; start the service`,
      );
      return found;
    }
    await run.wait(1);
  }
}

async function sumMoves(run: Run, balances: PoolBooks["balances"]): Promise<Map<number, bigint>> {
  const sums = new Map<number, bigint>();
  for (const type of Object.keys(moveTypes) as (keyof typeof moveTypes)[]) {
    for (let after = ""; ; ) {
      const moves = await run.read((store) => poolMoves(store, type, after));
      addMoves(sums, moves, balances);
      const last = moves.at(-1);
      if (!last) break;
      after = last.id;
    }
  }
  return sums;
}

/** The fee account and the channels. */
export async function checkAccounts(run: Run): Promise<void> {
  const { fee, channels } = run.chain.manifest.accounts;
  await run.twice(async () => {
    const found: Difference[] = [];
    for (const address of [fee, ...channels]) {
      const account = await run.ask(() => run.chain.account(address));
      if (account && account.spendable >= 0n) continue;
      const ledger = account ? `${formatAmount(account.spendable)} XLM above its reserve` : "none";
      found.push({ kind: "account_short", where: { account: address }, sides: { ledger } });
    }
    return found;
  });
}
