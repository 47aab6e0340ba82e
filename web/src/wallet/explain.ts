import type { Transaction, xdr } from "@stellar/stellar-sdk";
import { hexOf } from "../bytes.ts";
import type { Config } from "../config.ts";
import { amount, short, time } from "../ui/format.ts";
import { fromStroops } from "../ui/money.ts";

// What a wallet is about to sign, in words. Everything here is read from the envelope itself: a service that lies about what it
// asks for can't hide it. The SDK, which is large, is loaded when somebody is about to sign.

export interface Explanation {
  /** What it does, one sentence each. */
  sentences: string[];
  /** What the signer should know before signing. */
  warnings: string[];
  facts: [name: string, value: string][];
}

type Facts = Pick<Config, "asset" | "contracts" | "network_passphrase">;
type Sdk = typeof import("@stellar/stellar-sdk");
type Operation = Transaction["operations"][number];

/** @param envelope base64 XDR @param signer the wallet that is asked to sign */
export async function explainEnvelope(envelope: string, signer: string, config: Facts): Promise<Explanation> {
  const sdk = await import("@stellar/stellar-sdk");
  const transaction = sdk.TransactionBuilder.fromXdr(envelope, config.network_passphrase);
  if (transaction instanceof sdk.FeeBumpTransaction) {
    return { sentences: ["Pay the fee of another transaction."], warnings: [NEVER], facts: [] };
  }
  if (transaction.sequence === "0") return explainLogin(transaction, sdk);
  const parts = transaction.operations.map((operation) => explainOperation(operation, signer, config, sdk));
  const warnings = parts.flatMap((part) => part.warnings);
  if (transaction.source !== signer) warnings.push(`It is a transaction of another account, ${transaction.source}.`);
  return {
    sentences: parts.flatMap((part) => part.sentences),
    warnings,
    facts: [
      ["Account", transaction.source],
      ["Fee, paid by this service", `at most ${amount(fromStroops(transaction.fee))} XLM`],
      ["Valid until", untilOf(transaction)],
    ],
  };
}

/**
 * What a wallet allows by an authorisation that somebody else puts into a transaction.
 * @param authorization HashIdPreimage, base64 XDR @param signer the wallet that is asked to sign
 */
export async function explainAuthorization(authorization: string, signer: string, config: Facts): Promise<Explanation> {
  const sdk = await import("@stellar/stellar-sdk");
  const preimage = sdk.xdr.HashIdPreimage.fromXdr(authorization, "base64");
  const isNamed = preimage.type === "envelopeTypeSorobanAuthorizationWithAddress";
  if (!isNamed && preimage.type !== "envelopeTypeSorobanAuthorization") return notACall;
  const { networkId, invocation, signatureExpirationLedger } = preimage.value;
  const { function: called, subInvocations } = invocation;
  if (called.type !== "sorobanAuthorizedFunctionTypeContractFn") return notACall;
  const { sentences, warnings } = explainCall(called.contractFn, [invocation], signer, config, sdk);
  const isHere = hexOf(sdk.hash(config.network_passphrase)) === hexOf(networkId.toBytes());
  if (!isHere) warnings.push("It is for another network.");
  if (isNamed && sdk.Address.fromScAddress(preimage.value.address).toString() !== signer) {
    warnings.push("It is of another wallet.");
  }
  if (subInvocations.length > 0) warnings.push(NEVER);
  return {
    sentences: [
      ...sentences,
      "It happens once the other party signs it too. You can't take it back before it expires.",
    ],
    warnings,
    facts: [
      ["Account", signer],
      ["Expires with ledger", String(signatureExpirationLedger)],
    ],
  };
}

/** Whether a transaction has the sequence 0, as logins have (SEP-10): no ledger takes it. */
export async function canNeverRun(envelope: string, passphrase: string): Promise<boolean> {
  const sdk = await import("@stellar/stellar-sdk");
  const transaction = sdk.TransactionBuilder.fromXdr(envelope, passphrase);
  return !(transaction instanceof sdk.FeeBumpTransaction) && transaction.sequence === "0";
}

const NEVER = "This page never asks for that. Don't sign it.";
const notACall: Explanation = { sentences: ["Sign something that is no call."], warnings: [NEVER], facts: [] };

function untilOf({ timeBounds }: Transaction): string {
  const seconds = Number(timeBounds?.maxTime ?? 0);
  return seconds === 0 ? "no end" : time(new Date(seconds * 1000).toISOString());
}

/** SEP-10: a transaction with sequence 0 can't run. Its first operation names the service. */
function explainLogin(transaction: Transaction, sdk: Sdk): Explanation {
  const [first, ...others] = transaction.operations;
  const isLogin = [first, ...others].every((operation) => operation?.type === "manageData");
  const domain = first?.type === "manageData" ? first.name.replace(/ auth$/, "") : "";
  return {
    sentences: [`Log in to ${domain} with this wallet. The transaction can't run on the ledger, and costs nothing.`],
    warnings:
      isLogin && domain === location.host ? [] : [`It is a login to ${domain}, and this page is of ${location.host}.`],
    facts: [
      ["Account", first?.source ?? transaction.source],
      ["Signed by the service", sdk.StrKey.isValidEd25519PublicKey(transaction.source) ? transaction.source : ""],
      ["Valid until", untilOf(transaction)],
    ],
  };
}

type Part = Pick<Explanation, "sentences" | "warnings">;

function explainOperation(operation: Operation, signer: string, config: Facts, sdk: Sdk): Part {
  switch (operation.type) {
    case "changeTrust": {
      const line = operation.line;
      if (!(line instanceof sdk.Asset)) break;
      const { code, issuer } = line;
      const isOurs = code === config.asset.code && issuer === config.asset.issuer;
      return {
        sentences: [`Let this wallet hold ${code}. While it can, 0.5 XLM more must stay in the account.`],
        warnings: isOurs ? [] : [`It is not this service's asset: its issuer is ${issuer}.`],
      };
    }
    case "invokeHostFunction": {
      const { func, auth = [] } = operation;
      if (func.type !== "hostFunctionTypeInvokeContract") break;
      const roots = auth.map(({ rootInvocation }) => rootInvocation);
      return explainCall(func.invokeContract, roots, signer, config, sdk);
    }
  }
  return { sentences: [`Do "${operation.type}".`], warnings: [NEVER] };
}

/** "milestone 1 of the escrow 0a1b2c3d" */
const milestoneOf = (id: unknown, milestone: unknown) =>
  `milestone ${Number(milestone) + 1} of the escrow ${hexOf(id as Uint8Array).slice(0, 8)}`;

/** Calls whose arguments are part of what they do. */
const sayings: Record<string, (args: unknown[]) => string> = {
  "referral.bind": ([, referrer]) =>
    `Name ${short(String(referrer))} as the referrer of this wallet. This can't be changed later.`,
  "escrow.split": ([id, milestone, share]) =>
    `Split ${milestoneOf(id, milestone)}: ${Number(share) / 100} % go to the beneficiary, less the fee, and the rest goes back to the depositor.`,
  "escrow.extend": ([id, milestone, deadline]) =>
    `Move the deadline of ${milestoneOf(id, milestone)} to ${time(new Date(Number(deadline) * 1000).toISOString())}.`,
  "governance.vote": ([, id, support]) =>
    `${["Vote against", "Vote for", "Abstain from the vote on"][Number(support)]} proposal ${hexOf(id as Uint8Array).slice(0, 8)}.`,
  "governance.delegate": ([, delegate]) =>
    delegate ? `Let ${short(String(delegate))} vote for this wallet.` : "Let nobody else vote for this wallet.",
  "governance.stake": ([, value]) => `Stake ${amount(fromStroops(value as bigint))} tokens, which will give you votes.`,
  "governance.unstake": ([, value]) => `Take ${amount(fromStroops(value as bigint))} tokens out of the stake.`,
};

/** What calls do, by contract and function. */
const calls: Record<string, string> = {
  "distribution.claim": "Claim your share of a drop.",
  "redemption.redeem": "Redeem an item for tokens.",
  "redemption.cancel": "Cancel a redemption, and get the tokens back.",
  "redemption.expire": "Close a redemption that was not fulfilled in time, and get the tokens back.",
  "redemption.withdraw": "Collect tokens that could not be paid to this wallet before.",
  "vesting.create": "Grant tokens that vest over time.",
  "vesting.claim": "Claim what has vested.",
  "vesting.revoke": "Give up what has not vested yet.",
  "vesting.begin_transfer": "Offer a vesting schedule to another wallet.",
  "vesting.cancel_transfer": "Take back the offer of a vesting schedule.",
  "vesting.accept_transfer": "Take over a vesting schedule.",
  "referral.enrol": "Become a referrer, to whom newcomers can bind themselves.",
  "referral.claim": "Claim a referral bonus.",
  "governance.activate": "Turn your stake into votes.",
  "governance.withdraw": "Collect unstaked tokens.",
  "governance.queue": "Start the delay of a proposal that was won.",
  "governance.execute": "Carry out a proposal.",
  "escrow.create": "Put tokens into an escrow.",
  "escrow.accept": "Accept an escrow.",
  "escrow.release": "Pay a milestone of an escrow to the beneficiary.",
  "escrow.cancel": "Cancel an escrow, and return its tokens to the depositor.",
  "escrow.expire": "Return a milestone of an escrow to the depositor, since its time is over.",
  "escrow.dispute": "Dispute a milestone of an escrow: the arbiter will decide.",
  "escrow.submit_evidence": "Put evidence forward in a dispute.",
  "escrow.resolve": "Decide a dispute, as the arbiter.",
  "escrow.withdraw": "Collect tokens of an escrow that could not be paid to this wallet before.",
};

function explainCall(
  called: xdr.InvokeContractArgs,
  roots: readonly xdr.SorobanAuthorizedInvocation[],
  signer: string,
  config: Facts,
  sdk: Sdk,
): Part {
  const id = sdk.Address.fromScAddress(called.contractAddress).toString();
  const name = Object.entries(config.contracts).find(([, address]) => address === id)?.[0];
  const title = `${name ?? short(id)}.${called.functionName.toString()}`;
  const warnings = name ? [] : [`${id} is not a contract of this service. Don't sign it.`];
  const values = called.args.map((arg) => sdk.scValToNative(arg));
  const args = values.map(words);
  const saying = name && sayings[title]?.(values);
  return {
    sentences: [
      saying || (calls[title] ?? `Call ${title}.`),
      ...(args.length > 0 && !saying ? [`With: ${args.join(", ")}.`] : []),
      ...takenFrom(roots, signer, config, sdk),
    ],
    warnings,
  };
}

const MAX_WORDS = 90;
function words(value: unknown): string {
  const text = JSON.stringify(value, (_, part) =>
    typeof part === "bigint" ? part.toString() : part instanceof Uint8Array ? hexOf(part) : part,
  );
  return text.length > MAX_WORDS ? `${text.slice(0, MAX_WORDS)}…` : text.replaceAll('"', "");
}

/** Tokens that the signed authorisation lets contracts take out of the wallet. */
function takenFrom(
  roots: readonly xdr.SorobanAuthorizedInvocation[],
  signer: string,
  { asset }: Facts,
  sdk: Sdk,
): string[] {
  return roots.flatMap((root) =>
    invocationsIn(root).flatMap((call) => {
      const { contractAddress, functionName, args } = call;
      const [from, , value] = args.map((arg) => sdk.scValToNative(arg));
      if (functionName.toString() !== "transfer" || from !== signer) return [];
      const id = sdk.Address.fromScAddress(contractAddress).toString();
      const code = id === asset.contract_id ? asset.code : `of the token ${id}`;
      return [`It takes ${amount(fromStroops(value))} ${code} out of this wallet.`];
    }),
  );
}

function invocationsIn({
  function: called,
  subInvocations,
}: xdr.SorobanAuthorizedInvocation): xdr.InvokeContractArgs[] {
  const own = called.type === "sorobanAuthorizedFunctionTypeContractFn" ? [called.contractFn] : [];
  return [...own, ...subInvocations.flatMap(invocationsIn)];
}
