import { createHash } from "node:crypto";
import { type FieldError, validationFailed } from "../../base/errors.ts";
import type { Context } from "../../context/context.ts";
import { FeeTooHigh } from "../../ledger/chain/errors.ts";
import { referenceId } from "../../ledger/chain/reference-id.ts";
import type { Store } from "../../store/db/store.ts";
import { buildFor } from "../envelopes/calls.ts";
import { operationRefused } from "../envelopes/problems.ts";
import type { NewEnvelope } from "../envelopes/store.ts";
import { known, otherWallets, type ScheduleRow } from "./store.ts";
import { type StoredPlan, type StoredTerms, vestingCalls } from "./wallet-calls.ts";

/** The most schedules that the contract creates in one call. */
const CALL_SIZE = 20;

export interface Grant {
  /** The merchant's own name for it; each grants once. */
  key: string;
  beneficiary: string;
  /** True if the funder may take back what has not vested. */
  revocable: boolean;
  plan: StoredPlan;
}

/** `granted`: on the ledger; `to_sign`: in the transaction to be signed; `waiting`: in a later one. */
export const grantStates = ["granted", "to_sign", "waiting"] as const;

export interface GrantState {
  key: string;
  /** The contract's id, 32 bytes in hex. */
  schedule: string;
  state: (typeof grantStates)[number];
}

/**
 * A transaction by which the funder creates the first of those grants that the ledger doesn't have yet; null if it has all. A
 * grant's reference on the ledger comes from merchant and key, so that no repeat, and no restored database, grants it twice from
 * the same wallet.
 * @throws Problem 409 `account_missing`, `operation_refused`, 422 for a key that was used for another grant, 503
 */
export async function buildGrants(
  context: Context,
  merchantId: number,
  { funder, grants }: { funder: string; grants: Grant[] },
): Promise<{ envelope: NewEnvelope | null; grants: GrantState[] }> {
  const named = grants.map((grant) => {
    const reference = referenceOf(merchantId, grant.key);
    return { grant, reference, schedule: referenceId(funder, reference) };
  });
  const ids = named.map(({ schedule }) => schedule);
  const { rows, elsewhere } = await context.db.read(async (store) => ({
    rows: await known(store, ids),
    elsewhere: await grantedElsewhere(store, merchantId, funder, named),
  }));
  const errors = named.flatMap(({ grant, schedule }, index): FieldError[] => {
    const [row, other] = [rows.get(schedule), elsewhere.get(grant.key)];
    const field = `grants.${index}.idempotency_key`;
    if (row && !isSame(row, grant)) {
      return [{ field, message: "was used before for another wallet, amount or `revocable`" }];
    }
    return other ? [{ field, message: `was granted from the wallet ${other}: leave it out, or use another key` }] : [];
  });
  if (errors.length > 0) throw validationFailed(errors);
  const missing = named.filter(({ schedule }) => !rows.has(schedule));
  const { envelope, next } = await buildBatch(context, merchantId, funder, missing);
  const stateOf = (schedule: string) =>
    next.some((each) => each.schedule === schedule) ? ("to_sign" as const) : ("waiting" as const);
  return {
    envelope,
    grants: named.map(({ grant: { key }, schedule }) => ({
      key,
      schedule,
      state: rows.has(schedule) ? "granted" : stateOf(schedule),
    })),
  };
}

interface Named {
  grant: Grant;
  reference: string;
  schedule: string;
}

/**
 * The paying wallet of each key that another wallet of the merchant's has granted: the contract accepts a reference once from each
 * wallet, so it would take the grant again.
 */
async function grantedElsewhere(store: Store, merchantId: number, funder: string, named: readonly Named[]) {
  const elsewhere = new Map<string, string>();
  for (const wallet of await otherWallets(store, merchantId, funder)) {
    const keys = new Map(named.map(({ grant, reference }) => [referenceId(wallet, reference), grant.key]));
    for (const schedule of (await known(store, [...keys.keys()])).keys()) {
      elsewhere.set(keys.get(schedule) ?? "", wallet);
    }
  }
  return elsewhere;
}

/** Builds a call of as many of the first grants as one transaction takes: long plans cost so much that fewer than 20 fit. */
async function buildBatch(context: Context, merchantId: number, funder: string, missing: readonly Named[]) {
  for (let size = Math.min(CALL_SIZE, missing.length); size > 0; size = Math.floor(size / 2)) {
    const next = missing.slice(0, size);
    const args = { grants: next.map(({ grant, reference }) => termsOf(funder, reference, grant)) };
    try {
      const call = { call: "vesting.create", args } as const;
      return { envelope: await buildFor(context, { merchantId }, funder, vestingCalls, call), next };
    } catch (error) {
      if (!(error instanceof FeeTooHigh)) throw error;
      if (size === 1) throw operationRefused("The schedule would cost more than the service pays for a transaction.");
    }
  }
  return { envelope: null, next: [] };
}

/** 32 bytes, hex. */
const referenceOf = (merchantId: number, key: string) =>
  createHash("sha256").update(`merit vesting\0${merchantId}\0${key}`).digest("hex");

const termsOf = (funder: string, reference: string, { beneficiary, revocable, plan }: Grant): StoredTerms => ({
  reference,
  beneficiary,
  revoker: revocable ? funder : null,
  plan,
});

const totalOf = (plan: StoredPlan): bigint =>
  "tranches" in plan ? plan.tranches.reduce((sum, { amount }) => sum + BigInt(amount), 0n) : BigInt(plan.total);

/** True if the schedule is the grant's, as far as the events of the ledger show. */
const isSame = (row: ScheduleRow, { beneficiary, revocable, plan }: Grant) =>
  row.granted_to === beneficiary && row.total === totalOf(plan) && row.revocable === revocable;
