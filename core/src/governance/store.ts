import { and, desc, eq, lt, sql } from "drizzle-orm";
import { proposals, stakes, type VoteSupport, votes } from "../db/schema/governance.ts";
import type { Store } from "../db/store.ts";
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

interface PageOf {
  /** Ids below this one. */
  before?: number | undefined;
  limit: number;
}

export async function insertProposal(store: Store, row: NewProposal): Promise<void> {
  await store.insert(proposals).values(row).onConflictDoNothing();
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

export async function changeProposal(store: Store, id: number, change: ProposalChange): Promise<void> {
  await store.update(proposals).set(change).where(eq(proposals.id, id));
}

/** @returns whether it is new */
export async function insertVote(store: Store, row: typeof votes.$inferInsert): Promise<boolean> {
  const added = await store.insert(votes).values(row).onConflictDoNothing().returning({ id: votes.id }).get();
  return added !== undefined;
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
  { state, proposer, before, limit }: PageOf & { state?: StateName | undefined; proposer?: string | undefined },
): Promise<ListedProposal[]> {
  const conditions = [
    state && sql`${stateAt(at)} = ${state}`,
    proposer === undefined ? undefined : eq(proposals.proposer, proposer),
    before === undefined ? undefined : lt(proposals.id, before),
  ];
  const rows = await store
    .select({ row: proposals, state: stateAt(at) })
    .from(proposals)
    .where(and(...conditions))
    .orderBy(desc(proposals.id))
    .limit(limit);
  return rows.map(({ row, state }) => ({ ...row, state }));
}

/** Newest first. */
export async function listVotes(
  store: Store,
  proposalId: number,
  { support, before, limit }: PageOf & { support?: VoteSupport | undefined },
): Promise<VoteRow[]> {
  const conditions = [
    eq(votes.proposal_id, proposalId),
    support && eq(votes.support, support),
    before === undefined ? undefined : lt(votes.id, before),
  ];
  return store
    .select()
    .from(votes)
    .where(and(...conditions))
    .orderBy(desc(votes.id))
    .limit(limit);
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

/** Newest stakers first. */
export async function listStakes(
  store: Store,
  { wallet_address, before, limit }: PageOf & { wallet_address?: string | undefined },
): Promise<StakeRow[]> {
  const conditions = [
    wallet_address === undefined ? undefined : eq(stakes.wallet_address, wallet_address),
    before === undefined ? undefined : lt(stakes.id, before),
  ];
  return store
    .select()
    .from(stakes)
    .where(and(...conditions))
    .orderBy(desc(stakes.id))
    .limit(limit);
}
