import type { Context } from "../../context/context.ts";
import type { Store } from "../../store/db/store.ts";
import type { Finish, NewEnvelope, WalletEnvelope } from "./store.ts";

/** Rules of each kind of envelope. */
export interface EnvelopeRules {
  /** Runs in the commit that accepts it. @throws Problem 409 if it would be refused */
  start?(store: Store, row: WalletEnvelope): Promise<unknown>;
  /** True if the ledger already has its effect, by any transaction. @throws RpcUnavailable */
  isDone(context: Context, row: WalletEnvelope): Promise<boolean>;
  /** Runs in the commit that records its end. */
  finish?(store: Store, row: WalletEnvelope, result: Finish): Promise<unknown>;
}

/** An envelope that needs records of the service beside a call's arguments. */
export interface BuiltEnvelope<Args extends object> extends EnvelopeRules {
  /** A transaction for a wallet of the user's to sign. @throws Problem */
  build(context: Context, userId: number, wallet: string, args: Args): Promise<NewEnvelope>;
}
