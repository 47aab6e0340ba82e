import { xdr } from "@stellar/stellar-sdk";
import type { LedgerCall } from "../../context/ledger-call.ts";
import type { Parts } from "../../context/parts.ts";
import { contractErrors } from "../../ledger/chain/contract-errors.ts";
import type { CallRefused } from "../../ledger/chain/errors.ts";
import { type CallRefusal, generalRefusal } from "../../ledger/sending/general-refusal.ts";
import * as reasons from "../../ledger/sending/reasons.ts";
import type { Job } from "../../store/jobs/jobs.ts";
import type { ReferralStep } from "../../store/jobs/payloads.ts";
import { emitReferral } from "./events.ts";
import * as programs from "./service.ts";
import * as rows from "./store.ts";
import { programmeOf, type Terms, termsKey, termsOf } from "./terms.ts";

const errors = contractErrors.referral;

/** Seconds until a newcomer for whom a programme has no funds is tried again; new funds end the wait. */
const FUNDS_PAUSE_SECONDS = 600;

/** Creates or changes a merchant's programme. */
export function referralProgramCall({ context, manager }: Parts, job: Job, change: rows.ProgramChange): LedgerCall {
  const { referral } = context.chain.contracts;
  const { merchant_id: merchantId, replaces } = change;
  const merchant = BigInt(merchantId);
  return {
    kind: "referral",
    job,
    merchantId,
    signer: manager,
    operation: referral.operation(manager.publicKey, "set_programme", {
      operator: manager.publicKey,
      merchant,
      programme: programmeOf(change),
    }),
    async check() {
      const { value } = await referral.view("programme", { merchant });
      const current = value ? termsOf(value) : null;
      const key = current && termsKey(current);
      if (key === termsKey(change)) return "applied";
      // The contract takes any terms, so a database that was turned back could bring back old ones.
      if (key !== replaces) return { kind: "never", reason: reasons.referralProgramChanged };
      if (!current || !isDearer(change, current)) return undefined;
      const { value: funds } = await referral.view("funds", { merchant });
      return funds.free > 0n ? { kind: "never", reason: reasons.referralSponsored } : undefined;
    },
    isApplied: () => false,
    refusal: programRefusal,
    done: (store, done) => programs.confirm(store, change, done),
    note: (store, why) => rows.noteChange(store, merchantId, why),
    failed: (store, why) => programs.refuse(store, merchantId, why),
  };
}

/** True if the sponsor's funds would go faster, or with less time to revoke, than by the terms under which it funded. */
const isDearer = (wanted: Terms, current: Terms): boolean =>
  wanted.bonus_referrer > current.bonus_referrer ||
  wanted.bonus_newcomer > current.bonus_newcomer ||
  wanted.referrer_cap > current.referrer_cap ||
  wanted.clawback_seconds < current.clawback_seconds;

const programReasons: Record<number, string> = {
  [errors.InvalidTerms]: reasons.referralTerms,
  [errors.SponsorFixed]: reasons.referralSponsor,
  [errors.WindowExtended]: reasons.referralWindow,
  [errors.TermsRaised]: reasons.referralSponsored,
  [errors.BudgetExceeded]: reasons.referralBudget,
};

function programRefusal(error: CallRefused): CallRefusal {
  const reason = programReasons[error.code ?? 0];
  return reason === undefined ? generalRefusal(error) : { kind: "never", reason };
}

/** Sets a newcomer's and its referrer's bonuses aside, or takes them back. The events say how much, and record it. */
export function referralCall(parts: Parts, job: Job, row: rows.Referral, step: ReferralStep): LedgerCall {
  const { context, manager } = parts;
  const { referral } = context.chain.contracts;
  const { merchant_id, newcomer } = row;
  const from = step === "qualify" ? "qualifying" : "qualified";
  return {
    kind: "referral",
    job,
    merchantId: merchant_id,
    isFree: step === "revoke",
    signer: manager,
    operation: referral.operation(manager.publicKey, step, {
      operator: manager.publicKey,
      merchant: BigInt(merchant_id),
      newcomer,
    }),
    // The contract refuses a step that is already done.
    isApplied: () => false,
    refusal: step === "qualify" ? qualifyRefusal : revokeRefusal,
    answerIfDone: async ({ code }) =>
      code === (step === "qualify" ? errors.AlreadyRewarded : errors.AlreadyRevoked) ? xdr.ScVal.scvVoid() : undefined,
    async done(store, { now }) {
      await rows.note(store, row.id, from, { error_message: null, updated_at: now });
    },
    note: (store, why) => rows.note(store, row.id, from, why),
    async failed(store, why) {
      if (step === "revoke") return rows.note(store, row.id, from, { ...why, next_status: null });
      const failed = await rows.note(store, row.id, from, { ...why, status: "failed" });
      return emitReferral(store, "failed", failed, why.updated_at);
    },
  };
}

const qualifyReasons: Record<number, string> = {
  [errors.ProgrammeNotFound]: reasons.referralOver,
  [errors.OutsideWindow]: reasons.referralOver,
  [errors.CapReached]: reasons.referralCap,
  [errors.NotBound]: reasons.referralNotBound,
};

function qualifyRefusal(error: CallRefused): CallRefusal {
  if (error.code === errors.BudgetShort)
    return { kind: "wait", reason: reasons.referralFunds, seconds: FUNDS_PAUSE_SECONDS };
  const reason = qualifyReasons[error.code ?? 0];
  return reason === undefined ? generalRefusal(error) : { kind: "never", reason };
}

function revokeRefusal(error: CallRefused): CallRefusal {
  if (error.code === errors.RevokeClosed) return { kind: "never", reason: reasons.referralRevokeClosed };
  return generalRefusal(error);
}
