import { validationFailed } from "@merit/core/base/errors.ts";
import * as catalogue from "@merit/core/programmes/catalogue/service.ts";
import { listOf, presentIdPage } from "../../http/list.ts";
import { idOf, ME_REFUSALS } from "../../http/me.ts";
import { defineRoute } from "../../http/route.ts";
import { presentItem, presentOffer } from "./presenter.ts";
import * as T from "./schema.ts";

const TOKEN_ERRORS = ["contract_item_unknown", "contract_item_taken", "stock_changed"] as const;

export const create = defineRoute({
  method: "post",
  path: "/catalogue",
  location: "/catalogue/:id",
  auth: "merchant",
  scope: "catalogue",
  summary: "Adds an item to the merchant's catalogue",
  description:
    "Users redeem it for points, or for tokens on the ledger. With `token` the service sets the item in the redemption contract; `token.change` shows it until then. `contract_item_id` names one that the operator has set there.",
  request: { body: T.createBody },
  responses: { 201: T.itemView },
  errors: { 409: TOKEN_ERRORS, 429: ["too_many_waiting"] },
  handler: ({ context: { clock }, merchant, body, commit }) =>
    commit(async (store) => {
      const now = clock.now();
      return { status: 201, body: presentItem(now)(await catalogue.create(store, merchant.id, body, now)) };
    }),
});

export const update = defineRoute({
  method: "patch",
  path: "/catalogue/:id",
  auth: "merchant",
  scope: "catalogue",
  summary: "Changes an item, or archives it; earlier redemptions keep their terms",
  description:
    "An item whose `status` is `archived` isn't listed in public; `active` restores it. `token` is set in the redemption contract; `token.change` shows it until then. `starts_at`, `ends_at`, `stock` and archiving concern points only; `token.active` false ends the offer for tokens.",
  request: { params: T.itemParams, body: T.updateBody },
  responses: { 200: T.itemView },
  errors: { 409: [...TOKEN_ERRORS, "contract_item_busy"], 429: ["too_many_waiting"] },
  handler: ({ context: { clock }, merchant, params, body, commit }) =>
    commit(async (store) => {
      const now = clock.now();
      return { status: 200, body: presentItem(now)(await catalogue.update(store, merchant.id, params.id, body, now)) };
    }),
});

export const list = defineRoute({
  method: "get",
  path: "/catalogue",
  auth: ["merchant", "none"],
  summary: "Items that can be redeemed now, of one merchant or all, newest first",
  description:
    "To its own key, a merchant that is named by `merchant_id` shows all its items, also those that aren't on offer.",
  request: { query: T.listQuery },
  responses: { 200: listOf(T.itemView) },
  errors: ME_REFUSALS,
  async handler({ context: { db, clock }, merchant, query: { cursor: before, limit, status, ...query } }) {
    const now = clock.now();
    const merchant_id = query.merchant_id && idOf(query.merchant_id, merchant);
    if (merchant !== null && merchant_id === merchant.id) {
      const page = await db.read((store) => catalogue.listOwn(store, merchant.id, { limit, before, status }));
      return { status: 200, body: presentIdPage(page, presentItem(now)) };
    }
    if (status !== undefined) throw validationFailed([{ field: "status", message: "needs merchant_id=me" }]);
    const page = await db.read((store) => catalogue.listOpen(store, { limit, before, merchant_id }, now));
    return { status: 200, body: presentIdPage(page, presentOffer(now)) };
  },
});

export const show = defineRoute({
  method: "get",
  path: "/catalogue/:id",
  auth: ["merchant", "none"],
  summary: "An item of any merchant; archived ones are shown to their own merchant's key only",
  description: "Needs no credentials. Items before or after their time of offer are shown too.",
  request: { params: T.itemParams },
  responses: { 200: T.itemView },
  errors: {},
  async handler({ context: { db, clock }, merchant, params }) {
    const item = await db.read((store) => catalogue.get(store, params.id, merchant?.id));
    const present = item.merchant_id === merchant?.id ? presentItem : presentOffer;
    return { status: 200, body: present(clock.now())(item) };
  },
});
