import * as customers from "@merit/core/programmes/customers/service.ts";
import { listOf, presentPage } from "../../http/list.ts";
import { defineRoute } from "../../http/route.ts";
import { presentCustomer } from "./presenter.ts";
import * as T from "./schema.ts";

export const listCustomers = defineRoute({
  method: "get",
  path: "/merchants/me/customers",
  auth: "merchant",
  summary: "Wallets to which the merchant has issued rewards, the newest reward first",
  description:
    "Each wallet is listed once. Rewards that failed or wait put it on the list, but `amount` counts paid ones. Pages behind the first keep the order that there was then: wallets get no other place by rewards that are issued meanwhile.",
  request: { query: T.listQuery },
  responses: { 200: listOf(T.customerView) },
  errors: {},
  async handler({ context, merchant, query: { limit, cursor } }) {
    const page = await context.db.read((store) => customers.list(store, merchant.id, { limit, ...cursor }));
    const upTo = cursor?.upTo ?? page.rows[0]?.id ?? 0;
    return { status: 200, body: presentPage(page, presentCustomer, ({ id }) => T.placeCursor({ before: id, upTo })) };
  },
});
