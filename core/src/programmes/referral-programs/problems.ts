import { problem } from "../../base/errors.ts";

export const programBusy = () =>
  problem(
    409,
    "referral_program_busy",
    "Referral programme is changing",
    "Other terms of your referral programme are on their way to the ledger. Send these again when they have arrived.",
    { headers: { "Retry-After": "5" } },
  );

export const notRevocable = (id: number, why: string) =>
  problem(409, "referral_not_revocable", "Can't be revoked", `Referral ${id} can't be revoked: ${why}.`);
