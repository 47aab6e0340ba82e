import type { rpc } from "@stellar/stellar-sdk";
import type { NetworkFacts } from "./networks.ts";
import { answer } from "./rpc.ts";

export interface LedgerTime {
  sequence: number;
  closeTime: Date;
}

/** Last closed ledger and when it closed. @throws RpcUnavailable */
export async function latestLedger(server: rpc.Server): Promise<LedgerTime> {
  const { sequence, closeTime } = await answer("getLatestLedger", server._getLatestLedger());
  return { sequence, closeTime: new Date(Number(closeTime) * 1000) };
}

/**
 * Unix seconds from which a new transaction's time bound is counted: the ledger's clock, since the local one may be wrong.
 * If ledgers close on demand, the last close time is useless (it may be hours old); such a ledger runs on this
 * machine's clock, or ahead of it after time travel.
 */
export function boundsOrigin(latest: LedgerTime, network: NetworkFacts, wall: Date): number {
  const ledger = Math.floor(latest.closeTime.getTime() / 1000);
  return network.closesOnDemand ? Math.max(ledger, Math.floor(wall.getTime() / 1000)) : ledger;
}
