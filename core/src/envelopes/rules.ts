import type { Context } from "../context/context.ts";
import type { Store } from "../db/store.ts";
import type { Finish, WalletEnvelope } from "./store.ts";

/** What each kind of envelope adds to being sent. */
export interface EnvelopeRules {
  /** In the commit that accepts it. @throws Problem 409 where it would be refused */
  start?(store: Store, row: WalletEnvelope): Promise<unknown>;
  /** Whether the ledger has what it does, by whatever transaction. @throws RpcUnavailable */
  isDone(context: Context, row: WalletEnvelope): Promise<boolean>;
  /** In the commit that records its end. */
  finish?(store: Store, row: WalletEnvelope, result: Finish): Promise<unknown>;
}
