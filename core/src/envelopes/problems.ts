import { problem, validationFailed } from "../errors.ts";

// What goes wrong with transactions that wallets sign. The messages never repeat what was sent.

export const unreadableEnvelope = (message: string) => validationFailed([{ field: "envelope", message }]);

export const envelopeUnknown = () =>
  problem(
    422,
    "envelope_unknown",
    "Not an envelope of this service",
    "The service has not built this transaction for you, or it was changed, or it was never signed within a day: ask for a new one and sign it as it is.",
  );

export const envelopeNotSigned = (detail: string) => problem(422, "envelope_not_signed", "Signature not valid", detail);

export const envelopeExpired = () =>
  problem(
    409,
    "envelope_expired",
    "Envelope expired",
    "The transaction was not signed and submitted in time: ask for a new one.",
  );

export const walletBusy = () =>
  problem(
    409,
    "wallet_busy",
    "Wallet busy",
    "Another transaction of this wallet is on its way; try again when it is decided.",
    { headers: { "Retry-After": "5" } },
  );

export const accountMissing = () =>
  problem(
    409,
    "account_missing",
    "Account doesn't exist",
    "The wallet's account does not exist on the ledger yet: its owner funds it with at least 1.5 XLM first.",
  );

export const reserveShort = (lack: string) =>
  problem(
    409,
    "reserve_short",
    "Reserve too small",
    `A trustline raises the reserve that an account keeps by 0.5 XLM, and this one lacks ${lack} XLM: its owner adds that first.`,
  );

export const trustlineExists = (asset: string) =>
  problem(409, "trustline_exists", "Trustline exists", `The wallet has a trustline to ${asset} already.`);

export const operationRefused = (detail: string) => problem(409, "operation_refused", "Refused by the ledger", detail);
