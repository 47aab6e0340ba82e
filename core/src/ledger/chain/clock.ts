import type { rpc } from "@stellar/stellar-sdk";
import type { Clock } from "../../base/clock.ts";
import { fromSeconds, toSeconds } from "../../base/days.ts";
import type { Chain } from "./chain.ts";
import { RpcUnavailable } from "./errors.ts";
import { type NetworkFacts, networks } from "./networks.ts";
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

interface Clocks {
  chain: Pick<Chain, "network" | "latestLedger">;
  clock: Clock;
}

/** The time by which contracts will judge the next call. @throws RpcUnavailable */
export const ledgerNow = async ({ chain, clock }: Clocks): Promise<Date> =>
  fromSeconds(boundsOrigin(await chain.latestLedger(), networks[chain.network], clock.now()));

/**
 * The same for answers that need no node: this machine's time. Only on a ledger whose clock can be moved is the node asked, and if it doesn't
 * answer, this machine's time has to do.
 */
export async function expectedNow(clocks: Clocks): Promise<Date> {
  const { chain, clock } = clocks;
  if (!networks[chain.network].closesOnDemand) return clock.now();
  return ledgerNow(clocks).catch((error: unknown) => {
    if (error instanceof RpcUnavailable) return clock.now();
    throw error;
  });
}
