import { emitTo } from "../../parties/wallets/concerned.ts";
import type { Store } from "../../store/db/store.ts";
import { presentEscrowRow, presentProposal } from "./presenter.ts";
import type { Escrow, Proposal } from "./store.ts";
import * as rows from "./store.ts";

export type EscrowChange =
  | "created"
  | "accepted"
  | "extended"
  | "disputed"
  | "evidence_added"
  | "released"
  | "refunded"
  | "split";

/** The milestone that changed; null: the whole escrow. */
export async function emitEscrow(
  store: Store,
  change: EscrowChange,
  { escrow, milestone }: { escrow: Escrow; milestone: number | null },
  at: Date,
): Promise<void> {
  const { depositor, beneficiary, arbiter } = escrow;
  const event = { objectId: escrow.contract_escrow_id, data: { ...presentEscrowRow(escrow), milestone } };
  await emitTo(store, { wallets: [depositor, beneficiary, arbiter] }, { type: `escrow.${change}`, ...event }, at);
}

/** Emits a proposal, but not to the arbiter: it may have to decide. */
export async function emitProposal(store: Store, proposal: Proposal, now: Date): Promise<void> {
  const escrow = await rows.byContractId(store, proposal.contract_escrow_id);
  if (!escrow) return;
  const event = { objectId: proposal.id, data: presentProposal(proposal) };
  const concerned = { wallets: [escrow.depositor, escrow.beneficiary] };
  await emitTo(store, concerned, { type: "escrow_proposal.created", ...event }, now);
}
