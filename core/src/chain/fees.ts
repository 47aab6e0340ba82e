import type { rpc } from "@stellar/stellar-sdk";
import { answer } from "./rpc.ts";

/** Network minimum per operation, in stroops. */
export const BASE_INCLUSION_FEE = 100n;

/** Most that one operation may bid for inclusion (0.1 XLM); a fee bump bids for two. */
export const MAX_INCLUSION_FEE = 1_000_000n;

/** Most that one transaction may cost in resources (10 XLM): 60 new contract balances need about 6.7 XLM of rent. */
export const MAX_RESOURCE_FEE = 100_000_000n;

/** A node takes a replacement of a queued transaction only for ten times its fee. */
const RAISE_FACTOR = 10n;

/** What most recent contract transactions paid (90th percentile), within the bounds. @throws RpcUnavailable */
export async function currentInclusionFee(server: rpc.Server): Promise<bigint> {
  const stats = await answer("getFeeStats", server.getFeeStats());
  return boundedFee(BigInt(stats.sorobanInclusionFee.p90));
}

/** Bid of the n-th raise. */
export function raisedFee(fee: bigint, raises: number): bigint {
  return boundedFee(fee * RAISE_FACTOR ** BigInt(raises));
}

function boundedFee(fee: bigint): bigint {
  if (fee < BASE_INCLUSION_FEE) return BASE_INCLUSION_FEE;
  return fee > MAX_INCLUSION_FEE ? MAX_INCLUSION_FEE : fee;
}
