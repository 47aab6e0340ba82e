import type { Escrow as ContractEscrow } from "@merit/bindings/escrow";
import { notFound } from "../../base/errors.ts";
import { type Page, toPage } from "../../base/page.ts";
import type { Context } from "../../context/context.ts";
import { ledgerNow } from "../../ledger/chain/clock.ts";
import { RpcUnavailable } from "../../ledger/chain/errors.ts";
import { orLedgerUnreadable } from "../../ledger/chain/problems.ts";
import { listOf as walletsOf } from "../../parties/wallets/store.ts";
import type { Store } from "../../store/db/store.ts";
import { type Action, actionsOf, isAgreeable } from "./actions.ts";
import { readEscrows } from "./entries.ts";
import type { ContractEvent, Escrow, Filter, Proposal, Role } from "./store.ts";
import * as rows from "./store.ts";

export type { Escrow, Proposal } from "./store.ts";

export interface Listed {
  row: Escrow;
  parties: Party[];
  /** The escrow as the contract has it, and what each party can do now; null: the node can't tell. */
  seen: { escrow: ContractEscrow; actions: Action[][] } | null;
}

/** A page of the escrows that a user's wallets are parties of, newest first. */
export async function list(
  context: Context,
  userId: number,
  { wallet_address, ...request }: Filter & { before?: number | undefined; limit: number },
): Promise<Page<Listed> & { fee: number | null }> {
  const { db, chain, clock, log } = context;
  const { wallets, page, open } = await db.read(async (store) => {
    const wallets = await provenWallets(store, userId);
    const asked = wallets.filter((wallet) => wallet_address === undefined || wallet === wallet_address);
    const page = await toPage(request, (page) => rows.listOf(store, asked, page));
    return { wallets, page, open: await rows.openProposals(store, page.rows.map(idOf), clock.now()) };
  });
  const read = async () => ({
    now: await ledgerNow(context),
    escrows: await readEscrows(chain, page.rows.map(idOf)),
    fee: (await chain.contracts.escrow.view("fee")).value,
  });
  const ledger = await read().catch((error: unknown) => {
    if (!(error instanceof RpcUnavailable)) throw error;
    log.warn({ err: error.message }, "escrows are listed without what the contract has");
    return undefined;
  });
  const listed = page.rows.map((row) => {
    const parties = partiesOf(row, wallets);
    const escrow = ledger?.escrows.get(idOf(row));
    if (!ledger || !escrow) return { row, parties, seen: null };
    const proposals = open.filter(
      (proposal) => proposal.contract_escrow_id === idOf(row) && isAgreeable(escrow, proposal, ledger.now),
    );
    // The amount owed to a wallet comes from all of its escrows, so withdrawing it is no action of one.
    const asking = { owed: 0n, proposals, now: ledger.now };
    return {
      row,
      parties,
      seen: { escrow, actions: parties.map((party) => actionsOf(escrow, { ...party, ...asking })) },
    };
  });
  return { ...page, rows: listed, fee: ledger?.fee ?? null };
}

const idOf = ({ contract_escrow_id }: Escrow) => contract_escrow_id;

async function provenWallets(store: Store, userId: number): Promise<string[]> {
  return (await walletsOf(store, userId)).filter(({ proven_at }) => proven_at !== null).map(({ address }) => address);
}

/** Role of a wallet in an escrow; undefined: none. */
const roleOf = (escrow: Pick<Escrow, Role>, wallet: string): Role | undefined =>
  rows.roles.find((role) => escrow[role] === wallet);

export interface Party {
  wallet: string;
  role: Role;
}

/** An escrow, and which parties of it are wallets of the user's. @throws Problem 404 if none is */
export async function requireParty(
  store: Store,
  userId: number,
  id: string,
): Promise<{ escrow: Escrow; parties: Party[] }> {
  const wallets = await provenWallets(store, userId);
  const escrow = await rows.ofParty(store, wallets, id);
  if (!escrow) throw notFound("escrow", id);
  return { escrow, parties: partiesOf(escrow, wallets) };
}

const partiesOf = (escrow: Escrow, wallets: readonly string[]): Party[] =>
  wallets.flatMap((wallet) => {
    const role = roleOf(escrow, wallet);
    return role ? [{ wallet, role }] : [];
  });

export interface Details {
  row: Escrow;
  /** The escrow as the contract has it now. */
  escrow: ContractEscrow;
  /** The user's parties; what `withdraw` would pay each, in stroops, and what it can do now. */
  parties: (Party & { owed: bigint; actions: Action[] })[];
  /** Proposals that can still be agreed to. The arbiter doesn't see them: it may have to decide. */
  proposals: Proposal[];
}

/** An escrow as the contract has it, and what the user can do with it now. @throws Problem 404, 503 */
export async function get(context: Context, userId: number, id: string): Promise<Details> {
  const { db, chain, clock, log } = context;
  const { escrow: row, parties } = await db.read((store) => requireParty(store, userId, id));
  const isNegotiating = parties.some(({ role }) => role !== "arbiter");
  const open = isNegotiating ? await db.read((store) => rows.openProposals(store, [id], clock.now())) : [];
  const { escrow: contract } = chain.contracts;
  const read = async () => {
    const now = await ledgerNow(context);
    const { value: escrow } = await contract.view("get", { id: Buffer.from(id, "hex") });
    const proposals = open.filter((proposal) => isAgreeable(escrow, proposal, now));
    const seen = parties.map(async ({ wallet, role }) => {
      const { value: owed } = await contract.view("owed", { account: wallet });
      return { wallet, role, owed, actions: actionsOf(escrow, { wallet, role, owed, proposals, now }) };
    });
    return { row, escrow, parties: await Promise.all(seen), proposals };
  };
  return read().catch(orLedgerUnreadable(log));
}

/** Events of an escrow in the ledger's order, those after `after` if given. Who may see it was checked by `get`. */
export function events(
  store: Store,
  id: string,
  request: { after?: string | undefined; limit: number },
): Promise<Page<ContractEvent>> {
  return toPage(request, (page) => rows.eventsOf(store, id, page));
}
