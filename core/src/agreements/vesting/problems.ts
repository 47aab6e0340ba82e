import { problem } from "../../base/errors.ts";

export const notRevocable = (schedule: string) =>
  problem(
    409,
    "schedule_not_revocable",
    "Schedule can't be revoked",
    `Schedule ${schedule} was granted without a revoker, or its revoker is a contract, so no wallet's transaction can revoke it. Only the beneficiary can give up what has not vested.`,
  );
