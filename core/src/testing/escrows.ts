import { randomBytes } from "node:crypto";
import { type Escrow, type Milestone, Status } from "@merit/bindings/escrow";
import type { Role } from "../agreements/escrows/store.ts";
import * as rows from "../agreements/escrows/store.ts";
import { newWallet } from "./chain.ts";
import type { World } from "./world.ts";

const PART = 100_000_000n;
const NOW = () => Math.floor(Date.now() / 1000);

/** A milestone of 10 tokens that is held for a day, unless `change` says otherwise. */
export const milestone = (change: Partial<Milestone> = {}): Milestone => ({
  amount: PART,
  deadline: BigInt(NOW() + 86_400),
  status: Status.Held,
  decide_by: null,
  evidence: null,
  ...change,
});

/** An escrow that both have accepted, on the ledger and in the database. @returns its id */
export async function createEscrow(
  { context, chain }: Pick<World, "context" | "chain">,
  parties: Partial<Record<Role, string>>,
  change: Partial<Escrow> = {},
): Promise<string> {
  const id = randomBytes(32).toString("hex");
  const milestones = change.milestones ?? [milestone(), milestone()];
  const amount = milestones.reduce((sum, each) => sum + each.amount, 0n);
  const isOpen = ({ status }: Milestone) => status === Status.Held || status === Status.Disputed;
  const held = milestones.filter(isOpen).reduce((sum, each) => sum + each.amount, 0n);
  const escrow: Escrow = {
    ...{ depositor: newWallet(), beneficiary: newWallet(), arbiter: newWallet(), ...parties },
    awaited: null,
    agreement: new Uint8Array(32),
    fee: 100,
    dispute_window: 604_800n,
    undecided_share: 0,
    milestones,
    sums: { deposited: amount, released: amount - held, refunded: 0n, fees: 0n, held },
    ...change,
  };
  chain.escrows.set(id, escrow);
  const now = new Date();
  const { depositor, beneficiary, arbiter, awaited } = escrow;
  const disputed = milestones.reduce((bits, { status }, index) => bits | (+(status === Status.Disputed) << index), 0);
  await context.db.commit((store) =>
    rows.insert(store, {
      ...{ contract_escrow_id: id, depositor, beneficiary, arbiter, amount, held, disputed },
      bound: awaited === null,
      tx_hash: "e".repeat(64),
      created_at: now,
      updated_at: now,
    }),
  );
  return id;
}
