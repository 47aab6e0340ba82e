import type { Blocks } from "../../base/blocks.ts";
import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import type { Metrics } from "../../base/metrics/metrics.ts";
import type { Settings } from "../../base/settings/settings.ts";
import type { Database } from "../../store/db/database.ts";
import type { Chain } from "../chain/chain.ts";
import type { ChannelPool } from "../chain/channels.ts";
import type { Sender } from "../chain/sender.ts";
import type { Fault } from "./fault.ts";
import type { FeeBudgets } from "./fees.ts";
import type { LedgerTimes } from "./ledger-times.ts";
import type { Pressure } from "./pressure.ts";

/** Everything needed to send transactions, shared by payouts and all other background work. */
export interface Sending {
  context: {
    settings: Settings;
    db: Database;
    log: Logger;
    clock: Clock;
    chain: Chain;
    blocks: Blocks;
    metrics: Metrics;
  };
  sender: Sender;
  channels: ChannelPool;
  times: LedgerTimes;
  pressure: Pressure;
  fees: FeeBudgets;
  fault: Fault;
  /** Id of the newest transaction that this process stored, to notice a database that was replaced by an older one. */
  newest: { submission: number };
  /** Aborts deliveries; what is stored is resumed at the next start. */
  signal: AbortSignal;
}
