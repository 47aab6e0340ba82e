import type { xdr } from "@stellar/stellar-sdk";
import type { Context } from "../../context/context.ts";
import type { Contracts } from "../../ledger/chain/contracts.ts";
import type { Store } from "../../store/db/store.ts";
import type { Finish, WalletEnvelope } from "./store.ts";

/** Rules of each kind of envelope. */
export interface EnvelopeRules {
  /** Runs in the commit that accepts it. @throws Problem 409 if it would be refused */
  start?(store: Store, row: WalletEnvelope): Promise<unknown>;
  /** True if the ledger already has its effect, by any transaction. @throws RpcUnavailable */
  isDone(context: Context, row: WalletEnvelope): Promise<boolean>;
  /** Runs in the commit that records its end. */
  finish?(store: Store, row: WalletEnvelope, result: Finish): Promise<unknown>;
}

/** Rules of a plain call of a contract's function. */
export interface CallRules<Args> {
  operation(contracts: Contracts, wallet: string, args: Args): xdr.Operation | Promise<xdr.Operation>;
  /** True if the ledger has its effect; left out if it can't be distinguished from an earlier call's. */
  isDone?(contracts: Contracts, wallet: string, args: Args): Promise<boolean>;
  /** True if it runs code that others chose, and must not do so with the wallet's authority. */
  withoutAuthority?: boolean;
}
