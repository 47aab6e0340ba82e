import { inspectAuthEntry, type Transaction, type xdr } from "@stellar/stellar-sdk";
import type { Context } from "../../context/context.ts";
import type { AccountFacts } from "../../ledger/chain/accounts.ts";
import { boundsOrigin } from "../../ledger/chain/clock.ts";
import { FeeTooHigh } from "../../ledger/chain/errors.ts";
import { networks } from "../../ledger/chain/networks.ts";
import { hex } from "../../ledger/chain/outcome.ts";
import { orLedgerUnreadable } from "../../ledger/chain/problems.ts";
import { buildTransaction, givesAuthority, MAX_WAIT_SECONDS, type Slot } from "../../ledger/chain/transaction.ts";
import type { EnvelopeKind } from "../../store/db/schema/envelopes.ts";
import type { Store } from "../../store/db/store.ts";
import { accountMissing, operationRefused, walletBusy } from "./problems.ts";
import type { NewEnvelope, Owner, WalletEnvelope } from "./store.ts";
import * as rows from "./store.ts";

// The wallet is the source of these transactions: its one signature covers the sequence number, the bounds and the operation.
// The service's fee account pays by wrapping the signed transaction into a fee bump, which gives it no part in what it does.
// `trustline.ts` has the one exception: a wallet whose reserves the service keeps.

/** Time that a person has to sign, seconds. */
const SIGNING_SECONDS = 300;

export type Wanted = Owner & {
  kind: EnvelopeKind;
  /** Account (G...). */
  wallet: string;
  drop?: { id: number; leaf: number };
  /** Arguments of a contract call, as stored; of a trustline, reserves that the service keeps. */
  call?: object;
};

type WantedCall = Wanted & {
  operation: xdr.Operation;
  /** True if the call runs code that others chose: the wallet's signature must authorise nothing within it. */
  withoutAuthority?: boolean;
};

/** The wallet's account as the ledger has it, if it does. @throws Problem 503 */
export const findAccount = ({ chain, log }: Context, wallet: string): Promise<AccountFacts | undefined> =>
  chain.account(wallet).catch(orLedgerUnreadable(log));

/** The wallet's account as the ledger has it. @throws Problem 409 `account_missing`, 503 */
export async function requireAccount(context: Context, wallet: string): Promise<AccountFacts> {
  const account = await findAccount(context, wallet);
  if (!account) throw accountMissing();
  return account;
}

/** The next transaction of an account, within which it may be signed and land. @throws Problem 503 */
export async function nextSlot(
  { chain, clock, log }: Context,
  address: string,
  account: Pick<AccountFacts, "sequence">,
): Promise<Slot> {
  const latest = await chain.latestLedger().catch(orLedgerUnreadable(log));
  const network = networks[chain.network];
  return {
    channel: address,
    sequence: account.sequence + 1n,
    maxLedger: latest.sequence + network.ledgerSpan * Math.ceil(SIGNING_SECONDS / MAX_WAIT_SECONDS),
    maxTime: boundsOrigin(latest, network, clock.now()) + SIGNING_SECONDS,
  };
}

/** Builds a transaction of classic operations in a slot, to be stored by `keep`. */
export const buildClassic = (
  context: Context,
  slot: Slot,
  wanted: Wanted & { operations: xdr.Operation[] },
): NewEnvelope => rowOf(context, wanted, slot, buildTransaction(context.chain.passphrase, slot, wanted.operations));

/**
 * Builds a transaction of one contract call, with what simulation adds to it.
 * @throws CallRefused, FeeTooHigh, Problem 409 `operation_refused`, 503
 */
export async function buildCall(context: Context, account: AccountFacts, wanted: WantedCall): Promise<NewEnvelope> {
  const { chain, log, settings } = context;
  const slot = await nextSlot(context, wanted.wallet, account);
  const bare = buildTransaction(chain.passphrase, slot, [wanted.operation]);
  const { transaction, resourceFee } = await chain.simulate(bare).catch(orLedgerUnreadable(log));
  const { maxResourceFee } = settings.worker;
  if (resourceFee > maxResourceFee) throw new FeeTooHigh(resourceFee, maxResourceFee);
  const other = missingSigner(transaction);
  if (other) throw operationRefused(`This wallet's signature isn't enough: the call also needs that of ${other}.`);
  if (wanted.withoutAuthority && givesAuthority(transaction)) {
    throw operationRefused(
      "A call of the proposal acts in the wallet's name, for instance to move its tokens. Don't execute it.",
    );
  }
  return rowOf(context, wanted, slot, transaction);
}

/** A signer besides the source who must sign, and hasn't: the transaction would land, fail, and cost its fee. */
function missingSigner({ operations }: Transaction): string | undefined {
  const entries = operations.flatMap((operation) => ("auth" in operation && operation.auth) || []);
  return entries.flatMap((entry) => inspectAuthEntry(entry).signers).find(({ signed }) => !signed)?.address;
}

function rowOf({ clock }: Context, wanted: Wanted, slot: Slot, transaction: Transaction): NewEnvelope {
  const now = clock.now();
  return {
    hash: hex(transaction.hash()),
    kind: wanted.kind,
    user_id: "userId" in wanted ? wanted.userId : null,
    merchant_id: "merchantId" in wanted ? wanted.merchantId : null,
    wallet_address: wanted.wallet,
    envelope: transaction.toXdr(),
    sequence: String(slot.sequence),
    max_ledger: slot.maxLedger,
    max_time: slot.maxTime,
    drop_id: wanted.drop?.id ?? null,
    leaf: wanted.drop?.leaf ?? null,
    call_arguments: wanted.call ?? null,
    created_at: now,
    updated_at: now,
  };
}

/** Stores a built transaction, in the caller's commit. */
export async function keep(store: Store, built: NewEnvelope): Promise<WalletEnvelope> {
  const row = await rows.insert(store, built);
  // The wallet changed its owner within the same second.
  if (!row) throw walletBusy();
  return row;
}
