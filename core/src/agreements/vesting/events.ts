import { idOf, stroopsOf } from "../../ledger/contract-events/fields.ts";
import { emitTo } from "../../parties/wallets/concerned.ts";
import type { Store } from "../../store/db/store.ts";
import { presentRow } from "./presenter.ts";
import * as rows from "./store.ts";

// Everything that the service knows of schedules without asking the ledger comes from here: the events of the contract, each
// recorded once, in the commit that stores it.

/** An event of the vesting contract, as stored. */
export interface VestingEvent {
  type: string;
  ledger_closed_at: Date;
  tx_hash: string;
  data: unknown;
}

type Fields = Record<string, unknown>;

/** Records what an event says. One of a schedule whose creation was not read changes nothing. */
export async function record(store: Store, { type, data, ledger_closed_at: at, tx_hash }: VestingEvent): Promise<void> {
  const fields = data as Fields;
  const schedule = idOf(fields.id);
  if (schedule === undefined) return;
  if (type === "created") {
    const { beneficiary, funder, revocable } = fields;
    const total = stroopsOf(fields.total);
    if (typeof beneficiary !== "string" || typeof funder !== "string" || total === undefined) return;
    const row = await rows.insert(store, {
      ...{ schedule, funder, granted_to: beneficiary, beneficiary, status: "active" },
      ...{ total, released: 0n, refunded: 0n, revocable: revocable === true },
      ...{ tx_hash, created_at: at, updated_at: at },
    });
    if (row) await emitChange(store, "created", [row], at);
    return;
  }
  const known = await rows.bySchedule(store, schedule);
  // The holder at that time, as the event names it: our row may lack a transfer that is in a gap.
  const holder = type === "claimed" && typeof fields.beneficiary === "string" ? fields.beneficiary : undefined;
  const row = known && { ...known, beneficiary: holder ?? known.beneficiary };
  const change = row && changeOf(row, type, fields, at);
  const changed = change && (await rows.update(store, row.id, { ...change, updated_at: at }));
  if (changed) {
    const then = { ...changed, beneficiary: holder ?? changed.beneficiary };
    await emitChange(store, changes[type as keyof typeof changes], [then, row], at);
  }
}

const changes = {
  claimed: "claimed",
  revoked: "revoked",
  transfer_begun: "offered",
  transfer_cancelled: "offer_cancelled",
  transferred: "transferred",
} as const;

type Change = "created" | (typeof changes)[keyof typeof changes];

/** Emits a change, also to those who had the schedule, or were offered it, before. */
async function emitChange(
  store: Store,
  change: Change,
  [row, before = row]: [rows.ScheduleRow, rows.ScheduleRow?],
  at: Date,
): Promise<void> {
  const wallets = [row.beneficiary, before.beneficiary, row.offered_to, before.offered_to];
  const merchantIds = await rows.merchantsOf(store, row.funder);
  const event = { type: `vesting.${change}` as const, objectId: row.schedule, data: presentRow(row, at) };
  await emitTo(store, { merchantIds, wallets }, event, at);
}

/** The last second that a date can hold. */
const MAX_SECONDS = 8_640_000_000_000;

const noOffer = { offered_to: null, offer_ends_at: null };

function changeOf(row: rows.ScheduleRow, type: string, fields: Fields, at: Date) {
  switch (type) {
    case "claimed": {
      const released = row.released + (stroopsOf(fields.amount) ?? 0n);
      return { released, ...(isPaid(row, { released }) && { status: "finished" as const }) };
    }
    case "revoked": {
      const refunded = stroopsOf(fields.refunded) ?? 0n;
      const status = isPaid(row, { refunded }) ? ("finished" as const) : ("revoked" as const);
      return { refunded, status, revoked_at: at, ...noOffer };
    }
    case "transfer_begun": {
      const { to } = fields;
      const ends = Number(fields.expires_at);
      if (typeof to !== "string" || !(ends <= MAX_SECONDS)) return undefined;
      return { offered_to: to, offer_ends_at: new Date(ends * 1000) };
    }
    case "transfer_cancelled":
      return noOffer;
    case "transferred":
      return typeof fields.to === "string" ? { beneficiary: fields.to, ...noOffer } : undefined;
    default:
      return undefined;
  }
}

const isPaid = ({ total, ...row }: rows.ScheduleRow, change: { released?: bigint; refunded?: bigint }) => {
  const { released, refunded } = { ...row, ...change };
  return released + refunded >= total;
};
