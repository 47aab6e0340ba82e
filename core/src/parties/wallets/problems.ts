import { problem } from "../../base/errors.ts";

export const walletTaken = () =>
  problem(
    409,
    "wallet_taken",
    "Wallet taken",
    "The wallet already belongs to an account. Log in to that account with it, or remove it there first.",
  );

export const lastLogin = () =>
  problem(
    409,
    "last_login",
    "Last way to log in",
    "This wallet is the only way to log in to the account. Set a password or link another wallet first.",
  );
