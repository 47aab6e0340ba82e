import { FeeBumpTransaction, type Transaction, TransactionBuilder } from "@stellar/stellar-sdk";
import {
  envelopeExpired,
  envelopeUnknown,
  unreadableEnvelope,
  walletBusy,
} from "../../agreements/envelopes/problems.ts";
import { requireSignatures } from "../../agreements/envelopes/signatures.ts";
import type { Owner, WalletEnvelope } from "../../agreements/envelopes/store.ts";
import * as rows from "../../agreements/envelopes/store.ts";
import { reserveOf, signersFor, sponsoredOf } from "../../agreements/envelopes/trustline.ts";
import { notFound } from "../../base/errors.ts";
import type { Context, UnitContext } from "../../context/context.ts";
import { hex } from "../../ledger/chain/outcome.ts";
import { takeOn } from "../../payouts/sponsoring/reserves.ts";
import { sponsor } from "../../payouts/sponsoring/service.ts";
import type { EnvelopeKind } from "../../store/db/schema/envelopes.ts";
import type { Store } from "../../store/db/store.ts";
import * as jobs from "../../store/jobs/jobs.ts";
import type { Payloads } from "../../store/jobs/payloads.ts";
import { rulesOf } from "./kinds.ts";

/** An envelope that came back, known by its hash and signed by its wallet. */
export interface Checked {
  row: WalletEnvelope;
  /** Base64 XDR. */
  signed: string;
  /** The most that its resources cost, in stroops of XLM. */
  fee: bigint;
}

/**
 * Checks that the service built this for this user or merchant, and that its wallet signed it. An envelope that was submitted before
 * is not checked again: `accept` returns its result.
 * @throws Problem 422 `validation_failed`, `envelope_unknown`, `envelope_not_signed`, 503
 */
export async function check(context: Context, owner: Owner, envelope: string, kind?: EnvelopeKind): Promise<Checked> {
  const transaction = read(context, envelope);
  const row = await context.db.read((store) => rows.byHash(store, owner, hex(transaction.hash())));
  if (!row || (kind !== undefined && row.kind !== kind)) throw envelopeUnknown();
  if (row.status === "built") requireSignatures(transaction, await signersFor(context, row));
  return { row, signed: transaction.toXdr(), fee: BigInt(transaction.fee) };
}

function read({ chain }: Context, envelope: string): Transaction {
  const transaction = parse(envelope, chain.passphrase);
  if (transaction instanceof FeeBumpTransaction) {
    throw unreadableEnvelope("is a fee bump: send the transaction that the wallet signed; the service pays its fee");
  }
  if (transaction.source.startsWith("M")) {
    throw unreadableEnvelope("has a muxed source (M...): sign it as the account itself (G...)");
  }
  return transaction;
}

function parse(envelope: string, passphrase: string) {
  try {
    return TransactionBuilder.fromXdr(envelope, passphrase);
  } catch {
    throw unreadableEnvelope("can't be read as a transaction envelope: send base64 XDR as the wallet returned it");
  }
}

/**
 * Stores a signed envelope with the job that sends it, in the caller's commit. Submitting it again changes nothing.
 * @throws Problem 409 `envelope_expired`, `wallet_busy`, 429 `too_many_envelopes`, `fee_budget_spent`, 503 `fees_exhausted`, and what its
 * kind refuses
 */
export async function accept(
  context: UnitContext,
  store: Store,
  { row, signed, fee }: Checked,
): Promise<WalletEnvelope> {
  const now = context.clock.now();
  const started = await rows.start(store, row.id, { envelope: signed, now });
  if (started.kind === "busy") throw walletBusy();
  if (started.kind === "unchanged") {
    const current = await rows.byId(store, row.id);
    if (!current) throw envelopeUnknown();
    if (current.status === "built") throw envelopeExpired();
    return current;
  }
  await sponsor(context, store, { ...rows.ownerOf(row), wallet: row.wallet_address, fee });
  const sponsored = sponsoredOf(row);
  if (sponsored) {
    const reserve = reserveOf(row, sponsored);
    await takeOn(context, store, { userId: row.user_id ?? 0, wallet: row.wallet_address, reserve });
  }
  await rulesOf(row.kind).start?.(store, started.row);
  const payload: Payloads["wallet-submission"] = { envelope_id: row.id };
  await jobs.add(store, {
    queue: "wallet-submission",
    key: `envelope:${row.id}`,
    group: row.wallet_address,
    payload,
    now,
  });
  return started.row;
}

/** @throws Problem 404 */
export async function get(store: Store, owner: Owner, hash: string): Promise<WalletEnvelope> {
  const row = await rows.byHash(store, owner, hash);
  if (!row) throw notFound("envelope", hash);
  return row;
}
