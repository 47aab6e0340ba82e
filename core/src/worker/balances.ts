import { setTimeout as pause } from "node:timers/promises";
import { formatAmount } from "../base/money.ts";
import type { Parts } from "../context/parts.ts";
import { BASE_RESERVE } from "../ledger/chain/accounts.ts";
import { leftInAll } from "../programmes/campaigns/budget.ts";

const LOOK_AGAIN_MS = 60_000;

/** Shows what the service's own accounts hold, and says when they run out. */
export async function watchBalances(parts: Parts, stopped: AbortSignal): Promise<void> {
  const { context } = parts;
  while (!stopped.aborted) {
    await look(parts).catch((error) => context.log.debug({ err: error }, "balances can't be read now"));
    await pause(LOOK_AGAIN_MS, undefined, { signal: stopped }).catch(() => undefined);
  }
}

async function look({ context, channels }: Parts): Promise<void> {
  const { db, chain, log, metrics, blocks, settings } = context;
  const { accounts, asset, contracts } = chain.manifest;
  const account = await chain.account(accounts.fee);
  const fee = account?.spendable ?? 0n;
  metrics.balances.set({ account: "fee" }, xlm(fee));
  metrics.reservesKept.set(xlm((account?.sponsoring ?? 0n) * BASE_RESERVE));
  if (fee < settings.worker.lowBalance) {
    log.error({ account: accounts.fee }, `the fee account has ${formatAmount(fee)} XLM left: send XLM to it`);
  } else {
    blocks.clear("fee_account");
  }

  const held = await Promise.all(channels.accounts().map((address) => chain.account(address)));
  const least = held.map((account) => account?.spendable ?? 0n).reduce((a, b) => (a < b ? a : b));
  metrics.balances.set({ account: "channels" }, xlm(least));
  if (least < 0n)
    log.error("a channel account is below its reserve and can't be used: send XLM to it (`merit channels list`)");

  const pool = contracts.pool.id;
  const holding = (await chain.trustlines([pool])).get(pool)?.balance ?? 0n;
  const owed = await db.read(leftInAll);
  metrics.balances.set({ account: "pool" }, xlm(holding - owed));
  if (holding < owed) {
    log.error(
      { pool },
      `the pool holds ${formatAmount(holding)} ${asset.code}, and campaigns may pay ${formatAmount(owed)}: find the cause with \`merit audit\``,
    );
  }
  await lookAtLimit(context);
}

async function lookAtLimit({ chain, log, metrics }: Parts["context"]): Promise<void> {
  const { value } = await chain.contracts.pool.view("limit", { merchant: null });
  const { limit, used } = value;
  metrics.limitUsed.set(limit > 0n ? Number(used) / Number(limit) : 1);
  if (2n * used >= limit) {
    log.warn(
      { used, limit },
      `${formatAmount(used)} of the ${formatAmount(limit)} tokens that may leave the pool in 24 hours are used: merchants without a limit of their own wait beyond half of it`,
    );
  }
}

/** XLM or tokens of stroops, for a metric. */
const xlm = (stroops: bigint) => Number(stroops) / 1e7;
