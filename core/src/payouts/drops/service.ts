import { randomBytes } from "node:crypto";
import { addDays, fromSeconds, toSeconds } from "../../base/days.ts";
import { notFound, validationFailed } from "../../base/errors.ts";
import { atLeast, formatAmount, MAX_STROOPS } from "../../base/money.ts";
import { type Page, toPage } from "../../base/page.ts";
import { mapInTurns } from "../../base/turns.ts";
import type { Context } from "../../context/context.ts";
import type { Why } from "../../context/ledger-call.ts";
import { type Network, type NetworkFacts, networks } from "../../ledger/chain/networks.ts";
import { requireRoom } from "../../ledger/sending/room.ts";
import type { Store } from "../../store/db/store.ts";
import { askLedger } from "../../store/jobs/ask-ledger.ts";
import { emitIf } from "./events.ts";
import { dropNotCancellable, dropNotSweepable } from "./problems.ts";
import type { Drop, NewShare } from "./store.ts";
import * as rows from "./store.ts";
import { DropTree, type Share } from "./tree.ts";

export type { Drop } from "./store.ts";

export interface NewDrop {
  name: string;
  /** Default: as soon as the contract lets it. */
  opens_at?: Date | undefined;
  expires_at: Date;
  shares: Share[];
}

/** Most days until expiry, as in the contract: only expiry returns the money, so a mistake must not lock it for ever. */
const MAX_DAYS = 366;

/** A drop with its tree, to be stored. Takes a moment for a long list, so it is made outside of any commit. */
export interface Plan extends Omit<NewDrop, "opens_at" | "shares"> {
  opens_at: Date;
  reference: string;
  root: string;
  total: bigint;
  shares: NewShare[];
}

/**
 * @param affords is given the sum of the shares, in stroops, before they are hashed; it throws what refuses the drop
 * @throws Problem 422 that names the field
 */
export async function plan(
  { chain: { network, passphrase, manifest }, settings }: Pick<Context, "chain" | "settings">,
  { shares, ...drop }: NewDrop,
  now: Date,
  affords: (total: bigint) => Promise<void> = async () => {},
): Promise<Plan> {
  const opens_at = requireWindow(network, drop, now);
  await affords(requireShares(shares, settings.minReward));
  const reference = randomBytes(32);
  const tree = await DropTree.build(
    { passphrase, distribution: manifest.contracts.distribution.id, reference },
    shares,
  );
  return {
    ...drop,
    opens_at,
    reference: reference.toString("hex"),
    root: hex(tree.root),
    total: tree.total,
    shares: await mapInTurns(shares, ({ wallet, amount }, leaf) => ({
      leaf,
      wallet_address: wallet,
      amount,
      proof: tree.proof(leaf).map(hex).join(""),
    })),
  };
}

/** Time for the creation to land, beside what the contract asks for: a transaction may wait for room in the merchant's limit. */
const LANDING_SECONDS = 3_600;

/** The ledger counts in seconds. */
function earliestOpening({ dropDelay }: NetworkFacts, now: Date): Date {
  const second = toSeconds(now);
  return fromSeconds(dropDelay === 0 ? second : second + dropDelay + LANDING_SECONDS);
}

const opensTooSoon = (earliest: Date) =>
  validationFailed([
    {
      field: "starts_at",
      message: `must be ${earliest.toISOString()} or later, so that a drop that a thief made is noticed before it pays. Leave it out to open then; the owner of your balance can open it earlier`,
    },
  ]);

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

/** @returns when it opens */
function requireWindow(network: Network, drop: Pick<NewDrop, "opens_at" | "expires_at">, now: Date): Date {
  const earliest = earliestOpening(networks[network], now);
  const { opens_at = earliest, expires_at } = drop;
  // Where a drop may open at once, it may also have opened before.
  if (earliest > now && opens_at < earliest) throw opensTooSoon(earliest);
  const wrong = (message: string) => validationFailed([{ field: "ends_at", message }]);
  if (expires_at <= opens_at) throw wrong("must be later than starts_at");
  if (expires_at <= now) throw wrong("must be in the future");
  if (expires_at > addDays(now, MAX_DAYS)) throw wrong(`must be at most ${MAX_DAYS} days ahead`);
  return opens_at;
}

/** @returns their sum, in stroops */
function requireShares(shares: readonly Share[], minimum: bigint): bigint {
  const seen = new Set<string>();
  let total = 0n;
  for (const [index, { wallet, amount }] of shares.entries()) {
    total += amount;
    if (amount < minimum) {
      throw validationFailed([{ field: `shares.${index}.amount`, message: atLeast(minimum) }]);
    }
    if (seen.has(wallet)) {
      const message = "is already in the list: give each wallet one share";
      throw validationFailed([{ field: `shares.${index}.wallet_address`, message }]);
    }
    seen.add(wallet);
  }
  if (total > MAX_STROOPS) {
    throw validationFailed([{ field: "shares", message: `must add up to at most ${formatAmount(MAX_STROOPS)}` }]);
  }
  return total;
}

/**
 * Stores a drop that {@link create} creates, in several commits: 10,000 shares in one keep all others waiting for a tenth of a second.
 * Until then it has failed, as it has if nothing follows: `discard` deletes it, or the job `prune` its shares.
 * @throws Problem 429 `too_many_waiting`
 */
export async function stage(
  { db }: Pick<Context, "db">,
  merchantId: number,
  { shares, ...terms }: Plan,
  { now }: { now: Date },
): Promise<Drop> {
  const row = { ...terms, merchant_id: merchantId, leaves: shares.length, created_at: now, updated_at: now };
  const failed = { status: "failed" as const, error_message: NOT_CREATED };
  const drop = await db.commit(async (store) => {
    await requireRoom(store, merchantId);
    return rows.insert(store, { ...row, ...failed });
  });
  for (let from = 0; from < shares.length; from += rows.SHARES_AT_ONCE) {
    const some = shares.slice(from, from + rows.SHARES_AT_ONCE);
    await db.commit((store) => rows.addShares(store, drop.id, some));
  }
  return drop;
}

const NOT_CREATED = "The service was interrupted before the drop was stored; create it again.";

/** Adds the job that creates a staged drop on the ledger; the drop is `pending` until that transaction is confirmed. */
export async function create(
  store: Store,
  { id, merchant_id: merchantId }: Drop,
  { now }: { now: Date },
): Promise<Drop> {
  const drop = await rows.updateIn(store, id, ["failed"], { status: "pending", error_message: null });
  // In a process that stood still for an hour, the job `prune` may have deleted some: nobody could claim them.
  if (!drop || drop.leaves !== (await rows.countShares(store, id))) throw new Error(`drop ${id} was not staged`);
  await emitIf(store, "created", drop, now);
  await askLedger(store, merchantId, { kind: "drop", drop_id: drop.id }, now);
  return drop;
}

/** Deletes a staged drop unless it was created; what can't be deleted now, the job `prune` deletes. */
export async function discard({ db, log }: Pick<Context, "db" | "log">, { id }: Drop): Promise<void> {
  try {
    const drop = await db.read((store) => rows.byId(store, id));
    if (drop?.error_message !== NOT_CREATED) return;
    for (let left = 1; left > 0; ) left = await db.commit((store) => rows.removeShares(store, id));
    await db.commit((store) => rows.remove(store, id));
  } catch (error) {
    log.warn({ err: error, drop: id }, "could not delete a drop that was not created");
  }
}

/** @throws Problem 404 if the merchant has no such drop */
export async function get(store: Store, merchantId: number, id: number): Promise<Drop> {
  const drop = await rows.ownedBy(store, merchantId, id);
  if (!drop) throw notFound("drop", id);
  return drop;
}

/** The merchant's drops, newest first. */
export function list(store: Store, merchantId: number, request: rows.DropPage): Promise<Page<Drop>> {
  return toPage(request, (page) => rows.listOf(store, merchantId, page));
}

interface Times {
  now: Date;
  /** Decides whether a drop is open; absent: it is `now`. */
  ledgerTime?: Date;
}

/**
 * Requests the rest of an expired drop back. A repeat, while this is on its way or done, does nothing.
 * @throws Problem 404, 409 `drop_not_sweepable`
 */
export async function sweep(
  store: Store,
  merchantId: number,
  id: number,
  { now, ledgerTime = now }: Times,
): Promise<Drop> {
  const drop = await get(store, merchantId, id);
  if (drop.status === "sweeping" || drop.status === "swept") return drop;
  if (drop.status !== "active") throw dropNotSweepable(id, `it is ${drop.status}`);
  if (drop.expires_at > ledgerTime) throw dropNotSweepable(id, `it expires at ${drop.expires_at.toISOString()}`);
  return close(store, drop, "sweeping", "drop-sweep", now);
}

/**
 * Requests the total of a drop back that has not opened. A repeat, while this is on its way or done, does nothing.
 * @throws Problem 404, 409 `drop_not_cancellable`
 */
export async function cancel(
  store: Store,
  merchantId: number,
  id: number,
  { now, ledgerTime = now }: Times,
): Promise<Drop> {
  const drop = await get(store, merchantId, id);
  if (drop.status === "cancelling" || drop.status === "cancelled") return drop;
  if (drop.status !== "active") throw dropNotCancellable(id, `it is ${drop.status}`);
  if (drop.opens_at <= ledgerTime) throw dropNotCancellable(id, `it opened at ${drop.opens_at.toISOString()}`);
  return close(store, drop, "cancelling", "drop-cancel", now);
}

/** Begins to close an active drop, in the caller's commit. */
async function close(
  store: Store,
  { id, merchant_id }: Drop,
  status: "sweeping" | "cancelling",
  kind: "drop-sweep" | "drop-cancel",
  now: Date,
): Promise<Drop> {
  const closing = await rows.updateIn(store, id, ["active"], { status, error_message: null, updated_at: now });
  if (!closing) throw new Error(`drop ${id} changed within its commit`);
  await askLedger(store, merchant_id, { kind, drop_id: id }, now);
  return closing;
}

// Changes that the worker records.

interface Landed {
  txHash: string | null;
  now: Date;
}

export async function activate(
  store: Store,
  id: number,
  { contractDropId, txHash, now }: Landed & { contractDropId: number },
): Promise<Drop | undefined> {
  const active = { status: "active" as const, contract_drop_id: contractDropId, tx_hash: txHash };
  const drop = await rows.updateIn(store, id, ["pending"], { ...active, error_message: null, updated_at: now });
  return emitIf(store, "activated", drop, now);
}

/** `remainder`: stroops that went back to the merchant. */
type Closed = Landed & { remainder: bigint };

/** Anyone may sweep an expired drop on the ledger. */
export async function finishSweep(store: Store, id: number, closed: Closed): Promise<Drop | undefined> {
  const drop = await rows.updateIn(store, id, ["active", "sweeping"], { status: "swept", ...changeOf(closed) });
  return emitIf(store, "swept", drop, closed.now);
}

/** A guardian cancels active drops on the ledger; then it may be known before or after the merchant's own cancellation. */
export async function finishCancel(store: Store, id: number, closed: Closed): Promise<Drop | undefined> {
  const cancelled = { status: "cancelled" as const, ...changeOf(closed) };
  const drop = await rows.updateIn(store, id, ["active", "cancelling", "sweeping"], cancelled);
  return emitIf(store, "cancelled", drop, closed.now);
}

/** Records that the owner of the merchant's balance opened the drop on the ledger before its time. A repeat emits no event. */
export async function openEarly(store: Store, { id, opens_at }: Drop, at: Date): Promise<void> {
  if (opens_at <= at) return;
  const change = { opens_at: at, updated_at: at };
  await emitIf(store, "opened", await rows.updateIn(store, id, ["active", "cancelling"], change), at);
}

const changeOf = ({ remainder, txHash, now }: Closed) => ({
  remainder,
  sweep_tx_hash: txHash,
  error_message: null,
  updated_at: now,
});

/**
 * The ledger refused it for good: a new drop has failed, and the job `prune` deletes its shares; a drop that was to be swept or
 * cancelled stays active.
 */
export async function refuse(store: Store, id: number, why: Why): Promise<void> {
  const failed = await rows.updateIn(store, id, ["pending"], { ...why, status: "failed" });
  await emitIf(store, "failed", failed, why.updated_at);
  const kept = await rows.updateIn(store, id, ["sweeping", "cancelling"], { ...why, status: "active" });
  await emitIf(store, "step_failed", kept, why.updated_at);
}
