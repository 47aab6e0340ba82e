import { randomBytes } from "node:crypto";
import { Keypair } from "@stellar/stellar-sdk";
import { notFound, validationFailed } from "../../base/errors.ts";
import * as tokens from "../../context/auth/one-time-tokens.ts";
import { invalidWalletProof } from "../../context/auth/problems.ts";
import type { Context, UnitContext } from "../../context/context.ts";
import { orLedgerUnreadable } from "../../ledger/chain/problems.ts";
import type { Signers } from "../../ledger/chain/signers.ts";
import type { Store } from "../../store/db/store.ts";
import * as mail from "../mail/outbox.ts";
import { tooManyMails } from "../mail/problems.ts";
import type { User } from "../users/store.ts";
import { lastLogin, walletTaken } from "./problems.ts";
import type { Wallet } from "./store.ts";
import * as rows from "./store.ts";

export type { Wallet } from "./store.ts";

const MAX_WALLETS = 10;

export interface Challenge {
  /** To be signed unchanged by the wallet (SEP-53). */
  message: string;
  expiresAt: Date;
}

/** A message that only this user can use, for this wallet, once and within five minutes. */
export async function challenge(
  { settings, clock, chain }: UnitContext,
  store: Store,
  user: User,
  address: string,
): Promise<Challenge> {
  const now = clock.now();
  const message = [
    // The signer can compare it with the service that they called.
    `${new URL(settings.publicUrl).host} asks you to link this wallet to your account.`,
    "",
    `Wallet: ${address}`,
    `Account: ${user.id}`,
    `Network: ${chain.network}`,
    `Nonce: ${randomBytes(24).toString("base64url")}`,
    `Issued at: ${now.toISOString()}`,
  ].join("\n");
  const token = { purpose: "link_wallet", userId: user.id, subject: address, now } as const;
  await tokens.removeOf(store, user.id, "link_wallet");
  await tokens.keep(store, message, token);
  return { message, expiresAt: new Date(now.getTime() + tokens.lifetimes.link_wallet) };
}

export interface Proof {
  address: string;
  message: string;
  /** 64 bytes, base64. */
  signature: string;
}

/**
 * Checks a proof, apart from its age: the wallet signed the message, and its key alone controls the account on
 * the ledger.
 * @throws Problem 401 `invalid_wallet_proof`, 503
 */
export async function checkProof(context: Context, { address, message, signature }: Proof): Promise<void> {
  if (!isSignedBy(address, message, signature)) {
    throw invalidWalletProof(
      "The signature doesn't match this wallet and message. Sign the challenge unchanged (SEP-53).",
    );
  }
  const signers = await readSigners(context, address);
  const own = signers?.signers.find(({ key }) => key === address)?.weight ?? 0;
  if (signers && own < Math.max(1, signers.threshold)) {
    throw invalidWalletProof(
      "The wallet's own key alone doesn't reach its account's medium threshold. Log in with the wallet instead (SEP-10).",
    );
  }
}

function isSignedBy(address: string, message: string, signature: string): boolean {
  try {
    return Keypair.fromPublicKey(address).verifyMessage(message, Buffer.from(signature, "base64"));
  } catch {
    // The signature doesn't have 64 bytes.
    return false;
  }
}

/**
 * Links a wallet whose proof was checked, in the caller's commit. A wallet that someone named without proof moves here.
 * @throws Problem 401 for a challenge that is unknown, old or used, 409 `wallet_taken`, 422 beyond ten wallets, 429 `too_many_mails`
 */
export async function link(context: UnitContext, store: Store, user: User, proof: Proof): Promise<Wallet> {
  const now = context.clock.now();
  const used = await tokens.use(store, proof.message, "link_wallet", now);
  if (used?.user_id !== user.id || used.subject !== proof.address) {
    throw invalidWalletProof("The message is not an open challenge for this wallet. Ask for a new one.");
  }
  if (!(await rows.prove(store, { address: proof.address, userId: user.id, now }))) throw walletTaken();
  if ((await rows.countOf(store, user.id)).all > MAX_WALLETS) {
    const message = `can't be linked: an account has at most ${MAX_WALLETS} wallets`;
    throw validationFailed([{ field: "wallet_address", message }]);
  }
  // A wallet is another way to log in, so the owner has to know. Without a confirmed address the wallet ends when one is confirmed.
  const isTold = await mail.postTo(context, store, user, { template: "wallet_linked" });
  if (!isTold && user.email_verified_at !== null) {
    throw tooManyMails(
      "The mail about a linked wallet can't be sent: its address got as many mails as there may be in an hour.",
    );
  }
  return (await rows.byAddress(store, proof.address)) as Wallet;
}

/** Makes sure that this user has proven the wallet. @throws Problem 404 */
export async function requireOwn(store: Store, userId: number, address: string): Promise<void> {
  if ((await rows.ownerOf(store, address)) !== userId) throw notFound("wallet", address);
}

/** @throws Problem 404, 409 `last_login` if nobody could log in afterwards */
export async function unlink(context: UnitContext, store: Store, user: User, address: string): Promise<void> {
  if (!(await rows.remove(store, user.id, address))) throw notFound("wallet", address);
  if (user.password_hash === null && (await rows.countOf(store, user.id)).proven === 0) throw lastLogin();
  await mail.postTo(context, store, user, { template: "wallet_unlinked" });
}

/** Signers of an account as the ledger has it now; undefined if it has none. @throws Problem 503 `rpc_unavailable` */
export async function readSigners({ chain, log }: Context, account: string): Promise<Signers | undefined> {
  return chain.signers(account).catch(orLedgerUnreadable(log));
}
