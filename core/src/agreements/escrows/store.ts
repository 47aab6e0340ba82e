import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, max, or, type SQL, sql } from "drizzle-orm";
import type { PageRequest } from "../../base/page.ts";
import { field } from "../../store/db/dialect.ts";
import { newest } from "../../store/db/newest.ts";
import { deleteOldest } from "../../store/db/oldest.ts";
import { contractEvents } from "../../store/db/schema/contract-events.ts";
import { escrowProposals, escrows } from "../../store/db/schema/escrows.ts";
import type { Store } from "../../store/db/store.ts";

export type Escrow = typeof escrows.$inferSelect;
export type NewEscrow = typeof escrows.$inferInsert;
export type ContractEvent = typeof contractEvents.$inferSelect;
export type Proposal = typeof escrowProposals.$inferSelect;
export type NewProposal = Omit<typeof escrowProposals.$inferInsert, "id" | "signed_entry">;

export const escrowStatuses = ["awaiting", "active", "disputed", "ended"] as const;
export type EscrowStatus = (typeof escrowStatuses)[number];

export const roles = ["depositor", "beneficiary", "arbiter"] as const;
export type Role = (typeof roles)[number];

export function statusOf({ held, disputed, bound }: Pick<Escrow, "held" | "disputed" | "bound">): EscrowStatus {
  if (held === 0n) return "ended";
  if (disputed !== 0) return "disputed";
  return bound ? "active" : "awaiting";
}

/** SQL conditions for each status, as `statusOf` decides it. */
const hasStatus: Record<EscrowStatus, SQL> = {
  ended: sql`${escrows.held} = 0`,
  disputed: sql`${escrows.held} > 0 and ${escrows.disputed} <> 0`,
  active: sql`${escrows.held} > 0 and ${escrows.disputed} = 0 and ${escrows.bound} = 1`,
  awaiting: sql`${escrows.held} > 0 and ${escrows.disputed} = 0 and ${escrows.bound} = 0`,
};

const ZEROS = "0".repeat(48);

/**
 * The number that an event of release 0.2.0 has in place of this id. That release numbered escrows; since then such an id is the number,
 * big-endian, after 24 zero bytes.
 */
export const numberIn = (id: string): string | undefined =>
  id.startsWith(ZEROS) ? String(BigInt(`0x${id}`)) : undefined;

/** Undefined if it is there already. */
export async function insert(store: Store, row: NewEscrow): Promise<Escrow | undefined> {
  return store.insert(escrows).values(row).onConflictDoNothing().returning().get();
}

type Change = { [Name in "held" | "bound" | "disputed"]?: Escrow[Name] | SQL } & { updated_at: Date };

/** Undefined for an escrow that isn't known. */
export async function update(store: Store, contractId: string, change: Change): Promise<Escrow | undefined> {
  return store.update(escrows).set(change).where(eq(escrows.contract_escrow_id, contractId)).returning().get();
}

export async function remove(store: Store, contractId: string): Promise<void> {
  await store.delete(escrows).where(eq(escrows.contract_escrow_id, contractId));
}

export async function byContractId(store: Store, contractId: string): Promise<Escrow | undefined> {
  return store.select().from(escrows).where(eq(escrows.contract_escrow_id, contractId)).get();
}

/** An escrow that has one of these wallets as a party. */
export async function ofParty(
  store: Store,
  wallets: readonly string[],
  contractId: string,
): Promise<Escrow | undefined> {
  return store
    .select()
    .from(escrows)
    .where(and(eq(escrows.contract_escrow_id, contractId), isParty(wallets)))
    .get();
}

export interface Filter {
  status?: EscrowStatus | undefined;
  role?: Role | undefined;
  wallet_address?: string | undefined;
}

const isParty = (wallets: readonly string[], role?: Role): SQL | undefined =>
  role === undefined
    ? or(...roles.map((each) => inArray(escrows[each], [...wallets])))
    : inArray(escrows[role], [...wallets]);

/** Escrows of these wallets, newest first, ids below `before`. */
export const listOf = (
  store: Store,
  wallets: readonly string[],
  { status, role, ...page }: Filter & PageRequest,
): Promise<Escrow[]> => newest(store, escrows, page, {}, isParty(wallets, role), status && hasStatus[status]);

/** Events of an escrow in the ledger's order. The conditions are literals, or SQLite would not use the partial index. */
export async function eventsOf(
  store: Store,
  contractId: string,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<ContractEvent[]> {
  const conditions = [
    sql`${contractEvents.contract} = 'escrow'`,
    inArray(field(contractEvents.data, "id"), [contractId, numberIn(contractId) ?? contractId]),
    after === undefined ? undefined : gt(contractEvents.id, after),
  ];
  return store
    .select()
    .from(contractEvents)
    .where(and(...conditions))
    .orderBy(asc(contractEvents.id))
    .limit(limit);
}

const sameStep = ({ contract_escrow_id, wallet_address, action, milestone }: Omit<NewProposal, "entry">) =>
  and(
    eq(escrowProposals.contract_escrow_id, contract_escrow_id),
    eq(escrowProposals.wallet_address, wallet_address),
    eq(escrowProposals.action, action),
    eq(escrowProposals.milestone, milestone),
  );

/** Inserts a proposal in place of one of the same step that was never signed. */
export async function insertProposal(store: Store, row: NewProposal): Promise<Proposal> {
  await store.delete(escrowProposals).where(and(sameStep(row), isNull(escrowProposals.signed_entry)));
  return store.insert(escrowProposals).values(row).returning().get();
}

export async function proposal(store: Store, contractId: string, id: number): Promise<Proposal | undefined> {
  return store
    .select()
    .from(escrowProposals)
    .where(and(eq(escrowProposals.id, id), eq(escrowProposals.contract_escrow_id, contractId)))
    .get();
}

/** Signs a proposal in place of earlier ones of the same step. Undefined if there is no such proposal any more. */
export async function signProposal(
  store: Store,
  { id, entry }: Proposal,
  signed_entry: string,
): Promise<Proposal | undefined> {
  const isThis = and(eq(escrowProposals.id, id), eq(escrowProposals.entry, entry));
  const signed = await store.update(escrowProposals).set({ signed_entry }).where(isThis).returning().get();
  if (signed) await store.delete(escrowProposals).where(and(sameStep(signed), lt(escrowProposals.id, id)));
  return signed;
}

/** Open proposals of these escrows, signed and in time, oldest first; of each party, step and milestone the latest one. */
export async function openProposals(store: Store, contractIds: readonly string[], now: Date): Promise<Proposal[]> {
  const { id, contract_escrow_id, wallet_address, action, milestone, signed_entry, expires_at } = escrowProposals;
  const latest = store
    .select({ id: max(id) })
    .from(escrowProposals)
    .where(and(inArray(contract_escrow_id, [...contractIds]), isNotNull(signed_entry), gt(expires_at, now)))
    .groupBy(contract_escrow_id, wallet_address, action, milestone);
  return store.select().from(escrowProposals).where(inArray(id, latest)).orderBy(asc(id));
}

/** Deletes proposals that expired before `limit`, but for the latest: its number must not be given again. @returns how many */
export async function pruneProposals(store: Store, limit: Date): Promise<number> {
  const latest = store.select({ id: max(escrowProposals.id) }).from(escrowProposals);
  return deleteOldest(store, escrowProposals.expires_at, limit, lt(escrowProposals.id, sql`(${latest})`));
}
