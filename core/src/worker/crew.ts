import type { ChannelPool } from "../chain/channels.ts";
import type { Signer } from "../chain/keys.ts";
import type { Sender } from "../chain/sender.ts";
import type { Context } from "../context.ts";
import type { Fault } from "./fault.ts";
import type { LedgerTimes } from "./ledger-times.ts";

/** What the worker's tasks share beyond the context: the means to send transactions. */
export interface Crew {
  context: Context;
  sender: Sender;
  channels: ChannelPool;
  /** Sources of operations, each with one role in the contracts. */
  distributor: Signer;
  manager: Signer;
  treasury: Signer;
  times: LedgerTimes;
  fault: Fault;
  /** Aborts deliveries; what is stored is resumed at the next start. */
  signal: AbortSignal;
}
