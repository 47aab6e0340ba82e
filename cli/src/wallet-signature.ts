import { readFileSync, statSync } from "node:fs";
import type { Asked, AskedCall } from "@merit/client/signing/asked.ts";
import { type AuthorizationAnswer, checkAuthorization, checkEnvelope, type Look } from "@merit/client/signing/check.ts";
import { linkMessage } from "@merit/client/signing/message.ts";
import { NotAsked, NotNext, TooDear } from "@merit/client/signing/not-asked.ts";
import { readAccount } from "@merit/core/ledger/chain/accounts.ts";
import { boundsOrigin, latestLedger } from "@merit/core/ledger/chain/clock.ts";
import { RpcUnavailable } from "@merit/core/ledger/chain/errors.ts";
import { networks } from "@merit/core/ledger/chain/networks.ts";
import { openRpc } from "@merit/core/ledger/chain/rpc.ts";
import { hash, Keypair, StrKey } from "@stellar/stellar-sdk";
import type { Envelope } from "./envelopes.ts";
import { Failure, UsageError } from "./errors.ts";
import { plain } from "./io.ts";
import { knownService } from "./known-service.ts";
import type { KnownService } from "./profile.ts";
import type { Session } from "./session.ts";

// Signs with a wallet's key what the service has built or written, if it is what was asked for.

/** The key in a file that holds nothing else. @throws UsageError that doesn't repeat what the file holds */
export function readWalletKey(path: string): Keypair {
  let text: string;
  let isOpen: boolean;
  try {
    text = readFileSync(path, "utf8").trim();
    isOpen = process.platform !== "win32" && (statSync(path).mode & 0o077) !== 0;
  } catch (error) {
    throw new UsageError(`${path} can't be read: ${(error as Error).message}`);
  }
  if (!StrKey.isValidEd25519SecretSeed(text)) {
    throw new UsageError(
      `${path} holds no wallet's secret key.`,
      "The file must hold the key (S...) and nothing else.",
    );
  }
  if (isOpen) throw new UsageError(`Others can read ${path}.`, `Keep the key to yourself: chmod 600 ${path}`);
  return Keypair.fromSecret(text);
}

/** Signs a transaction. Returns base64 XDR. @throws Failure if it isn't what was asked */
export async function signEnvelope(session: Session, key: Keypair, envelope: Envelope, asked: Asked): Promise<string> {
  const service = await knownService(session);
  const look = await lookAt(session, service, requireOwn(key, asked), "trust" in asked);
  const transaction = asAsked(() => checkEnvelope(envelope, asked, service, look));
  transaction.sign(key);
  return transaction.toXdr();
}

/** Signs the authorisation of a call. Returns base64. @throws Failure if it isn't of the call that was asked */
export async function signAuthorization(
  session: Session,
  key: Keypair,
  proposal: AuthorizationAnswer,
  asked: AskedCall,
): Promise<string> {
  const service = await knownService(session);
  const look = await lookAt(session, service, requireOwn(key, asked));
  asAsked(() => checkAuthorization(proposal, asked, service, look));
  return Buffer.from(key.sign(hash(Buffer.from(proposal.authorization, "base64")))).toString("base64");
}

/** Shows and signs the message that links the key's wallet to the account that is logged in. Returns it with its signature, base64. */
export async function signLink(session: Session, key: Keypair, sent: string) {
  const { network } = await knownService(session);
  const account = session.userId;
  if (account === undefined) throw new UsageError("The access token doesn't say whose it is.", "Log in: merit login");
  const { host } = new URL(session.client.url);
  const message = asAsked(() => linkMessage(sent, { wallet: key.publicKey(), account, network, host }));
  session.note(["You sign:", ...message.split("\n")].map(plain).join("\n  "));
  return { message, signature: Buffer.from(key.signMessage(message)).toString("base64") };
}

/** @throws UsageError */
function requireOwn(key: Keypair, { wallet }: Asked): string {
  if (key.publicKey() === wallet) return wallet;
  throw new UsageError(`The key is that of ${key.publicKey()}; ${wallet} has to sign.`, "Name that wallet's key.");
}

/** Milliseconds since 1970 by the ledger's clock, which on `local` can be moved. @throws Failure */
export async function ledgerTime(session: Session, key: Keypair): Promise<number> {
  return (await lookAt(session, await knownService(session), key.publicKey())).time * 1000;
}

/** The ledger's view of the wallet, from its node: the service isn't asked. @param mayBeNew the account needn't exist @throws Failure */
async function lookAt({ io, client }: Session, service: KnownService, wallet: string, mayBeNew = false): Promise<Look> {
  const { network, rpc_url } = service;
  const url = io.env.MERIT_RPC_URL || rpc_url || networks[network].rpcUrl;
  if (!url) {
    throw new Failure(
      `There is no free node of the network ${network} to look at the wallet's account.`,
      "Set MERIT_RPC_URL to a node (Stellar RPC) that you trust.",
    );
  }
  const server = openRpc(url);
  try {
    const [account, latest] = await Promise.all([readAccount(server, wallet), latestLedger(server)]);
    if (!account && !mayBeNew) throw new Failure(`The node at ${new URL(url).origin} has no account ${wallet}.`, NODE);
    const time = boundsOrigin(latest, networks[network], new Date());
    return { time, ...(account && { sequence: account.sequence + 1n }), ledger: latest.sequence };
  } catch (error) {
    if (!(error instanceof RpcUnavailable)) throw error;
    throw new Failure(`${error.message}. It was asked at ${new URL(url).origin} for ${client.url}.`, NODE);
  }
}

const NODE = "Set MERIT_RPC_URL to a node (Stellar RPC) of the service's network.";

/** @throws Failure */
function asAsked<T>(check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof NotAsked)) throw error;
    if (error instanceof NotNext) {
      throw new Failure(
        "The transaction doesn't follow the wallet's newest one. It was not signed.",
        "Another transaction of the wallet is on its way, or the node is behind: run the command again.",
      );
    }
    throw new Failure(
      `The service sent something else than it was asked for: ${error.message}. It was not signed.`,
      error instanceof TooDear
        ? "To pay more on purpose, give --max-xlm."
        : "Check that the key is that of the wallet you mean, and that --url is the service you trust.",
    );
  }
}
