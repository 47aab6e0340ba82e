import { problem } from "../../base/errors.ts";

export const trustlineMissing = (asset: string, hasAccount = true) =>
  problem(
    422,
    "trustline_missing",
    "Trustline missing",
    hasAccount
      ? `The wallet has no trustline to ${asset}. Its owner must add one before the reward can be paid.`
      : `The wallet has no account on the ledger, and so no trustline to ${asset}. Its owner must create the account with some XLM, and then add one.`,
  );

export const trustlineNotAuthorized = (asset: string) =>
  problem(
    422,
    "trustline_not_authorized",
    "Trustline not authorized",
    `The wallet's trustline to ${asset} is not authorized. The asset's issuer must authorize it.`,
  );

export const trustlineFull = (asset: string, room: string) =>
  problem(
    422,
    "trustline_full",
    "Trustline full",
    `The wallet can receive only ${room} ${asset} more. Its owner can raise the trustline's limit, or you can lower the amount.`,
  );
