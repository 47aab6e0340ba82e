import type { rpc } from "@stellar/stellar-sdk";
import { answer } from "./rpc.ts";

/** Network minimum per operation, in stroops. */
export const BASE_INCLUSION_FEE = 100n;

/** A node takes a replacement of a queued transaction only for ten times its bid. */
const RAISE_FACTOR = 10n;

/** The 90th percentile of what recent contract transactions bid per operation, in stroops. @throws RpcUnavailable */
export async function currentInclusionFee(server: rpc.Server): Promise<bigint> {
  const stats = await answer("getFeeStats", server.getFeeStats());
  return BigInt(stats.sorobanInclusionFee.p90);
}

/**
 * Bid per operation of the n-th attempt. A fee bump counts as one operation more than it carries, so its two operations
 * share `cap`, the most that the transaction may bid. The network's minimum is bid in any case.
 */
export function inclusionBid(current: bigint, raises: number, cap: bigint): bigint {
  const bid = current * RAISE_FACTOR ** BigInt(raises);
  const highest = cap / 2n;
  const bounded = bid > highest ? highest : bid;
  return bounded < BASE_INCLUSION_FEE ? BASE_INCLUSION_FEE : bounded;
}
