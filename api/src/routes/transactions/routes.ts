import * as transactions from "@merit/core/payouts/transactions/service.ts";
import { decodeId, listOf, presentIdPage, presentPage, readAside, readPage } from "../../http/list.ts";
import { ownerOf } from "../../http/owner.ts";
import { defineRoute } from "../../http/route.ts";
import { presentTotals, presentTransaction } from "./presenter.ts";
import * as T from "./schema.ts";

export const list = defineRoute({
  method: "get",
  path: "/transactions",
  auth: ["merchant", "user"],
  summary: "Payments of the merchant's campaigns on the ledger, or payments to a user's proven wallets, newest first",
  description:
    "Users also get the shares of drops that their wallets claimed, as soon as the claim's event is indexed. You can read the pages by cursor or by page number.",
  request: { query: T.listQuery },
  responses: { 200: listOf(T.transactionView) },
  errors: { 404: ["not_found"] },
  async handler({ context, merchant, session, query }) {
    const { cursor, page, ...filter } = query;
    const request = { ...filter, ...(page !== undefined && { offset: (page - 1) * filter.limit }) };
    if (merchant) {
      const before = cursor === undefined ? undefined : decodeId(cursor);
      const found = await readPage(context.db, { merchant_id: merchant.id }, "transactions", query, (store) =>
        transactions.list(store, merchant.id, { ...request, before }),
      );
      return { status: 200, body: presentIdPage(found, presentTransaction) };
    }
    const after = cursor === undefined ? undefined : T.decodePlace(cursor);
    const found = await context.db.read((store) =>
      transactions.listOfUser(store, session?.user.id ?? 0, { ...request, after }),
    );
    return { status: 200, body: presentPage(found, presentTransaction, T.placeCursor) };
  },
});

export const show = defineRoute({
  method: "get",
  path: "/transactions/:id",
  auth: ["merchant", "user"],
  summary: "One of these payments",
  description: "Payments that GET /transactions doesn't show the caller are 404.",
  request: { params: T.transactionParams },
  responses: { 200: T.transactionView },
  errors: {},
  async handler({ context, merchant, session, params }) {
    const owner = ownerOf({ merchant, session });
    const found = await context.db.read((store) => transactions.get(store, owner, params.id));
    return { status: 200, body: presentTransaction(found) };
  },
});

export const merchantTotals = defineRoute({
  method: "get",
  path: "/transactions/merchant-totals",
  auth: "merchant",
  summary: "Sums of the merchant's rewards, of one campaign or all",
  description: "`held` is a part of `pending`. Shares of drops are not counted.",
  request: { query: T.totalsQuery },
  responses: { 200: T.totalsView },
  errors: { 404: ["not_found"] },
  async handler({ context, merchant, query: { campaign_id } }) {
    const sums = await readAside(context.db, { merchant_id: merchant.id }, "totals", { campaign_id }, (store) =>
      transactions.totals(store, merchant.id, campaign_id),
    );
    return { status: 200, body: presentTotals(merchant.id, campaign_id, sums) };
  },
});
