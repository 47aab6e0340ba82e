import { problem } from "../../base/errors.ts";

export const stockChanged = (id: number, stock: number | null) =>
  problem(
    409,
    "stock_changed",
    "Stock changed",
    `Item ${id} now has ${stock === null ? "an unlimited stock" : `a stock of ${stock}`}, which is not your expected_stock. Send the change again with the present stock.`,
  );

export const contractItemUnknown = (item: string) =>
  problem(
    409,
    "contract_item_unknown",
    "No such item on the ledger",
    `The service knows of no item ${item} of this merchant in the redemption contract. The operator must add it there first.`,
  );

export const contractItemTaken = (item: string) =>
  problem(
    409,
    "contract_item_taken",
    "Contract item taken",
    `Another item of the catalogue has contract_item_id ${item}. Remove it from that item first.`,
  );

export const contractItemBusy = (id: number) =>
  problem(
    409,
    "contract_item_busy",
    "Contract item is changing",
    `Another change of item ${id} is on its way to the ledger. Send this one when it has arrived.`,
    { headers: { "Retry-After": "5" } },
  );
