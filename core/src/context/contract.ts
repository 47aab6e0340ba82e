import type { xdr } from "@stellar/stellar-sdk";
import type { Contracts } from "../ledger/chain/contracts.ts";
import type { Creation } from "../ledger/deploy/code.ts";
import type { contractEvents } from "../store/db/schema/contract-events.ts";
import type { Store } from "../store/db/store.ts";
import type { Job } from "../store/jobs/jobs.ts";
import type { JobKind, Payloads } from "../store/jobs/payloads.ts";
import type { UnitContext } from "./context.ts";
import type { LedgerCall } from "./ledger-call.ts";
import type { Parts } from "./parts.ts";

/** Everything that the service does with one of the system's contracts. `contracts.ts` has the record of each. */
export interface ContractRecord {
  create: Creation;
  /** Absent: wallets call nothing of it through the service. */
  walletCalls?: WalletCalls<object>;
  /** Records what an event says, in the commit that stores it. */
  record?(store: Store, event: ContractEvent, context: Pick<UnitContext, "clock" | "settings">): Promise<unknown>;
  /** Things that its events are about, where an event that comes late needs care. */
  things?: readonly Thing[];
  /** Each deletes expired rows of the contract, some at a time, and returns how many. The key names them in the log of `prune`. */
  expiring?: Record<string, (store: Store, now: Date) => Promise<number>>;
  /** Jobs that ask something of it. */
  jobs?: { [Kind in JobKind]?: LedgerJob<Kind> };
}

export type ContractEvent = typeof contractEvents.$inferSelect;

/** Calls of a contract that wallets sign, by `<contract>.<function>`. */
export interface WalletCalls<Args> {
  rules: { [Name in keyof Args]: CallRules<Args[Name]> };
  /**
   * Words for an error when a wallet wants to sign a call; undefined: the error's own words. The asset's errors mean something else in
   * each contract's calls. @throws RpcUnavailable
   */
  refusal(
    code: number | undefined,
    contracts: Contracts,
    args: object,
  ): string | undefined | Promise<string | undefined>;
}

/** Rules of a plain call of a contract's function. */
export interface CallRules<Args> {
  operation(contracts: Contracts, wallet: string, args: Args): xdr.Operation | Promise<xdr.Operation>;
  /** True if the ledger has its effect; left out if it can't be distinguished from an earlier call's. */
  isDone?(contracts: Contracts, wallet: string, args: Args): Promise<boolean>;
  /** True if it runs code that others chose, and must not do so with the wallet's authority. */
  withoutAuthority?: boolean;
}

/** A thing that events of a contract are about. */
export interface Thing {
  /** Types of its events; absent: all that have the fields of `key`. */
  types?: readonly string[];
  /** Fields that name the thing. */
  key: readonly [string, ...string[]];
  /** Event that creates its record. Those that came before it changed nothing, and are recorded now. */
  creation?: string;
  /** Deletes its record, which has nothing but what events say: all of them are recorded anew, in their order. */
  remove?(store: Store, fields: Record<string, string>): Promise<void>;
  /** True if each event replaces the one before. */
  isReplaced?: boolean;
}

export type PayloadOf<Kind extends JobKind> = Extract<Payloads["transaction-submission"], { kind: Kind }>;

/** A kind of job of the queue `transaction-submission`. */
export interface LedgerJob<Kind extends JobKind> {
  /** The call that the job asks for; undefined if it is done already. */
  call(parts: Parts, job: Job, payload: PayloadOf<Kind>): Promise<LedgerCall | undefined>;
  /**
   * Brings its record back after the job ended as a dead letter. A text: it can't be, because a merchant or a wallet was told of the
   * failure and may have tried again; the text says what helps.
   */
  redrive(store: Store, payload: PayloadOf<Kind>, now: Date): Promise<string | undefined>;
  /** True if it reserves tokens of the merchant's balance. */
  takesBalance?(payload: PayloadOf<Kind>): boolean;
}

/** For work that its merchant or wallet can ask for again. */
export const instead = (text: string) => async () => text;
