import { problem } from "../errors.ts";

export const stockChanged = (id: number, stock: number | null) =>
  problem(
    409,
    "stock_changed",
    "Stock changed",
    `Item ${id} now has ${stock === null ? "an unlimited stock" : `a stock of ${stock}`}, which is not your expected_stock. Count again.`,
  );

export const contractItemUnknown = (item: string) =>
  problem(
    409,
    "contract_item_unknown",
    "No such item on the ledger",
    `The redemption contract has no item ${item} of this merchant, as far as the ledger was read. The operator must add it first.`,
  );

export const contractItemTaken = (item: string) =>
  problem(
    409,
    "contract_item_taken",
    "Contract item taken",
    `Another item of the catalogue has contract_item_id ${item}. Remove it from that item first.`,
  );
