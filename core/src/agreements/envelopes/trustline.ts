import { Asset, Operation, type Transaction, TransactionBuilder, type xdr } from "@stellar/stellar-sdk";
import { DAY_MS } from "../../base/days.ts";
import { formatAmount } from "../../base/money.ts";
import type { Context } from "../../context/context.ts";
import { type AccountFacts, BASE_RESERVE } from "../../ledger/chain/accounts.ts";
import { networks } from "../../ledger/chain/networks.ts";
import { hex } from "../../ledger/chain/outcome.ts";
import { ACCOUNT_RESERVE } from "../../ledger/chain/reserves.ts";
import type { Signers } from "../../ledger/chain/signers.ts";
import { buildTransaction, MAX_WAIT_SECONDS, type Slot } from "../../ledger/chain/transaction.ts";
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

/** The reserve that the service keeps for a wallet, as the row of its envelope stores it. */
export interface Sponsored {
  /** Account whose sequence number the transaction uses: the wallet, or one of the service's for a wallet without an account. */
  source: string;
}

/** Null if the wallet carries its reserves itself. */
export const sponsoredOf = ({ kind, call_arguments }: Pick<WalletEnvelope, "kind" | "call_arguments">) =>
  kind === "trustline" ? ((call_arguments as Sponsored | null) ?? null) : null;

/** Reserve that the service keeps by such an envelope, stroops of XLM. */
export const reserveOf = ({ wallet_address }: Pick<WalletEnvelope, "wallet_address">, { source }: Sponsored): bigint =>
  source === wallet_address ? BASE_RESERVE : ACCOUNT_RESERVE + BASE_RESERVE;

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
  const call: Sponsored = { source: slot.channel };
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

/**
 * The signed transaction of an envelope, if the service builds the very same one for its wallet, whatever the database says: the service's
 * accounts sign nothing else.
 */
export function asBuilt(context: Context, row: WalletEnvelope, sponsored: Sponsored): Transaction | undefined {
  const { wallet_address: wallet, envelope, sequence, max_ledger: maxLedger, max_time: maxTime } = row;
  const { passphrase } = context.chain;
  const { source } = sponsored;
  const isNew = source !== wallet;
  if (isNew && !sourcesOf(context).includes(source)) return undefined;
  const slot = { channel: source, sequence: BigInt(sequence), maxLedger, maxTime, relaxed: isNew };
  const built = buildTransaction(passphrase, slot, sponsoredOperations(context, wallet, sponsored));
  const signed = TransactionBuilder.fromXdr(envelope, passphrase);
  const [hash, ...hashes] = [hex(built.hash()), hex(signed.hash()), row.hash];
  return hashes.every((each) => each === hash) ? (signed as Transaction) : undefined;
}

/**
 * True if an envelope ends as soon, and takes the sequence numbers of its source as little further, as one that is built now. Else it could
 * land after the service has stopped counting it, or leave an account of the service without numbers.
 * @param sequence the last one that its source has used @throws Problem 503
 */
export async function isNear(
  context: Context,
  row: WalletEnvelope,
  { source }: Sponsored,
  sequence: bigint,
): Promise<boolean> {
  const now = await nextSlot(context, source, { sequence });
  // A minute more, since this node may be behind the one that was asked when it was built.
  const { ledgerSpan } = networks[context.chain.network];
  const isWithin = (value: number, most: number) => value > 0 && value <= most;
  return (
    isWithin(row.max_ledger, now.maxLedger + ledgerSpan) &&
    isWithin(row.max_time, now.maxTime + MAX_WAIT_SECONDS) &&
    BigInt(row.sequence) <= now.sequence + BigInt(DAY_MS)
  );
}

/** Channels that payouts don't use; without any, the fee account: nothing else uses its sequence numbers. */
function sourcesOf({ chain, settings }: Context): string[] {
  const { channels, fee } = chain.manifest.accounts;
  const spare = channels.slice(settings.worker.channels);
  return spare.length > 0 ? spare : [fee];
}

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
  return { signers: [{ key: wallet, weight: 1 }], low: 0, threshold: 0 };
}

export const trustlineEnvelope: EnvelopeRules = {
  async isDone({ chain }, { wallet_address }) {
    return (await chain.trustlines([wallet_address])).get(wallet_address)?.exists ?? false;
  },
};
