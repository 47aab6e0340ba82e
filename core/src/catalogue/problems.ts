import { problem } from "../errors.ts";

export const stockChanged = (id: number, stock: number | null) =>
  problem(
    409,
    "stock_changed",
    "Stock changed",
    `Item ${id} has a stock of ${stock ?? "any number"} now, not expected_stock: count again.`,
  );

export const contractItemUnknown = (item: string) =>
  problem(
    409,
    "contract_item_unknown",
    "No such item on the ledger",
    `The redemption contract has no item ${item} of this merchant, as far as the ledger was read: the operator sets it first.`,
  );

export const contractItemTaken = (item: string) =>
  problem(
    409,
    "contract_item_taken",
    "Item named already",
    `Another item of the catalogue has contract_item_id ${item}: take it away there first.`,
  );
