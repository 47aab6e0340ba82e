import type { Job } from "../../store/jobs/jobs.ts";
import type { Issuance } from "../rewards/store.ts";
import type { Verdict } from "./verdicts.ts";

/** A reward as the stages of a payout know it. */
export interface Payment {
  number: number;
  /** 8 bytes, hex. */
  reference: string;
  wallet_address: string;
  /** stroops */
  amount: bigint;
  /** Voucher that it redeems; null or absent: none. */
  voucher_id?: number | null;
}

/** A payment that the worker holds, with its record and its job. */
export interface ClaimedPayment extends Payment {
  issuance: Issuance;
  job: Job;
}

/** A payment with its verdict. */
export interface Decided<P extends Payment> {
  payment: P;
  verdict: Verdict;
}

/** Gives all payments the same verdict. */
export const decideAll = <P extends Payment>(payments: readonly P[], verdict: Verdict): Decided<P>[] =>
  payments.map((payment) => ({ payment, verdict }));

export const issuanceIds = (payments: readonly ClaimedPayment[]): number[] =>
  payments.map(({ issuance }) => issuance.id);
