import {
  authorizeEntry,
  buildAuthorizationEntryPreimage,
  inspectAuthEntry,
  Operation,
  StrKey,
  xdr,
} from "@stellar/stellar-sdk";
import { DAY_MS } from "../../base/days.ts";
import { notFound } from "../../base/errors.ts";
import type { Context } from "../../context/context.ts";
import { anyContract } from "../../ledger/chain/contracts.ts";
import { CallRefused } from "../../ledger/chain/errors.ts";
import { networks } from "../../ledger/chain/networks.ts";
import { orLedgerUnreadable } from "../../ledger/chain/problems.ts";
import { MAX_WAIT_SECONDS } from "../../ledger/chain/transaction.ts";
import { requireOwn } from "../../parties/wallets/service.ts";
import type { Store } from "../../store/db/store.ts";
import { buildCall, requireAccount } from "../envelopes/build.ts";
import { operationRefused } from "../envelopes/problems.ts";
import type { BuiltEnvelope } from "../envelopes/rules.ts";
import type { NewEnvelope } from "../envelopes/store.ts";
import { emitProposal } from "./events.ts";
import { proposalNotSigned } from "./problems.ts";
import { type Escrow, requireParty } from "./service.ts";
import type { NewProposal, Proposal } from "./store.ts";
import * as rows from "./store.ts";
import { escrowRefusal } from "./wallet-calls.ts";

// Steps that depositor and beneficiary take together. One proposes the step and signs an authorisation of this very call, which
// the ledger accepts once and only with the other party's. The other party puts it into a transaction of its own, and signs that.

/** The ledger refuses signatures that count for longer than an entry can live; only a local ledger closes so often. */
const MAX_LEDGERS = 3_000_000;

/** How long the other party has to agree. Nobody can take the signature back before. */
const PROPOSAL_MS = 7 * DAY_MS;

export type Step =
  | { action: "split"; milestone: number /** Basis points. */; share: number }
  | { action: "extend"; milestone: number; deadline: Date }
  | { action: "cancel" };

/**
 * A proposal for its wallet to sign, to be stored by `keep`.
 * @throws Problem 404, 409 `operation_refused`, 503
 */
export async function propose(
  context: Context,
  userId: number,
  id: string,
  { wallet, step }: { wallet: string; step: Step },
): Promise<NewProposal> {
  const { db, chain, clock, log } = context;
  const { escrow } = await db.read((store) => requireOwnParty(store, userId, id, wallet));
  const latest = await chain.latestLedger().catch(orLedgerUnreadable(log));
  const ledgers = networks[chain.network].ledgerSpan * Math.ceil(PROPOSAL_MS / 1000 / MAX_WAIT_SECONDS);
  const now = clock.now();
  return {
    contract_escrow_id: id,
    wallet_address: wallet,
    action: step.action,
    milestone: step.action === "cancel" ? 0 : step.milestone,
    share: step.action === "split" ? step.share : null,
    deadline: step.action === "extend" ? step.deadline : null,
    entry: (await entryFor(context, escrow, wallet, step)).toXdr("base64"),
    max_ledger: latest.sequence + Math.min(ledgers, MAX_LEDGERS),
    expires_at: new Date(now.getTime() + PROPOSAL_MS),
    created_at: now,
  };
}

/** The authorisation by the wallet that the other party's transaction will need. */
async function entryFor(
  { chain, log }: Context,
  escrow: Escrow,
  wallet: string,
  step: Step,
): Promise<xdr.SorobanAuthorizationEntry> {
  const other = otherParty(escrow, wallet);
  if (StrKey.isValidContract(other)) throw operationRefused("The other party is a contract, which can't agree here.");
  const contract = anyContract(chain.contracts, "escrow");
  const args = argumentsOf(escrow.contract_escrow_id, step);
  const { transaction } = await contract.preview(other, step.action, args).catch((error: unknown) => {
    if (!(error instanceof CallRefused)) return orLedgerUnreadable(log)(error);
    throw operationRefused(escrowRefusal(error.code) ?? `${error.message}.`);
  });
  const entries = transaction.operations.flatMap((operation) => ("auth" in operation && operation.auth) || []);
  const own = entries.find((entry) => inspectAuthEntry(entry).address === wallet);
  if (!own) {
    throw operationRefused(
      "Until beneficiary and arbiter have accepted, the depositor cancels alone: `escrow.cancel`.",
    );
  }
  // The node gives the form and the nonce. What is authorised doesn't come from it: a node that lies could name another call.
  const rootInvocation = invocationOf(contract.operation(other, step.action, args));
  return new xdr.SorobanAuthorizationEntry({ credentials: own.credentials, rootInvocation });
}

/** The call alone: none below it needs the parties. */
function invocationOf({ body }: xdr.Operation): xdr.SorobanAuthorizedInvocation {
  const called = body.type === "invokeHostFunction" ? body.invokeHostFunctionOp.hostFunction : undefined;
  if (called?.type !== "hostFunctionTypeInvokeContract") throw new Error("a proposal that calls no contract");
  return new xdr.SorobanAuthorizedInvocation({
    function: xdr.SorobanAuthorizedFunction.sorobanAuthorizedFunctionTypeContractFn(called.invokeContract),
    subInvocations: [],
  });
}

const otherParty = ({ depositor, beneficiary }: Escrow, wallet: string) =>
  wallet === depositor ? beneficiary : depositor;

function argumentsOf(hex: string, step: Step): object {
  const id = Buffer.from(hex, "hex");
  if (step.action === "cancel") return { id };
  const { milestone } = step;
  if (step.action === "split") return { id, milestone, share: step.share };
  return { id, milestone, deadline: BigInt(step.deadline.getTime() / 1000) };
}

/** The preimage that the wallet signs, base64 XDR of a HashIdPreimage: its signature is one over the SHA-256 of it. */
export function preimageOf({ chain }: Pick<Context, "chain">, { entry, max_ledger }: Proposal): string {
  const read = xdr.SorobanAuthorizationEntry.fromXdr(entry, "base64");
  return buildAuthorizationEntryPreimage(read, max_ledger, chain.passphrase).toXdr("base64");
}

/** Depositor or beneficiary, as a wallet of the user's. @throws Problem 404 */
async function requireOwnParty(store: Store, userId: number, id: string, wallet: string) {
  const { escrow, parties } = await requireParty(store, userId, id);
  if (!parties.some((party) => party.wallet === wallet && party.role !== "arbiter")) throw notFound("wallet", wallet);
  return { escrow };
}

/**
 * Adds the wallet's signature (64 bytes, base64) over the preimage, in the form that the ledger takes; to be stored by `sign`.
 * @throws Problem 404, 409 `account_missing`, 422 `proposal_not_signed`, 503
 */
export async function check(
  context: Context,
  userId: number,
  { id, proposalId, signature }: { id: string; proposalId: number; signature: string },
): Promise<{ proposal: Proposal; signedEntry: string }> {
  const { db, chain } = context;
  const proposal = await db.read((store) => proposalOf(store, userId, id, proposalId));
  const { wallet_address: wallet } = proposal;
  await db.read((store) => requireOwn(store, userId, wallet));
  const { signers, threshold } = await requireAccount(context, wallet);
  const weight = signers.find(({ key }) => key === wallet)?.weight ?? 0;
  if (weight < Math.max(1, threshold)) throw proposalNotSigned();
  const entry = xdr.SorobanAuthorizationEntry.fromXdr(proposal.entry, "base64");
  const answer = { signature: Buffer.from(signature, "base64"), publicKey: wallet };
  const signed = await authorizeEntry(entry, async () => answer, proposal.max_ledger, chain.passphrase).catch(() => {
    throw proposalNotSigned();
  });
  return { proposal, signedEntry: signed.toXdr("base64") };
}

/** Stores what `check` has made, in the caller's commit: from now on the other party sees the proposal. @throws Problem 404 */
export async function sign(
  store: Store,
  { proposal, signedEntry }: Awaited<ReturnType<typeof check>>,
  now: Date,
): Promise<Proposal> {
  const before = await rows.proposal(store, proposal.contract_escrow_id, proposal.id);
  const signed = await rows.signProposal(store, proposal, signedEntry);
  if (!signed) throw notFound("proposal", proposal.id);
  if (before?.signed_entry === null) await emitProposal(store, signed, now);
  return signed;
}

/** Stores a proposal, in the caller's commit. Once signed, it replaces an earlier one of the same step. */
export const keep = (store: Store, proposal: NewProposal): Promise<Proposal> => rows.insertProposal(store, proposal);

/** A proposal about one of the user's escrows. Until it is signed, only its proposer sees it. @throws Problem 404 */
async function proposalOf(store: Store, userId: number, id: string, proposalId: number): Promise<Proposal> {
  const { parties } = await requireParty(store, userId, id);
  const proposal = await rows.proposal(store, id, proposalId);
  const isOwn = parties.some(({ wallet }) => wallet === proposal?.wallet_address);
  const isSeen = isOwn || (proposal?.signed_entry && parties.some(({ role }) => role !== "arbiter"));
  if (!proposal || !isSeen) throw notFound("proposal", proposalId);
  return proposal;
}

/**
 * A transaction by which the other party agrees to an open proposal, for it to sign. A number always means the same step.
 * @throws Problem 404, 409 `account_missing`, `operation_refused`, 503
 */
async function agree(
  context: Context,
  userId: number,
  wallet: string,
  { escrow: id, proposal: proposalId }: { escrow: string; proposal: number },
): Promise<NewEnvelope> {
  const { db, clock, log } = context;
  const signedEntry = await db.read(async (store) => {
    const { escrow } = await requireParty(store, userId, id);
    const { wallet_address, signed_entry } = await proposalOf(store, userId, id, proposalId);
    if (wallet !== otherParty(escrow, wallet_address)) throw notFound("wallet", wallet);
    await requireOwn(store, userId, wallet);
    if (signed_entry === null) throw notFound("proposal", proposalId);
    const open = await rows.openProposals(store, [id], clock.now());
    if (!open.some((each) => each.id === proposalId)) throw operationRefused(OVER);
    return signed_entry;
  });
  const account = await requireAccount(context, wallet);
  const operation = jointCall(xdr.SorobanAuthorizationEntry.fromXdr(signedEntry, "base64"));
  const call = { escrow: id, proposal: proposalId };
  return buildCall(context, account, { kind: "escrow.agree", userId, wallet, operation, call }).catch(
    (error: unknown) => {
      if (!(error instanceof CallRefused)) return orLedgerUnreadable(log)(error);
      log.info({ err: error, proposal: proposalId }, "the ledger refused an agreed step of an escrow");
      throw operationRefused(escrowRefusal(error.code) ?? USED);
    },
  );
}

export const agreement: BuiltEnvelope<{ escrow: string; proposal: number }> = {
  build: agree,
  // The same agreement can be proposed again: the effect of an earlier one proves nothing.
  isDone: async () => false,
};

const OVER = "The proposal has expired, or a later one has replaced it. Read the escrow again.";
const USED = "The ledger doesn't accept the proposal's signature: it was used, or is too old. Ask for a new proposal.";

/** The call that the proposer has authorised, authorised as well by whoever is the transaction's source. */
function jointCall(entry: xdr.SorobanAuthorizationEntry): xdr.Operation {
  const { rootInvocation } = entry;
  const { function: called } = rootInvocation;
  if (called.type !== "sorobanAuthorizedFunctionTypeContractFn") throw new Error("a proposal that calls no contract");
  const credentials = xdr.SorobanCredentials.sorobanCredentialsSourceAccount();
  const own = new xdr.SorobanAuthorizationEntry({ credentials, rootInvocation });
  const func = xdr.HostFunction.hostFunctionTypeInvokeContract(called.value);
  return Operation.invokeHostFunction({ func, auth: [own, entry] });
}
