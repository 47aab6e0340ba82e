import type { Plan, Schedule } from "@merit/bindings/vesting";
import { fromSeconds } from "../../base/days.ts";
import { notFound } from "../../base/errors.ts";
import { type Page, type PageRequest, toPage } from "../../base/page.ts";
import type { Context } from "../../context/context.ts";
import { ledgerNow } from "../../ledger/chain/clock.ts";
import { orLedgerUnreadable } from "../../ledger/chain/problems.ts";
import * as wallets from "../../parties/wallets/store.ts";
import type { VestingStatus } from "../../store/db/schema/vesting.ts";
import type { Store } from "../../store/db/store.ts";
import { buildFor } from "../envelopes/calls.ts";
import { operationRefused } from "../envelopes/problems.ts";
import type { NewEnvelope } from "../envelopes/store.ts";
import { notRevocable } from "./problems.ts";
import * as rows from "./store.ts";
import { readSchedule, type VestingArguments, vestingCalls } from "./wallet-calls.ts";

/** A schedule as the ledger has it now. */
export interface LiveSchedule extends rows.ScheduleRow {
  revoker: string | null;
  plan: Plan;
  /** Stroops that have vested, and those of them that a claim would pay now. */
  vested: bigint;
  claimable: bigint;
  /** When more vests: the cliff or the next tranche. Null: continuously, or never again. */
  next_vesting_at: Date | null;
  /** When everything has vested. */
  ends_at: Date;
  next_steps: Step[];
  /** The ledger's time, by which all this holds. */
  now: Date;
}

/** A call that a wallet of the reader can make now. */
export interface Step {
  call: keyof VestingArguments;
  wallet: string;
  /** Time until which it can be made; null: without a limit. */
  until: Date | null;
}

/** Newest first. */
export function list(
  store: Store,
  reader: rows.Reader,
  request: PageRequest & rows.Filter,
): Promise<Page<rows.ScheduleRow>> {
  return toPage(request, (page) => rows.listOf(store, reader, page));
}

/** @throws Problem 404 also for somebody else's, 503 `rpc_unavailable` */
export async function get(context: Context, reader: rows.Reader, schedule: string): Promise<LiveSchedule> {
  const { row, onLedger } = await read(context, reader, schedule);
  const { vesting } = context.chain.contracts;
  const id = Buffer.from(schedule, "hex");
  const { value: claimable } = await vesting.view("claimable", { id }).catch(orLedgerUnreadable(context.log));
  const own = "user_id" in reader ? await context.db.read((store) => walletsOf(store, reader.user_id)) : null;
  const now = await ledgerNow(context).catch(orLedgerUnreadable(context.log));
  const live = liveOf(row, onLedger, { claimable, now });
  return { ...live, now, next_steps: own ? stepsOfWallets(live, own, now) : stepsOfFunder(live) };
}

/**
 * A transaction by which the schedule's revoker takes back for the funder what has not vested, for it to sign.
 * @throws Problem 404, 409 `account_missing`, `operation_refused`, `schedule_not_revocable`, 503
 */
export async function buildRevocation(
  context: Context,
  merchantId: number,
  wallet: string,
  schedule: string,
): Promise<NewEnvelope> {
  const { onLedger } = await read(context, { merchant_id: merchantId }, schedule);
  const { revoker } = onLedger;
  if (!revoker?.startsWith("G")) throw notRevocable(schedule);
  if (wallet !== revoker) throw operationRefused(`Only the wallet ${revoker} can revoke this schedule.`);
  return buildFor(context, { merchantId }, wallet, vestingCalls, { call: "vesting.revoke", args: { schedule } });
}

/** Wallets that the user has proven. */
const walletsOf = async (store: Store, userId: number) =>
  (await wallets.listOf(store, userId)).filter(({ proven_at }) => proven_at !== null).map(({ address }) => address);

async function read({ db, chain, log }: Context, reader: rows.Reader, schedule: string) {
  const row = await db.read((store) => rows.readBy(store, reader, schedule));
  const onLedger = row && (await readSchedule(chain.contracts, schedule).catch(orLedgerUnreadable(log)));
  if (!onLedger) throw notFound("schedule", schedule);
  return { row, onLedger };
}

function liveOf(row: rows.ScheduleRow, onLedger: Schedule, { claimable, now }: { claimable: bigint; now: Date }) {
  const { plan, beneficiary, total, released, refunded, revoker, revoked_at } = onLedger;
  const times = timesOf(plan);
  const revokedAt = revoked_at === undefined || revoked_at === null ? null : fromSeconds(revoked_at);
  const status: VestingStatus = released + refunded >= total ? "finished" : revokedAt ? "revoked" : "active";
  return {
    ...row,
    ...{ plan, beneficiary, total, released, refunded, status, claimable },
    revoker: revoker ?? null,
    revoked_at: revokedAt,
    vested: released + claimable,
    next_vesting_at: revokedAt ? null : (times.find((time) => time > now) ?? null),
    ends_at: plan.tag === "Linear" ? fromSeconds(plan.values[0].end) : (times.at(-1) as Date),
  };
}

/** The moments at which an amount vests at once. */
const timesOf = (plan: Plan): Date[] =>
  plan.tag === "Linear" ? [fromSeconds(plan.values[0].cliff)] : plan.values[0].map(({ time }) => fromSeconds(time));

type Live = Omit<LiveSchedule, "next_steps" | "now">;

const canBeRevoked = ({ revoked_at, total, vested }: Live) => revoked_at === null && vested < total;

const stepsOfFunder = (live: Live): Step[] =>
  live.revoker !== null && canBeRevoked(live)
    ? [{ call: "vesting.revoke", wallet: live.revoker, until: live.ends_at }]
    : [];

function stepsOfWallets(live: Live, own: readonly string[], now: Date): Step[] {
  const { beneficiary: wallet, claimable, status, offered_to, offer_ends_at, ends_at } = live;
  const isOpen = status !== "finished";
  const isOffered = isOpen && offered_to !== null && offer_ends_at !== null && offer_ends_at > now;
  const steps: Step[] = [];
  if (own.includes(wallet)) {
    if (claimable > 0n) steps.push({ call: "vesting.claim", wallet, until: null });
    if (isOpen) steps.push({ call: "vesting.begin_transfer", wallet, until: null });
    if (isOffered) steps.push({ call: "vesting.cancel_transfer", wallet, until: offer_ends_at });
    if (canBeRevoked(live)) steps.push({ call: "vesting.revoke", wallet, until: ends_at });
  }
  if (isOffered && own.includes(offered_to)) {
    steps.push({ call: "vesting.accept_transfer", wallet: offered_to, until: offer_ends_at });
  }
  return steps;
}
