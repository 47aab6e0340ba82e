import * as customers from "@merit/core/programmes/customers/service.ts";
import { listOf, pageQuery, presentIdPage } from "../../http/list.ts";
import { defineRoute } from "../../http/route.ts";
import { presentCustomer } from "./presenter.ts";
import * as T from "./schema.ts";

export const listCustomers = defineRoute({
  method: "get",
  path: "/merchants/me/customers",
  auth: "merchant",
  summary: "Wallets to which the merchant has issued rewards, the newest reward first",
  description:
    "Each wallet is listed once. Rewards that failed or wait put it on the list, but `amount` counts paid ones.",
  request: { query: pageQuery },
  responses: { 200: listOf(T.customerView) },
  errors: {},
  async handler({ context, merchant, query: { limit, cursor } }) {
    const page = await context.db.read((store) => customers.list(store, merchant.id, { limit, before: cursor }));
    return { status: 200, body: presentIdPage(page, presentCustomer) };
  },
});
