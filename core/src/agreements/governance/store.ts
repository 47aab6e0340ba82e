import { and, asc, desc, eq, gt, lte, notExists, or, sql } from "drizzle-orm";
import type { PageRequest } from "../../base/page.ts";
import { isOlder, newest } from "../../store/db/newest.ts";
import { delegations, proposals, stakes, type VoteSupport, votes } from "../../store/db/schema/governance.ts";
import type { Store } from "../../store/db/store.ts";
import { QUEUE_WINDOW, type StateName } from "./states.ts";

export type ProposalRow = typeof proposals.$inferSelect;
export type NewProposal = typeof proposals.$inferInsert;
export type VoteRow = typeof votes.$inferSelect;
export type StakeRow = typeof stakes.$inferSelect;

/** The ledger at which states are asked for. */
export interface At {
  sequence: number;
  closeTime: Date;
}

/** Undefined if it is there already. */
export async function insertProposal(store: Store, row: NewProposal): Promise<ProposalRow | undefined> {
  return store.insert(proposals).values(row).onConflictDoNothing().returning().get();
}

export async function byReference(store: Store, reference: string): Promise<ProposalRow | undefined> {
  return store.select().from(proposals).where(eq(proposals.reference, reference)).get();
}

type ProposalChange = Partial<
  Pick<
    ProposalRow,
    "in_favour" | "against" | "abstain" | "is_winning" | "vote_end" | "executable_from" | "executable_until" | "outcome"
  >
> & { updated_at: Date };

export async function changeProposal(
  store: Store,
  id: number,
  change: ProposalChange,
): Promise<ProposalRow | undefined> {
  return store.update(proposals).set(change).where(eq(proposals.id, id)).returning().get();
}

/** Undefined if it is there already. */
export async function insertVote(store: Store, row: typeof votes.$inferInsert): Promise<VoteRow | undefined> {
  return store.insert(votes).values(row).onConflictDoNothing().returning().get();
}

/** The state at a ledger, by the contract's rules. */
function stateAt({ sequence, closeTime }: At) {
  const { outcome, executable_until, snapshot, vote_end, is_winning } = proposals;
  const now = closeTime.getTime();
  return sql<StateName>`case
    when ${outcome} = 'executed' then 'executed'
    when ${outcome} is not null then 'cancelled'
    when ${executable_until} <= ${now} then 'expired'
    when ${executable_until} is not null then 'queued'
    when ${snapshot} >= ${sequence} then 'pending'
    when ${vote_end} >= ${sequence} then 'active'
    when ${is_winning} = 0 then 'defeated'
    when ${vote_end} + ${QUEUE_WINDOW} < ${sequence} then 'expired'
    else 'succeeded' end`;
}

export type ListedProposal = ProposalRow & { state: StateName };

/** Newest first. */
export async function listProposals(
  store: Store,
  at: At,
  { state, proposer, ...page }: PageRequest & { state?: StateName | undefined; proposer?: string | undefined },
): Promise<ListedProposal[]> {
  const conditions = [
    state && sql`${stateAt(at)} = ${state}`,
    proposer === undefined ? undefined : eq(proposals.proposer, proposer),
    isOlder(proposals.id, page),
  ];
  const rows = await store
    .select({ row: proposals, state: stateAt(at) })
    .from(proposals)
    .where(and(...conditions))
    .orderBy(desc(proposals.id))
    .limit(page.limit);
  return rows.map(({ row, state }) => ({ ...row, state }));
}

/** Newest first. */
export const listVotes = (
  store: Store,
  proposal_id: number,
  { support, ...page }: PageRequest & { support?: VoteSupport | undefined },
): Promise<VoteRow[]> => newest(store, votes, page, { proposal_id, support });

export async function saveDelegation(
  store: Store,
  { delegator, ...named }: Omit<typeof delegations.$inferInsert, "id">,
): Promise<void> {
  await store
    .insert(delegations)
    .values({ delegator, ...named })
    .onConflictDoUpdate({ target: delegations.delegator, set: named });
}

export async function dropDelegation(store: Store, delegator: string): Promise<void> {
  await store.delete(delegations).where(eq(delegations.delegator, delegator));
}

export interface Delegator {
  delegator: string;
  /** Stroops, now. */
  votes: bigint;
  since: Date;
}

export interface Delegators {
  /** Most votes first. */
  rows: Delegator[];
  /** Totals of all delegators, however many rows there are. */
  count: number;
  votes: bigint;
}

/** Wallets that delegate to `delegate`. With a proposal: those whose votes it can still cast, and who have votes or had some lately. */
export async function listDelegators(
  store: Store,
  delegate: string,
  { proposal, limit }: { proposal?: Pick<ProposalRow, "id" | "snapshot"> | undefined; limit: number },
): Promise<Delegators> {
  const own = sql<bigint>`coalesce(${stakes.votes}, 0)`;
  const voted = (id: number) =>
    store
      .select({ id: votes.id })
      .from(votes)
      .where(and(eq(votes.proposal_id, id), eq(votes.voter, delegations.delegator)));
  const conditions = and(
    eq(delegations.delegate, delegate),
    proposal && lte(delegations.since_ledger, proposal.snapshot),
    proposal && or(gt(stakes.votes, 0n), gt(stakes.cooling, 0n)),
    proposal && notExists(voted(proposal.id)),
  );
  const sums = await store
    .select({ count: sql`count(*)`.mapWith(Number), votes: sql`coalesce(sum(${own}), 0)`.mapWith(BigInt) })
    .from(delegations)
    .leftJoin(stakes, eq(stakes.wallet_address, delegations.delegator))
    .where(conditions)
    .get();
  const rows = await store
    .select({ delegator: delegations.delegator, votes: own.mapWith(BigInt), since: delegations.since })
    .from(delegations)
    .leftJoin(stakes, eq(stakes.wallet_address, delegations.delegator))
    .where(conditions)
    .orderBy(desc(own), asc(delegations.id))
    .limit(limit);
  return { rows, count: sums?.count ?? 0, votes: sums?.votes ?? 0n };
}

export async function stakeOf(store: Store, wallet: string): Promise<StakeRow | undefined> {
  return store.select().from(stakes).where(eq(stakes.wallet_address, wallet)).get();
}

export async function saveStake(
  store: Store,
  { id: _, ...row }: Omit<StakeRow, "id"> & { id?: number },
): Promise<void> {
  const { wallet_address: target, ...set } = row;
  await store
    .insert(stakes)
    .values({ wallet_address: target, ...set })
    .onConflictDoUpdate({ target: stakes.wallet_address, set });
}

export async function removeStake(store: Store, wallet: string): Promise<void> {
  await store.delete(stakes).where(eq(stakes.wallet_address, wallet));
}

/** Newest stakers first. */
export const listStakes = (
  store: Store,
  { wallet_address, ...page }: PageRequest & { wallet_address?: string | undefined },
): Promise<StakeRow[]> => newest(store, stakes, page, { wallet_address });
