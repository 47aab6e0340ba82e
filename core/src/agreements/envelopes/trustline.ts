import { Asset, Operation, type Transaction, type xdr } from "@stellar/stellar-sdk";
import { formatAmount } from "../../base/money.ts";
import type { Context } from "../../context/context.ts";
import { type AccountFacts, BASE_RESERVE } from "../../ledger/chain/accounts.ts";
import { BASE_INCLUSION_FEE } from "../../ledger/chain/fees.ts";
import { ACCOUNT_RESERVE } from "../../ledger/chain/reserves.ts";
import type { Signers } from "../../ledger/chain/signers.ts";
import type { Slot } from "../../ledger/chain/transaction.ts";
import { verify } from "../../parties/trustline/service.ts";
import { requireOwn } from "../../parties/wallets/service.ts";
import { buildClassic, findAccount, nextSlot, requireAccount } from "./build.ts";
import { accountMissing, envelopeExpired, reserveShort, trustlineExists } from "./problems.ts";
import type { EnvelopeRules } from "./rules.ts";
import type { NewEnvelope, WalletEnvelope } from "./store.ts";

// A wallet that can't keep the reserve of its trustline, or has no account yet, lets the service's fee account keep it (CAP-33). The wallet
// signs first. The worker adds the service's signatures when it sends the transaction, and only then XLM is promised (`payouts/sponsoring`).
//
// A wallet without an account can't be the source. The source is then an account of the service that isn't used to send anything else,
// and the transaction is valid for any lower sequence number of it: nothing is tied up while somebody thinks, and what is never signed is
// simply forgotten. In return, a transaction that was built later and lands first ends the earlier ones of the same source.

/** What the service keeps for a wallet, as its envelope's row stores it. */
export interface Sponsored {
  /** Stroops of XLM. */
  reserve: string;
  /** Account whose sequence number the transaction uses: the wallet, or one of the service's for a wallet without an account. */
  source: string;
}

/** Null if the wallet carries its reserves itself. */
export const sponsoredOf = ({ kind, call_arguments }: Pick<WalletEnvelope, "kind" | "call_arguments">) =>
  kind === "trustline" ? ((call_arguments as Sponsored | null) ?? null) : null;

/** Reserve that a wallet without a trustline lacks, stroops of XLM: 0 if it can carry that of the trustline. */
export function lackOf(account: AccountFacts | undefined): bigint {
  if (!account) return ACCOUNT_RESERVE + BASE_RESERVE;
  return account.spendable < BASE_RESERVE ? BASE_RESERVE : 0n;
}

/** Says why the service doesn't keep this reserve, "" for no particular reason; null: it does. */
export type Sponsoring = (reserve: bigint) => Promise<string | null>;

/**
 * A transaction by which a wallet opens its trustline to the reward asset, without a limit of its own, for it to sign.
 * @throws Problem 404 if the user hasn't proven the wallet, 409 `account_missing`, `trustline_exists`, `reserve_short`, 503
 */
export async function build(
  context: Context,
  userId: number,
  wallet: string,
  sponsoring: Sponsoring = async () => "",
): Promise<NewEnvelope> {
  const { code, issuer } = context.chain.manifest.asset;
  await context.db.read((store) => requireOwn(store, userId, wallet));
  const account = await findAccount(context, wallet);
  if (account && (await verify(context, wallet)).exists) throw trustlineExists(code);
  const wanted = { kind: "trustline", userId, wallet } as const;
  const reserve = lackOf(account);
  if (account && reserve === 0n) {
    const slot = await nextSlot(context, wallet, account);
    const operation = Operation.changeTrust({ asset: new Asset(code, issuer) });
    return buildClassic(context, slot, { ...wanted, operations: [operation] });
  }
  const refusal = await sponsoring(reserve);
  if (refusal !== null) {
    throw account ? reserveShort(formatAmount(BASE_RESERVE - account.spendable), refusal) : accountMissing(refusal);
  }
  const slot = account ? await nextSlot(context, wallet, account) : await sharedSlot(context, wallet);
  const call: Sponsored = { reserve: String(reserve), source: slot.channel };
  return buildClassic(context, slot, { ...wanted, operations: sponsoredOperations(context, wallet, call), call });
}

function sponsoredOperations({ chain }: Context, wallet: string, { source }: Sponsored): xdr.Operation[] {
  const { asset, accounts } = chain.manifest;
  const sponsor = accounts.fee;
  const create = Operation.createAccount({ source: sponsor, destination: wallet, startingBalance: "0" });
  return [
    Operation.beginSponsoringFutureReserves({ source: sponsor, sponsoredId: wallet }),
    ...(source === wallet ? [] : [create]),
    Operation.changeTrust({ source: wallet, asset: new Asset(asset.code, asset.issuer) }),
    Operation.endSponsoringFutureReserves({ source: wallet }),
  ];
}

/** True if a transaction is what the service builds for this wallet, whatever the database says: the fee account signs nothing else. */
export function isSponsored(context: Context, transaction: Transaction, wallet: string, sponsored: Sponsored): boolean {
  const { source } = sponsored;
  const envelope = transaction.toEnvelope();
  if (envelope.type !== "envelopeTypeTx" || transaction.source !== source) return false;
  if (source !== wallet && !sourcesOf(context).includes(source)) return false;
  const expected = sponsoredOperations(context, wallet, sponsored);
  // The fee account could be charged for it without a fee bump.
  if (BigInt(transaction.fee) !== BASE_INCLUSION_FEE * BigInt(expected.length)) return false;
  const texts = (operations: readonly xdr.Operation[]) => operations.map((each) => each.toXdr("base64")).join();
  return texts(envelope.v1.tx.operations) === texts(expected);
}

/** Channels that payouts don't use; without any, the fee account: nothing else uses its sequence numbers. */
function sourcesOf({ chain, settings }: Context): string[] {
  const { channels, fee } = chain.manifest.accounts;
  const spare = channels.slice(settings.worker.channels);
  return spare.length > 0 ? spare : [fee];
}

const DAY_MS = 86_400_000;

/** @throws Problem 503 */
async function sharedSlot(context: Context, wallet: string): Promise<Slot> {
  const sources = sourcesOf(context);
  const source = sources[wallet.charCodeAt(wallet.length - 1) % sources.length] ?? wallet;
  const account = await requireAccount(context, source);
  // Higher for those that are built later: none ends another one if they land in this order.
  const offset = BigInt(context.clock.now().getTime() % DAY_MS);
  const slot = await nextSlot(context, source, { sequence: account.sequence + offset });
  return { ...slot, relaxed: true };
}

/**
 * Signers whose signatures an unsent envelope needs from its owner. The key of an account that doesn't exist yet signs for it.
 * @throws Problem 409 `account_missing`, `envelope_expired` if somebody has created the account since, 503
 */
export async function signersFor(context: Context, row: WalletEnvelope): Promise<Signers> {
  const { wallet_address: wallet } = row;
  const sponsored = sponsoredOf(row);
  if (!sponsored || sponsored.source === wallet) return requireAccount(context, wallet);
  if (await findAccount(context, wallet)) throw envelopeExpired();
  return { signers: [{ key: wallet, weight: 1 }], threshold: 0 };
}

export const trustlineEnvelope: EnvelopeRules = {
  async isDone({ chain }, { wallet_address }) {
    return (await chain.trustlines([wallet_address])).get(wallet_address)?.exists ?? false;
  },
};
