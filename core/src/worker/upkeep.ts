import { setTimeout as pause } from "node:timers/promises";
import { LEDGERS_PER_DAY } from "../base/days.ts";
import { formatAmount } from "../base/money.ts";
import type { Parts } from "../context/parts.ts";
import type { Lifetime } from "../ledger/chain/lifetimes.ts";
import { contractIds } from "../ledger/chain/manifest.ts";
import { sendOwn } from "./send-own.ts";

const LOOK_AGAIN_MS = 3_600_000;

/**
 * Life after an extension. The contracts extend themselves to the same (`INSTANCE_EXTEND_TO`, contracts/common/src/ttl.rs), but only
 * once less than 113 days are left.
 */
const EXTEND_TO = 120 * LEDGERS_PER_DAY;
/** Life below which the rent is paid: otherwise the next caller would pay for all contracts that the call reaches. */
const EXTEND_BELOW = 118 * LEDGERS_PER_DAY;

/**
 * Pays the rent of the contracts, their instances and their code, before it falls on a merchant's batch or on a wallet's call. The
 * fee account pays, outside merchants' budgets and without the cap of one transaction: the rent is due whatever it costs.
 */
export async function keepContracts(parts: Parts, stopped: AbortSignal): Promise<void> {
  while (!stopped.aborted) {
    await look(parts, stopped).catch((err) => parts.context.log.debug({ err }, "lifetimes can't be read now"));
    await pause(LOOK_AGAIN_MS, undefined, { signal: stopped }).catch(() => undefined);
  }
}

async function look(parts: Parts, stopped: AbortSignal): Promise<void> {
  const { chain, log, metrics } = parts.context;
  const { asset } = chain.manifest;
  const ids = { ...contractIds(chain.manifest), asset: asset.contract_id };
  const names = Object.keys(ids);
  const lifetimes = await chain.lifetimes(Object.values(ids));
  for (const [index, lifetime] of lifetimes.entries()) {
    const name = names[index] ?? "";
    metrics.contractLife.set({ contract: name }, lifetime.left / LEDGERS_PER_DAY);
    if (stopped.aborted || lifetime.left >= EXTEND_BELOW) continue;
    if (lifetime.left > 0) {
      await extend(parts, name, lifetime).catch((err) =>
        log.warn({ err, contract: name }, `the rent of ${name} can't be paid now`),
      );
      continue;
    }
    // An extension passes over what is archived; a call restores it.
    log.error({ contract: name }, `the ledger has archived ${name}: run \`merit deploy\`, which restores it`);
  }
}

async function extend(parts: Parts, name: string, { keys }: Lifetime): Promise<void> {
  const { context, sender } = parts;
  const outcome = await sendOwn(parts, async (slot, channel) => {
    const { transaction } = await sender.draftExtension(slot, keys, EXTEND_TO);
    return { transaction, source: channel };
  });
  if (!("txHash" in outcome)) return;
  context.metrics.rentPaid.inc(Number(outcome.feeCharged) / 1e7);
  const details = { contract: name, tx_hash: outcome.txHash, fee: formatAmount(outcome.feeCharged) };
  context.log.info(details, `the rent of ${name} cost ${formatAmount(outcome.feeCharged)} XLM`);
}
