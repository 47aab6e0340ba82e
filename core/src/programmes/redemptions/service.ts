import { notFound, validationFailed } from "../../base/errors.ts";
import { type Page, type PageRequest, toPage } from "../../base/page.ts";
import type { Context, UnitContext } from "../../context/context.ts";
import { RpcUnavailable } from "../../ledger/chain/errors.ts";
import type { User } from "../../parties/users/store.ts";
import type { Store } from "../../store/db/store.ts";
import { closedBecause } from "../catalogue/service.ts";
import * as items from "../catalogue/store.ts";
import * as points from "../points/ledger.ts";
import { emitStatus } from "./events.ts";
import { type AskedOfLedger, ask, asked } from "./ledger-steps.ts";
import { announce } from "./mail.ts";
import { itemNotAvailable, onLedger, outOfStock, priceAboveMax, stepNotAllowed } from "./problems.ts";
import { type AskedStep, steps } from "./steps.ts";
import type { Filter, Owner, Redemption } from "./store.ts";
import * as rows from "./store.ts";

export type { Redemption } from "./store.ts";

export interface Wanted {
  item_id: number;
  quantity: number;
  /** Highest price per unit, in points, that the user accepts; absent: any. */
  max_price?: number | undefined;
}

/**
 * Redeems an item: changes stock and points, and adds the redemption and the event for its mail, all in the caller's commit, or nothing.
 * @throws Problem 404, 409 `item_not_available`, `price_above_max`, `out_of_stock`, `insufficient_points`
 */
export async function redeem(context: UnitContext, store: Store, user: User, wanted: Wanted): Promise<Redemption> {
  const now = context.clock.now();
  const { item_id, quantity } = wanted;
  const item = await items.byId(store, item_id);
  if (!item) throw notFound("item", item_id);
  const price = acceptedPrice(item, wanted, now);
  const taken = await items.take(store, item_id, quantity);
  if (!taken) throw outOfStock(item_id);
  const redemption = await rows.insertPending(store, {
    user_id: user.id,
    merchant_id: item.merchant_id,
    item_id,
    item_name: item.name,
    quantity,
    price_version: item.price_version,
    price,
    points: price * quantity,
    took_stock: taken.limited,
    now,
  });
  await points.debit(store, {
    userId: user.id,
    merchantId: item.merchant_id,
    withPlatform: item.platform_points,
    points: price * quantity,
    kind: "redemption",
    cause: causeOf(redemption),
    tiers: context.settings.points.tiers,
    now,
  });
  await emitStatus(store, redemption, now);
  await announce(context, store, user, redemption);
  return redemption;
}

/** Price of a unit, in points. @throws Problem as `redeem` if it isn't on offer at a price that was accepted */
function acceptedPrice(item: items.Item, { quantity, max_price }: Wanted, now: Date): number {
  const { id, price } = item;
  const closed = closedBecause(item, now);
  if (closed !== null || price === null) throw itemNotAvailable(id, closed ?? "it has no price in points");
  if (max_price !== undefined && price > max_price) throw priceAboveMax(id, price);
  if (price * quantity <= points.MAX_POINTS) return price;
  throw validationFailed([
    { field: "quantity", message: `must be lower: the order would cost more than ${points.MAX_POINTS} points` },
  ]);
}

/** The causes under which the points are spent and come back. */
const causeOf = ({ id }: Pick<Redemption, "id">) => `redemption:${id}`;
const refundCauseOf = ({ id }: Pick<Redemption, "id">) => `redemption:${id}:refund`;

interface Details {
  now: Date;
  /** Reason for the user to read. */
  reason?: string | undefined;
  /** True if the units can be given to others again; the contract keeps its own stock. */
  restock?: boolean | undefined;
}

/**
 * Takes a step, once however often it is requested; it returns points and stock if it has to. A redemption for
 * tokens only begins the step: `next_status` is its status once the ledger has taken it.
 * @throws Problem 404 if the redemption isn't the owner's, 409 `redemption_step_not_allowed`, `redemption_busy`,
 * `redemption_on_ledger`
 */
export async function take(
  store: Store,
  owner: Owner,
  id: number,
  step: AskedStep,
  { now, reason, restock = true }: Details,
): Promise<Redemption> {
  const redemption = await get(store, owner, id);
  if (redemption.kind === "on_chain") {
    if (!isAskedOfLedger(step)) throw onLedger(id);
    return ask(store, redemption, step, { now, reason });
  }
  const { from, to, returns } = steps[step];
  const changed = await rows.take(store, id, step, { updated_at: now, ...(reason !== undefined && { reason }) });
  if (!changed) {
    if (redemption.status === to) return redemption;
    throw stepNotAllowed(id, redemption.status, step, from);
  }
  if (returns) await giveBack(store, changed, { now, restock });
  await emitStatus(store, changed, now);
  return changed;
}

const isAskedOfLedger = (step: AskedStep): step is AskedOfLedger => step in asked;

async function giveBack(
  store: Store,
  redemption: Redemption,
  { now, restock }: { now: Date; restock: boolean },
): Promise<void> {
  const { user_id, item_id, quantity, took_stock } = redemption;
  if (user_id === null || item_id === null) throw new Error(`redemption ${redemption.id} has no user or no item`);
  const refund = { userId: user_id, cause: causeOf(redemption), refundCause: refundCauseOf(redemption), now };
  await points.refund(store, refund);
  if (took_stock && restock) await items.giveBack(store, item_id, quantity);
}

/** @throws Problem 404 also for somebody else's */
export async function get(store: Store, owner: Owner, id: number): Promise<Redemption> {
  const redemption = await rows.ownedBy(store, owner, id);
  if (!redemption) throw notFound("redemption", id);
  return redemption;
}

/**
 * Stroops that `withdraw` would pay to the wallet of a redemption whose tokens went back; 0 for others, and while the node doesn't
 * answer.
 */
export async function owed({ chain, log }: Context, { id, status, wallet_address }: Redemption): Promise<bigint> {
  if (wallet_address === null || (status !== "cancelled" && status !== "expired")) return 0n;
  try {
    return (await chain.contracts.redemption.view("owed", { account: wallet_address })).value;
  } catch (error) {
    if (!(error instanceof RpcUnavailable)) throw error;
    log.warn({ redemption: id, err: error.message }, "a redemption is shown without what its wallet is owed");
    return 0n;
  }
}

/** Newest first. */
export function list(store: Store, owner: Owner, request: PageRequest & Filter): Promise<Page<Redemption>> {
  return toPage(request, (page) => rows.listOf(store, owner, page));
}
