import { problem, validationFailed } from "../errors.ts";

export const claimTaken = (id: number) =>
  problem(
    409,
    "drop_claim_taken",
    "Claimed already",
    `This share of drop ${id} is claimed, or its claim is on its way: look at it with GET /drops/${id}.`,
  );

export const claimRefused = (reason: string) =>
  problem(409, "drop_claim_refused", "Claim refused by the ledger", reason);

export const whichWallet = (wallets: readonly string[]) =>
  validationFailed([
    { field: "wallet_address", message: `must say which of your wallets claims: ${wallets.join(", ")}` },
  ]);
