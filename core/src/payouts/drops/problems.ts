import { problem, validationFailed } from "../../base/errors.ts";

export const dropNotSweepable = (id: number, why: string) =>
  problem(
    409,
    "drop_not_sweepable",
    "Drop can't be swept",
    `Drop ${id} can't be swept: ${why}. Only an active drop that has expired can be swept.`,
  );

export const dropNotCancellable = (id: number, why: string) =>
  problem(
    409,
    "drop_not_cancellable",
    "Drop can't be cancelled",
    `Drop ${id} can't be cancelled: ${why}. Only an active drop that has not opened can be cancelled. Sweep it after it has expired.`,
  );

export const dropNotOpen = (id: number, why: string) =>
  problem(409, "drop_not_open", "Drop not open", `Drop ${id} can't be claimed now: ${why}.`);

export const claimTaken = (id: number) =>
  problem(
    409,
    "drop_claim_taken",
    "Claimed already",
    `This share of drop ${id} is already claimed, or a claim is in progress. See GET /drops/${id}.`,
  );

export const claimRefused = (reason: string) =>
  problem(409, "drop_claim_refused", "Claim refused by the ledger", reason);

export const whichWallet = (wallets: readonly string[]) =>
  validationFailed([
    { field: "wallet_address", message: `must name the one of your wallets that claims: ${wallets.join(", ")}` },
  ]);
