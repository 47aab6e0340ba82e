import { problem } from "../../base/errors.ts";

export const itemNotAvailable = (id: number, why: string) =>
  problem(409, "item_not_available", "Item not available", `Item ${id} can't be redeemed now: ${why}.`);

export const outOfStock = (id: number) =>
  problem(409, "out_of_stock", "Out of stock", `There is not enough of item ${id} left. Order fewer, or another item.`);

export const priceAboveMax = (id: number, price: number) =>
  problem(
    409,
    "price_above_max",
    "Price above max_price",
    `Item ${id} now costs ${price} points each, which is more than max_price. Check the price and try again.`,
  );

export const stepNotAllowed = (id: number, status: string, step: string, from: readonly string[]) =>
  problem(
    409,
    "redemption_step_not_allowed",
    "Not possible in this status",
    `Redemption ${id} has the status ${status}. The step ${step} needs the status ${from.join(" or ")}.`,
  );

export const redemptionBusy = (id: number, next: string) =>
  problem(
    409,
    "redemption_busy",
    "Redemption is changing",
    `Redemption ${id} is changing to ${next}. Try again when its transaction is confirmed.`,
    { headers: { "Retry-After": "5" } },
  );

export const onLedger = (id: number) =>
  problem(
    409,
    "redemption_on_ledger",
    "Redemption is on the ledger",
    `Redemption ${id} was paid with tokens. Only its wallet can cancel it, with a transaction to the redemption contract.`,
  );
