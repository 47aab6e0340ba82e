import type { rpc } from "@stellar/stellar-sdk";
import { fromSeconds, toSeconds } from "../../base/days.ts";
import type { NetworkFacts } from "./networks.ts";
import { answer } from "./rpc.ts";

export interface LedgerTime {
  sequence: number;
  closeTime: Date;
  /** Close time of a ledger that closes now. Only localnet, whose clock can be moved by hand, says so. */
  nextCloseTime?: Date | undefined;
}

/** Last closed ledger and when it closed. @throws RpcUnavailable */
export async function latestLedger(server: rpc.Server): Promise<LedgerTime> {
  const latest: rpc.Api.RawGetLatestLedgerResponse & { nextCloseTime?: string } = await answer(
    "getLatestLedger",
    server._getLatestLedger(),
  );
  const { sequence, closeTime, nextCloseTime } = latest;
  const date = (seconds: string) => fromSeconds(Number(seconds));
  return { sequence, closeTime: date(closeTime), nextCloseTime: nextCloseTime ? date(nextCloseTime) : undefined };
}

/**
 * Unix seconds from which a new transaction's time bound is counted: the ledger's clock, since the local one may be wrong.
 * If ledgers close on demand, the last close time is useless (it may be hours old). Localnet then says what the next one
 * would be; any other such ledger runs on this machine's clock.
 */
export function boundsOrigin(latest: LedgerTime, network: NetworkFacts, wall: Date): number {
  if (latest.nextCloseTime) return toSeconds(latest.nextCloseTime);
  return network.closesOnDemand ? Math.max(toSeconds(latest.closeTime), toSeconds(wall)) : toSeconds(latest.closeTime);
}
