import { sql } from "drizzle-orm";
import { idOf, stroopsOf } from "../../ledger/contract-events/fields.ts";
import { escrows } from "../../store/db/schema/escrows.ts";
import type { Store } from "../../store/db/store.ts";
import { type EscrowChange, emitEscrow } from "./events.ts";
import * as rows from "./store.ts";

/** An event of the escrow contract, as stored. */
export interface EscrowEvent {
  type: string;
  ledger_closed_at: Date;
  tx_hash: string;
  data: unknown;
}

/** Records what an event of the escrow contract says, in the commit that stores the event. Each event is recorded once. */
export async function record(store: Store, event: EscrowEvent): Promise<void> {
  const fields = event.data as Fields;
  const id = idOf(fields.id);
  if (id === undefined) return;
  if (event.type === "created") return create(store, id, fields, event);
  const change = changeOf(event.type, fields);
  const at = event.ledger_closed_at;
  const escrow = change && (await rows.update(store, id, { ...change, updated_at: at }));
  if (!escrow) return;
  const milestone = typeof fields.milestone === "number" ? fields.milestone : null;
  await emitEscrow(store, nameOf(event.type, fields), { escrow, milestone }, at);
}

function nameOf(type: string, { released, refunded }: Fields): EscrowChange {
  if (type === "evidence") return "evidence_added";
  if (type !== "settled") return type as EscrowChange;
  if (refunded === "0") return "released";
  return released === "0" ? "refunded" : "split";
}

async function create(store: Store, id: string, fields: Fields, event: EscrowEvent): Promise<void> {
  const { depositor, beneficiary, arbiter } = fields;
  const amount = stroopsOf(fields.amount);
  if (typeof depositor !== "string" || typeof beneficiary !== "string" || typeof arbiter !== "string") return;
  if (amount === undefined) return;
  const escrow = await rows.insert(store, {
    ...{ contract_escrow_id: id, depositor, beneficiary, arbiter, amount, held: amount },
    // Release 0.2.0 needed no acceptance.
    bound: rows.numberIn(id) !== undefined,
    disputed: 0,
    tx_hash: event.tx_hash,
    created_at: event.ledger_closed_at,
    updated_at: event.ledger_closed_at,
  });
  if (escrow) await emitEscrow(store, "created", { escrow, milestone: null }, event.ledger_closed_at);
}

function changeOf(type: string, fields: Fields) {
  if (type === "accepted") return fields.bound === true ? { bound: true } : {};
  const { milestone } = fields;
  if (typeof milestone !== "number" || milestone < 0 || milestone > MAX_MILESTONE) return undefined;
  const bit = 1 << milestone;
  if (type === "disputed") return { disputed: sql`${escrows.disputed} | ${bit}` };
  if (type === "extended" || type === "evidence") return {};
  const parts = [fields.released, fields.refunded, fields.fee].map(stroopsOf);
  if (type !== "settled" || parts.includes(undefined)) return undefined;
  const settled = parts.reduce<bigint>((sum, part) => sum + (part ?? 0n), 0n);
  return { held: sql`${escrows.held} - ${settled}`, disputed: sql`${escrows.disputed} & ${~bit}` };
}

/** The contract has at most 16. */
const MAX_MILESTONE = 15;

type Fields = Record<string, unknown>;
