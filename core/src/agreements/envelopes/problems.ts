import { problem, validationFailed } from "../../base/errors.ts";

// Problems of transactions that wallets sign. The messages never repeat what was sent.

export const unreadableEnvelope = (message: string) => validationFailed([{ field: "envelope", message }]);

export const envelopeUnknown = () =>
  problem(
    422,
    "envelope_unknown",
    "Envelope unknown",
    "The service did not build this transaction for you, or it was changed, or it was not signed within a day. Ask for a new one and sign it unchanged.",
  );

export const envelopeNotSigned = (detail: string) => problem(422, "envelope_not_signed", "Signature not valid", detail);

export const envelopeExpired = () =>
  problem(
    409,
    "envelope_expired",
    "Envelope expired",
    "The transaction was not signed and submitted in time. Ask for a new one.",
  );

export const walletBusy = () =>
  problem(
    409,
    "wallet_busy",
    "Wallet busy",
    "Another transaction of this wallet is in progress. Try again when it has ended.",
    { headers: { "Retry-After": "5" } },
  );

/** @param unsponsored why the service doesn't keep the reserves for it; "" for no particular reason */
export const accountMissing = (unsponsored = "") =>
  problem(
    409,
    "account_missing",
    "Account doesn't exist",
    [
      "The wallet's account does not exist on the ledger yet. Its owner must fund it with at least 1.5 XLM first.",
      unsponsored,
    ]
      .join(" ")
      .trim(),
  );

export const reserveShort = (missing: string, unsponsored = "") =>
  problem(
    409,
    "reserve_short",
    "Balance too small",
    [
      `A trustline raises an account's minimum balance by 0.5 XLM. This account needs ${missing} XLM more, which its owner must add first.`,
      unsponsored,
    ]
      .join(" ")
      .trim(),
  );

export const trustlineExists = (asset: string) =>
  problem(409, "trustline_exists", "Trustline exists", `The wallet already has a trustline to ${asset}.`);

export const operationRefused = (detail: string) => problem(409, "operation_refused", "Refused by the ledger", detail);
