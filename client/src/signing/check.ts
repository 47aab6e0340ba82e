import {
  Address,
  Asset,
  FeeBumpTransaction,
  hash,
  scValToNative,
  type Transaction,
  TransactionBuilder,
  xdr,
} from "@stellar/stellar-sdk";
import { fromStroops } from "../money.ts";
import type { BodyOf } from "../types.ts";
import { type Asked, type AskedCall, hexOf, INCLUSION_FEE, isExpected } from "./asked.ts";
import { ensure, NotAsked, NotNext, TooDear } from "./not-asked.ts";

// Checks that a transaction from a service is the one that a person asked for. A signature stands for everything in it, so all of it is
// checked, against the request and against what is known of the service from before. Commands and pages share this; it loads the SDK, which
// is large, so pages load it when a wallet is about to sign.

/** Facts about a service that a wallet has to know before it signs. */
export type Service = Pick<BodyOf<"GET /network">, "network" | "network_passphrase" | "asset" | "contracts">;

/** The signer's own view of the ledger. */
export interface Look {
  /** Unix seconds. */
  time: number;
  /** Sequence number of the wallet's next transaction; undefined where nobody but the service could be asked. */
  sequence?: bigint;
  /** Newest ledger; undefined if only the service could be asked. */
  ledger?: number;
}

type OperationRecord = Transaction["operations"][number];

/** Seconds by which a transaction may end ahead of now: the service gives five minutes. */
const MAX_SECONDS = 900;

/** Ledgers for which an authorisation may count: a week and a little more, or on a ledger that closes on demand as long as entries live. */
const MAX_LEDGERS = { local: 3_000_000, quickstart: 650_000, testnet: 130_000, mainnet: 130_000 };

/** Limit of a trustline without a limit of its own, in tokens. */
const NO_LIMIT = "922337203685.4775807";

type EnvelopeAnswer = Pick<
  BodyOf<"POST /wallet/envelope">,
  "envelope" | "hash" | "wallet_address" | "expires_at" | "network_passphrase"
>;

/** The transaction, if it does what was asked and nothing else. @throws NotAsked */
export function checkEnvelope(answer: EnvelopeAnswer, asked: Asked, service: Service, look: Look): Transaction {
  requireNetwork(answer, service);
  const transaction = read(() => TransactionBuilder.fromXdr(answer.envelope, service.network_passphrase));
  ensure(!(transaction instanceof FeeBumpTransaction), "it pays the fee of another transaction");
  const { wallet } = asked;
  const isOwn = transaction.source === wallet;
  // Only a wallet without an account of its own needs another account's sequence number.
  const isForeign = !isOwn && "trust" in asked && transaction.operations.length > 1;
  ensure(answer.wallet_address === wallet && (isOwn || isForeign), "it is a transaction of another account");
  ensure(hexOf(transaction.hash()) === answer.hash, "its hash is another one");
  ensure(transaction.signatures.length === 0, "somebody has signed it already");
  requirePlace(transaction, answer, look, isOwn);
  const [operation, ...others] = transaction.operations;
  if ("trust" in asked && others.length > 0) {
    requireSponsored(transaction, wallet, service);
    requireFee(transaction, asked);
    return transaction;
  }
  ensure(operation !== undefined && others.length === 0, "it isn't one operation");
  ensure(operation.source === undefined, "its operation is another account's");
  if ("trust" in asked) {
    requireTrustline(operation, service);
  } else {
    ensure(
      operation.type === "invokeHostFunction" && operation.func.type === "hostFunctionTypeInvokeContract",
      "it doesn't call a contract",
    );
    requireCall(operation.func.invokeContract, operation.auth ?? [], asked, service);
  }
  requireFee(transaction, asked);
  return transaction;
}

function requireTrustline(operation: OperationRecord, { asset: { code, issuer } }: Service): void {
  ensure(operation.type === "changeTrust", "it doesn't open a trustline");
  const { line, limit } = operation;
  const isAsset = line instanceof Asset && line.code === code && line.issuer === issuer;
  ensure(isAsset, `it trusts another asset than ${code} of ${issuer}`);
  ensure(limit === NO_LIMIT, "it closes or limits the trustline");
}

/**
 * Requires the trustline between beginning and end of a sponsorship by one other account, which creates the wallet's account first if the
 * wallet isn't the source. The wallet's operations are the trustline and the end, so another sponsor could do no harm.
 */
function requireSponsored({ operations, source }: Transaction, wallet: string, service: Service): void {
  const [begin, ...rest] = operations;
  const end = rest.pop();
  const trustline = rest.pop();
  const [create, ...others] = rest;
  ensure(begin?.type === "beginSponsoringFutureReserves", "it isn't one operation");
  const sponsor = begin.source;
  const isFor = sponsor !== undefined && sponsor !== wallet && begin.sponsoredId === wallet;
  ensure(isFor, "it sponsors another account");
  ensure(end?.type === "endSponsoringFutureReserves" && end.source === wallet, "it doesn't end the sponsorship");
  ensure(trustline?.source === wallet, "its operation is another account's");
  requireTrustline(trustline, service);
  ensure(others.length === 0 && (create === undefined) === (source === wallet), "it has further operations");
  if (!create) return;
  const isNew = create.type === "createAccount" && create.destination === wallet && create.source === sponsor;
  ensure(isNew, "it doesn't create the wallet's account");
}

/** Requires the expected times, sequence number and conditions. The sequence number of another account is that account's concern. */
function requirePlace(
  transaction: Transaction,
  { expires_at }: EnvelopeAnswer,
  { time, sequence }: Look,
  isOwn: boolean,
): void {
  const { timeBounds, ledgerBounds, memo } = transaction;
  const isNext = !isOwn || sequence === undefined || transaction.sequence === String(sequence);
  if (!isNext) throw new NotNext("its sequence number isn't the next one");
  const end = Number(timeBounds?.maxTime ?? 0);
  ensure(end > 0, "it has no end");
  ensure(end <= time + MAX_SECONDS, "it could be sent for too long a time");
  ensure(end === Date.parse(expires_at) / 1000, "it ends at another time than the service says");
  ensure(timeBounds?.minTime === "0" && (ledgerBounds?.minLedger ?? 0) === 0, "it can be sent only later");
  const { minAccountSequence, minAccountSequenceAge, minAccountSequenceLedgerGap, extraSigners } = transaction;
  const further =
    (isOwn && minAccountSequence) || minAccountSequenceAge || minAccountSequenceLedgerGap || extraSigners?.length;
  ensure(!further, "it has further conditions");
  ensure(memo.type === "none", "it has a memo");
}

function requireFee(transaction: Transaction, { maxFee }: Asked): void {
  const envelope = transaction.toEnvelope();
  ensure(envelope.type === "envelopeTypeTx", "it is of an old form");
  const { ext } = envelope.v1.tx;
  const resources = ext.type === "sorobanData" ? ext.sorobanData.resourceFee : 0n;
  const fee = BigInt(transaction.fee);
  ensure(
    resources >= 0n && fee === resources + INCLUSION_FEE * BigInt(transaction.operations.length),
    "it bids more than the network's lowest fee",
  );
  if (fee <= maxFee) return;
  throw new TooDear(`its fee of up to ${fromStroops(fee)} XLM is above the ${fromStroops(maxFee)} for such a call`);
}

export interface AuthorizationAnswer {
  authorization: string;
  network_passphrase: string;
}

/**
 * The content that the wallet signs to authorise a call in somebody else's transaction, if it is the call that was asked for: the signature
 * is one over the SHA-256 of what was sent. @throws NotAsked
 */
export function checkAuthorization(answer: AuthorizationAnswer, asked: AskedCall, service: Service, { ledger }: Look) {
  requireNetwork(answer, service);
  const preimage = read(() => xdr.HashIdPreimage.fromXdr(answer.authorization, "base64"));
  const isNamed = preimage.type === "envelopeTypeSorobanAuthorizationWithAddress";
  ensure(isNamed || preimage.type === "envelopeTypeSorobanAuthorization", "it doesn't authorise a call");
  if (isNamed) ensure(addressOf(preimage.value.address) === asked.wallet, "it is of another wallet");
  const { networkId, invocation, signatureExpirationLedger } = preimage.value;
  const isHere = hexOf(networkId.toBytes()) === hexOf(hash(service.network_passphrase));
  ensure(isHere, "it is for another network");
  const last = ledger === undefined ? undefined : ledger + MAX_LEDGERS[service.network];
  ensure(last === undefined || signatureExpirationLedger <= last, "it would count for too long a time");
  const call = callOf(invocation);
  ensure(call !== undefined, "it doesn't authorise a call");
  requireContract(call, asked, service);
  ensure(invocation.subInvocations.length === 0, "it authorises further calls");
  return preimage.value;
}

function requireNetwork({ network_passphrase: named }: { network_passphrase: string }, service: Service): void {
  ensure(named === service.network_passphrase, `it is for another network, "${named}"`);
}

/** The wallet authorises at most the call itself, and within it that the contract takes `spends` from it. */
function requireCall(
  call: xdr.InvokeContractArgs,
  entries: readonly xdr.SorobanAuthorizationEntry[],
  asked: AskedCall,
  service: Service,
): void {
  requireContract(call, asked, service);
  const same = call.toXdr("base64");
  for (const { rootInvocation } of entries) {
    ensure(callOf(rootInvocation)?.toXdr("base64") === same, "it authorises another call");
  }
  const own = entries.filter(({ credentials }) => credentials.type === "sorobanCredentialsSourceAccount");
  ensure(own.length <= (asked.withoutAuthority ? 0 : 1), "it authorises more than the call");
  for (const { credentials, rootInvocation } of entries) {
    // Somebody else's, such as the other party's.
    if (credentials.type === "sorobanCredentialsSourceAccount") continue;
    ensure(rootInvocation.subInvocations.length === 0, "it authorises further calls");
  }
  const taken = own.flatMap(({ rootInvocation }) =>
    rootInvocation.subInvocations.map((each) => transferOf(each, addressOf(call.contractAddress), asked, service)),
  );
  const sum = taken.reduce((sum, amount) => sum + amount, 0n);
  ensure(sum <= asked.spends, "it takes more tokens from the wallet than you asked for");
  ensure(sum === asked.spends || asked.orLess === true, "it takes fewer tokens from the wallet than you asked for");
}

function requireContract(call: xdr.InvokeContractArgs, { contract, method, args }: AskedCall, service: Service): void {
  const address = addressOf(call.contractAddress);
  ensure(address === service.contracts[contract], `${address} isn't the service's contract ${contract}`);
  ensure(call.functionName.toString() === method, `it doesn't call ${contract}.${method}`);
  ensure(isExpected(call.args.map(scValToNative), args), `it calls ${contract}.${method} with other arguments`);
}

/** A transfer of the asset from the wallet to the contract, and nothing below it. */
function transferOf(
  invocation: xdr.SorobanAuthorizedInvocation,
  contract: string,
  { wallet }: AskedCall,
  { asset }: Service,
): bigint {
  const call = callOf(invocation);
  const isTransfer = call?.functionName.toString() === "transfer" && invocation.subInvocations.length === 0;
  ensure(call !== undefined && isTransfer, "it authorises further calls");
  ensure(addressOf(call.contractAddress) === asset.contract_id, `it takes something else than ${asset.code}`);
  const [from, to, amount, ...more] = call.args.map(scValToNative);
  ensure(from === wallet && to === contract, "it sends tokens elsewhere than to the contract");
  ensure(more.length === 0 && typeof amount === "bigint" && amount > 0n, "it authorises further calls");
  return amount;
}

const callOf = ({ function: called }: xdr.SorobanAuthorizedInvocation) =>
  called.type === "sorobanAuthorizedFunctionTypeContractFn" ? called.contractFn : undefined;

const addressOf = (address: xdr.ScAddress): string => Address.fromScAddress(address).toString();

function read<T>(decode: () => T): T {
  try {
    return decode();
  } catch {
    throw new NotAsked("it can't be decoded");
  }
}
