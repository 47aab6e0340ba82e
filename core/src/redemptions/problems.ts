import { problem } from "../errors.ts";

export const itemNotAvailable = (id: number, why: string) =>
  problem(409, "item_not_available", "Item not available", `Item ${id} can't be redeemed now: ${why}.`);

export const outOfStock = (id: number) =>
  problem(
    409,
    "out_of_stock",
    "Out of stock",
    `There are fewer of item ${id} left than asked for: take fewer, or another.`,
  );

export const priceAboveMax = (id: number, price: number) =>
  problem(
    409,
    "price_above_max",
    "Price above the accepted one",
    `Item ${id} costs ${price} points a piece now, more than max_price: look at it again.`,
  );

export const stepNotAllowed = (id: number, status: string, step: string, from: readonly string[]) =>
  problem(
    409,
    "redemption_step_not_allowed",
    "Not possible in this status",
    `Redemption ${id} is ${status}; ${step} works on one that is ${from.join(" or ")}.`,
  );

export const redemptionBusy = (id: number, next: string) =>
  problem(
    409,
    "redemption_busy",
    "Redemption is changing",
    `Redemption ${id} is on its way to ${next}; look again when its transaction is confirmed.`,
    { headers: { "Retry-After": "5" } },
  );

export const onLedger = (id: number) =>
  problem(
    409,
    "redemption_on_ledger",
    "Decided on the ledger",
    `Redemption ${id} was made with tokens: its wallet cancels it by its own signature, in the redemption contract.`,
  );
