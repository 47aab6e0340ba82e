import { notFound } from "../../base/errors.ts";
import { type Page, type PageRequest, toPage } from "../../base/page.ts";
import type { Context } from "../../context/context.ts";
import { orLedgerUnreadable } from "../../ledger/chain/problems.ts";
import type { proposals, VoteSupport } from "../../store/db/schema/governance.ts";
import { type DecodedCall, decodeCall, type StoredAction, storedAction } from "./decode.ts";
import { type Overview, type Power, readOverview, readPower } from "./power.ts";
import { type LedgerProposal, readProposal } from "./proposals.ts";
import type { StateName } from "./states.ts";
import * as rows from "./store.ts";
import { actionsOf, proposalId, type Template } from "./templates.ts";

// Governance for everyone: the ledger is public. What decides is read from the contract; lists are read from the indexed events.

export interface Proposal extends LedgerProposal {
  /** From the indexed events; null if they haven't been read so far. */
  row: typeof proposals.$inferSelect | null;
}

const HEX = /^[0-9a-f]{64}$/;

/** @throws Problem 404, 503 */
export async function proposal({ chain, db, log }: Context, id: string): Promise<Proposal> {
  const found = HEX.test(id) ? await readProposal(chain, id).catch(orLedgerUnreadable(log)) : undefined;
  if (!found) throw notFound("proposal", id);
  const row = await db.read((store) => rows.byReference(store, id));
  return { ...found, row: row ?? null };
}

/** Proposals, newest first, in their states at the latest ledger. @throws Problem 503 */
export async function listProposals(
  { chain, db, log }: Context,
  request: PageRequest & { state?: StateName | undefined; proposer?: string | undefined },
): Promise<Page<rows.ListedProposal>> {
  const at = await chain.latestLedger().catch(orLedgerUnreadable(log));
  return db.read((store) => toPage(request, (page) => rows.listProposals(store, at, page)));
}

/** Votes, newest first; none before the proposal's own event has been read. */
export async function listVotes(
  { db }: Context,
  { row }: Proposal,
  request: PageRequest & { support?: VoteSupport | undefined },
): Promise<Page<rows.VoteRow>> {
  if (!row) return { rows: [], hasMore: false };
  return db.read((store) => toPage(request, (page) => rows.listVotes(store, row.id, page)));
}

/** Wallets that delegate to this one, most votes first. With a proposal, only those whose votes it can still cast. @throws Problem 404 */
export function listDelegators(
  { db }: Context,
  delegate: string,
  { proposal, limit }: { proposal?: string | undefined; limit: number },
): Promise<rows.Delegators> {
  return db.read(async (store) => {
    const row = proposal === undefined ? undefined : await rows.byReference(store, proposal);
    if (proposal !== undefined && !row) throw notFound("proposal", proposal);
    return rows.listDelegators(store, delegate, { proposal: row, limit });
  });
}

export function listStakes(
  { db }: Context,
  request: PageRequest & { wallet_address?: string | undefined },
): Promise<Page<rows.StakeRow>> {
  return db.read((store) => toPage(request, (page) => rows.listStakes(store, page)));
}

/** @throws Problem 503 */
export const overview = ({ chain, log }: Context): Promise<Overview> =>
  readOverview(chain).catch(orLedgerUnreadable(log));

/** @throws Problem 503 */
export const power = ({ chain, log }: Context, wallet: string): Promise<Power> =>
  readPower(chain, wallet).catch(orLedgerUnreadable(log));

/** A proposal that a wallet could make. */
export interface Draft {
  /** Id that the contract will give it. */
  proposal: string;
  actions: StoredAction[];
  description: string;
}

export function draft(
  { chain }: Context,
  proposer: string,
  { changes, description }: { changes: Template[]; description: string },
): { draft: Draft; calls: DecodedCall[] } {
  const actions = changes.flatMap((change) => actionsOf(chain.contracts, change));
  const proposal = proposalId(chain.contracts, { proposer, actions, description });
  return {
    draft: { proposal, actions: actions.map(storedAction), description },
    calls: actions.map((action) => decodeCall(chain, action)),
  };
}
