import { randomBytes } from "node:crypto";
import { Account, BASE_FEE, Operation, TransactionBuilder, WebAuth } from "@stellar/stellar-sdk";
import { toSeconds } from "../base/days.ts";
import * as tokens from "../context/auth/one-time-tokens.ts";
import { invalidWalletProof } from "../context/auth/problems.ts";
import type { Context, UnitContext } from "../context/context.ts";
import { signTransaction } from "../ledger/chain/transaction.ts";
import type { User } from "../parties/users/store.ts";
import * as userRows from "../parties/users/store.ts";
import { readSigners } from "../parties/wallets/service.ts";
import * as wallets from "../parties/wallets/store.ts";
import type { Store } from "../store/db/store.ts";
import type { ClientInfo, LoggedIn } from "./login.ts";
import * as users from "./service.ts";
import * as sessions from "./sessions.ts";

// SEP-10: the service signs a transaction that could never run (sequence 0), the wallet signs it too.

const CHALLENGE_SECONDS = 300;

const domains = ({ settings }: Context) => ({
  home: settings.auth.homeDomain,
  webAuth: new URL(settings.publicUrl).host,
});

/** The challenge for an account (G...), base64 XDR, valid for five minutes. */
export async function challenge(context: Context, account: string): Promise<string> {
  const { auth, chain, clock } = context;
  const server = auth.keys.webAuth;
  const { home, webAuth } = domains(context);
  const now = toSeconds(clock.now());
  const transaction = new TransactionBuilder(new Account(server.publicKey, "-1"), {
    fee: BASE_FEE,
    networkPassphrase: chain.passphrase,
    timebounds: { minTime: now, maxTime: now + CHALLENGE_SECONDS },
  })
    .addOperation(
      Operation.manageData({
        source: account,
        name: `${home} auth`,
        value: randomBytes(48).toString("base64"),
      }),
    )
    .addOperation(Operation.manageData({ source: server.publicKey, name: "web_auth_domain", value: webAuth }))
    .build();
  await signTransaction(transaction, [server]);
  return transaction.toXdr();
}

export interface ProvenChallenge {
  account: string;
  /** Hash that identifies the challenge, since each works once. */
  hash: string;
}

/**
 * The account that a signed challenge proves: signed by enough of the account's signers as the ledger has them, or by its own
 * key where the ledger doesn't have the account.
 * @throws Problem 401 `invalid_wallet_proof`, 503 `rpc_unavailable`
 */
export async function checkChallenge(context: Context, signed: string): Promise<ProvenChallenge> {
  const { publicKey } = context.auth.keys.webAuth;
  const { home, webAuth } = domains(context);
  const { passphrase } = context.chain;
  const challenge = attempt(() => WebAuth.readChallengeTx(signed, publicKey, passphrase, home, webAuth));
  // The SDK allows five minutes more.
  if (Number(challenge.tx.timeBounds?.maxTime) < toSeconds(context.clock.now())) {
    throw invalidWalletProof("The challenge is older than five minutes. Ask for a new one.");
  }
  const account = challenge.clientAccountID;
  const onLedger = await readSigners(context, account);
  attempt(() =>
    onLedger
      ? WebAuth.verifyChallengeTxThreshold(
          signed,
          publicKey,
          passphrase,
          onLedger.threshold,
          onLedger.signers.map((signer) => ({ ...signer, type: "ed25519_public_key" })),
          home,
          webAuth,
        )
      : WebAuth.verifyChallengeTxSigners(signed, publicKey, passphrase, [account], home, webAuth),
  );
  return { account, hash: Buffer.from(challenge.tx.hash()).toString("hex") };
}

/** The SDK's message is fit for the caller; any other error that it throws means a malformed challenge. */
function attempt<T>(check: () => T): T {
  try {
    return check();
  } catch (error) {
    const reason = error instanceof WebAuth.InvalidChallengeError ? error.message : "it can't be decoded";
    // The SDK's text about a weight ends with a quotation mark that nothing opens.
    throw invalidWalletProof(`The signed challenge was refused: ${reason.replace(/(\d)"$/, "$1")}.`);
  }
}

/**
 * Logs in the user who has the wallet; a wallet that nobody has gets a new account. What POST /users named without proof
 * belongs to whoever proves it.
 * @throws Problem 401 for a challenge that was used already
 */
export async function login(context: Context, proof: ProvenChallenge, { userAgent }: ClientInfo): Promise<LoggedIn> {
  return context.db.commit(async (store) => {
    const now = context.clock.now();
    const used = { purpose: "used_wallet_login", userId: null, subject: proof.account, now } as const;
    if (!(await tokens.keep(store, proof.hash, used))) {
      throw invalidWalletProof("This challenge was already used. Ask for a new one.");
    }
    const user = await userOf(context, store, proof.account);
    const tokensOfUser = await sessions.open(context, store, { userId: user.id, method: "wallet", userAgent });
    return { user, ...tokensOfUser };
  });
}

async function userOf(context: UnitContext, store: Store, address: string): Promise<User> {
  const now = context.clock.now();
  const wallet = await wallets.byAddress(store, address);
  const known = wallet && (await userRows.byId(store, wallet.user_id));
  const user = known ?? (await users.create(store, {}, now));
  await wallets.prove(store, { address, userId: user.id, now });
  if (wallet?.proven_at === null && user.pending_email) {
    await users.askToConfirm(context, store, { userId: user.id, recipient: user.pending_email });
  }
  return user;
}
