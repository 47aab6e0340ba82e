import { Asset, Operation, type xdr } from "@stellar/stellar-sdk";
import { formatAmount } from "../base/money.ts";
import type { Parts } from "../context/parts.ts";
import type { KeptReserves } from "../ledger/chain/reserves.ts";
import { carriesItself } from "../payouts/sponsoring/give-back.ts";
import type { Job } from "../store/jobs/jobs.ts";
import * as jobs from "../store/jobs/jobs.ts";
import { sendOwn } from "./send-own.ts";

/**
 * Leaves a wallet's reserves to the wallet, if the ledger still says that it can carry them. Whatever becomes of it, the job is done: the
 * recurring job finds the wallet again. Sent twice, the second transaction finds nothing to revoke, and costs its fee.
 */
export async function giveBack(parts: Parts, job: Job, wallet: string): Promise<void> {
  const { db, chain, log, metrics } = parts.context;
  const kept = (await chain.reserves([wallet])).get(wallet);
  if (kept && carriesItself(kept)) {
    const operations = operationsFor(parts, wallet, kept);
    const outcome = await sendOwn(parts, async (slot) => ({
      transaction: parts.sender.build(slot, operations),
      source: parts.fee,
    }));
    if (outcome.kind === "unknown") return;
    if (outcome.kind === "confirmed") metrics.reservesGivenBack.inc(Number(kept.amount) / 1e7);
    log.info(
      { wallet, outcome: outcome.kind },
      `a wallet was to carry its reserve of ${formatAmount(kept.amount)} XLM`,
    );
  }
  await db.commit((store) => jobs.complete(store, job));
}

function operationsFor({ context, fee }: Parts, wallet: string, kept: KeptReserves): xdr.Operation[] {
  const { code, issuer } = context.chain.manifest.asset;
  const of = { account: wallet, source: fee.publicKey };
  return [
    ...(kept.trustline ? [Operation.revokeTrustlineSponsorship({ ...of, asset: new Asset(code, issuer) })] : []),
    ...(kept.account ? [Operation.revokeAccountSponsorship(of)] : []),
  ];
}
