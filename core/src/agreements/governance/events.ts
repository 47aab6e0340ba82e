import { stroopsOf } from "../../ledger/contract-events/fields.ts";
import { emitTo } from "../../parties/wallets/concerned.ts";
import { voteSupports } from "../../store/db/schema/governance.ts";
import type { Store } from "../../store/db/store.ts";
import { presentDelegation, presentProposalRow, presentStake, presentVote } from "./presenter.ts";
import * as rows from "./store.ts";

/** An event of the governance contract, as stored. */
export interface GovernanceEvent {
  type: string;
  ledger: number;
  ledger_closed_at: Date;
  tx_hash: string;
  data: unknown;
}

type Fields = Record<string, unknown>;
type Recorder = (store: Store, fields: Fields, event: GovernanceEvent) => Promise<void>;

/** Records what an event says, in the commit that stores the event. One that this code's contract doesn't emit changes nothing. */
export async function record(store: Store, event: GovernanceEvent): Promise<void> {
  await recorders.get(event.type)?.(store, event.data as Fields, event);
}

const recorders = new Map<string, Recorder>(
  Object.entries({
    proposed,
    voted,
    delegate_changed: delegateChanged,
    async queued(store, { id, eta, expires_at }, { ledger_closed_at }) {
      const [executable_from, executable_until] = [date(eta), date(expires_at)];
      if (executable_from && executable_until) {
        await change(store, "queued", id, { executable_from, executable_until, updated_at: ledger_closed_at });
      }
    },
    cancelled: (store, { id }, event) => end(store, id, "cancelled", event),
    vetoed: (store, { id }, event) => end(store, id, "vetoed", event),
    executed: (store, { id }, event) => end(store, id, "executed", event),
    stake: (store, { staker, amount }, event) =>
      changeStake(store, "added", staker, amount, event, (stake, more) => ({
        warming: stake.warming + more,
        warming_since: event.ledger_closed_at,
      })),
    activate: (store, { staker, amount }, event) =>
      changeStake(store, "activated", staker, amount, event, (stake, more) => ({
        votes: stake.votes + more,
        ...{ warming: less(stake.warming, more), warming_since: null },
      })),
    /** Takes first from the tokens that warm up, then from votes. */
    unstake: (store, { staker, amount, until }, event) =>
      changeStake(store, "removed", staker, amount, event, (stake, taken) => {
        const warming = less(stake.warming, taken);
        return {
          ...{ warming, warming_since: warming === 0n ? null : stake.warming_since },
          votes: less(stake.votes, taken - (stake.warming - warming)),
          ...{ cooling: stake.cooling + taken, cooling_until: date(until) ?? stake.cooling_until },
        };
      }),
    withdraw: (store, { staker, amount }, event) =>
      changeStake(store, "withdrawn", staker, amount, event, (stake, taken) => ({
        cooling: less(stake.cooling, taken),
        cooling_until: null,
      })),
  }),
);

async function proposed(
  store: Store,
  fields: Fields,
  { tx_hash, ledger_closed_at: at }: GovernanceEvent,
): Promise<void> {
  const { id, proposer, description, actions, snapshot, vote_end, threshold_bps } = fields;
  const quorum = stroopsOf(fields.quorum);
  if (typeof id !== "string" || typeof proposer !== "string" || !Array.isArray(actions) || quorum === undefined) return;
  if (typeof snapshot !== "number" || typeof vote_end !== "number" || typeof threshold_bps !== "number") return;
  const proposal = await rows.insertProposal(store, {
    ...{ reference: id, proposer, description: String(description) },
    calls: actions.map((action: Fields) => ({ target: String(action.target), function: String(action.function) })),
    ...{ snapshot, vote_end, quorum, threshold_bps },
    ...{ in_favour: 0n, against: 0n, abstain: 0n, is_winning: false },
    ...{ tx_hash, created_at: at, updated_at: at },
  });
  if (proposal) await emitProposal(store, "created", proposal, at);
}

async function voted(store: Store, fields: Fields, { tx_hash, ledger_closed_at: at }: GovernanceEvent): Promise<void> {
  const { id, voter, vote_end } = fields;
  const support = voteSupports[Number(fields.support)];
  const weight = stroopsOf(fields.weight);
  const proposal = typeof id === "string" ? await rows.byReference(store, id) : undefined;
  if (!proposal || !support || weight === undefined || typeof voter !== "string" || typeof vote_end !== "number")
    return;
  // Release 0.2.0 knew no delegates.
  const delegate = typeof fields.delegate === "string" ? fields.delegate : null;
  const vote = { proposal_id: proposal.id, voter, delegate, support, weight, tx_hash, created_at: at };
  const cast = await rows.insertVote(store, vote);
  if (!cast) return;
  const tally = {
    in_favour: proposal.in_favour + (support === "for" ? weight : 0n),
    against: proposal.against + (support === "against" ? weight : 0n),
    abstain: proposal.abstain + (support === "abstain" ? weight : 0n),
  };
  const is_winning = wins({ ...proposal, ...tally });
  // The end only grows; a vote of a gap comes late.
  const latest = Math.max(proposal.vote_end, vote_end);
  await rows.changeProposal(store, proposal.id, { ...tally, is_winning, vote_end: latest, updated_at: at });
  const data = { proposal_id: proposal.reference, ...presentVote(cast) };
  await emitTo(store, { wallets: [voter, delegate] }, { type: "vote.cast", objectId: cast.id, data }, at);
}

async function delegateChanged(
  store: Store,
  { delegator, from_delegate: before, to_delegate: delegate }: Fields,
  { ledger: since_ledger, ledger_closed_at: since }: GovernanceEvent,
): Promise<void> {
  if (typeof delegator !== "string" || typeof delegate !== "string") return;
  // A wallet that names the same delegate again has named it since the first time.
  if (delegate === before) return;
  const named = delegate === delegator ? null : delegate;
  if (named === null) await rows.dropDelegation(store, delegator);
  else await rows.saveDelegation(store, { delegator, delegate: named, since_ledger, since });
  const wallets = [delegator, named, typeof before === "string" ? before : null];
  const event = { objectId: delegator, data: presentDelegation(delegator, named, since) };
  await emitTo(store, { wallets }, { type: "delegation.changed", ...event }, since);
}

type Votes = Pick<rows.ProposalRow, "in_favour" | "against" | "abstain" | "quorum" | "threshold_bps">;

const WHOLE_BPS = 10_000n;

/** True if the votes win, as the contract decides: quorum, more for than against, and the needed share, rounded up. */
const wins = ({ in_favour, against, abstain, quorum, threshold_bps }: Votes) =>
  in_favour + abstain >= quorum &&
  in_favour > against &&
  in_favour * WHOLE_BPS >= (in_favour + against) * BigInt(threshold_bps);

const end = (store: Store, id: unknown, outcome: NonNullable<rows.ProposalRow["outcome"]>, event: GovernanceEvent) =>
  change(store, outcome, id, { outcome, updated_at: event.ledger_closed_at });

/** A proposal whose own event was missed has no row. */
async function change(
  store: Store,
  name: "queued" | NonNullable<rows.ProposalRow["outcome"]>,
  id: unknown,
  to: Parameters<typeof rows.changeProposal>[2],
): Promise<void> {
  const proposal = typeof id === "string" ? await rows.byReference(store, id) : undefined;
  const changed = proposal && (await rows.changeProposal(store, proposal.id, to));
  if (changed) await emitProposal(store, name, changed, to.updated_at);
}

/** Proposals are public, and GET /contract-events tells them all to everyone: an event is for the proposer alone. */
async function emitProposal(
  store: Store,
  change: "created" | "queued" | NonNullable<rows.ProposalRow["outcome"]>,
  proposal: rows.ProposalRow,
  at: Date,
): Promise<void> {
  const event = { objectId: proposal.reference, data: presentProposalRow(proposal) };
  await emitTo(store, { wallets: [proposal.proposer] }, { type: `proposal.${change}`, ...event }, at);
}

async function changeStake(
  store: Store,
  name: "added" | "activated" | "removed" | "withdrawn",
  staker: unknown,
  amount: unknown,
  { ledger_closed_at: updated_at }: GovernanceEvent,
  next: (stake: rows.StakeRow, amount: bigint) => Partial<rows.StakeRow>,
): Promise<void> {
  const moved = stroopsOf(amount);
  if (typeof staker !== "string" || moved === undefined) return;
  const none = { votes: 0n, warming: 0n, warming_since: null, cooling: 0n, cooling_until: null };
  const before = (await rows.stakeOf(store, staker)) ?? { id: 0, wallet_address: staker, ...none, updated_at };
  const stake = { ...before, ...next(before, moved), updated_at };
  await rows.saveStake(store, stake);
  const event = { objectId: staker, data: presentStake(stake) };
  await emitTo(store, { wallets: [staker] }, { type: `stake.${name}`, ...event }, updated_at);
}

/** Subtracts, but not below 0, which only happens where the indexer has missed events. */
const less = (from: bigint, by: bigint) => (from > by ? from - by : 0n);

/** A u64 of Unix seconds (decimal). */
function date(value: unknown): Date | null {
  const time = new Date(Number(value) * 1000);
  return typeof value === "string" && !Number.isNaN(time.getTime()) ? time : null;
}
