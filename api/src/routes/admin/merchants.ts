import { fund, listGrants } from "@merit/core/parties/merchants/fund.ts";
import * as merchants from "@merit/core/parties/merchants/service.ts";
import { actorOf } from "@merit/core/store/audit/audit.ts";
import { requiredKey } from "../../http/idempotency.ts";
import { listOf, pageQuery, presentIdPage } from "../../http/list.ts";
import { defineRoute } from "../../http/route.ts";
import { presentMerchant } from "../merchants/presenter.ts";
import { merchantView } from "../merchants/schema.ts";
import { presentGrant } from "./presenter.ts";
import * as T from "./schema.ts";

export const listMerchants = defineRoute({
  method: "get",
  path: "/admin/merchants",
  auth: "admin",
  summary: "Merchants, newest first; can be filtered by the beginning of the e-mail address",
  description: "GET /admin/merchants/:id shows one with its grants.",
  request: { query: T.merchantQuery },
  responses: { 200: listOf(merchantView) },
  errors: {},
  async handler({ context, query: { cursor, ...filter } }) {
    const page = await context.db.read((store) => merchants.list(store, { ...filter, before: cursor }));
    return { status: 200, body: presentIdPage(page, presentMerchant) };
  },
});

export const showMerchant = defineRoute({
  method: "get",
  path: "/admin/merchants/:id",
  auth: "admin",
  summary: "A merchant, with its grants from the treasury, newest first",
  description: "`limit` and `cursor` are those of `grants`.",
  request: { params: T.idParams, query: pageQuery },
  responses: { 200: T.merchantView },
  errors: {},
  async handler({ context, params: { id }, query: { limit, cursor } }) {
    const { merchant, grants } = await context.db.read(async (store) => ({
      merchant: await merchants.get(store, id),
      grants: await listGrants(store, id, { limit, before: cursor }),
    }));
    return { status: 200, body: { ...presentMerchant(merchant), grants: presentIdPage(grants, presentGrant) } };
  },
});

export const fundMerchant = defineRoute({
  method: "post",
  path: "/admin/merchants/:id/fund",
  location: "/admin/merchants/:merchant_id",
  auth: "admin",
  summary: "Moves tokens from the treasury to a merchant's balance in the pool, from which campaigns are paid",
  description:
    "Needs an Idempotency-Key: each key pays only once, no matter how often or how late the call is repeated. The grant is `pending` until its transaction is on the ledger.",
  request: { params: T.idParams, body: T.fundBody },
  responses: { 202: T.grantView },
  errors: {},
  async handler({ context, session, params: { id }, body, idempotencyKey, commit }) {
    const key = requiredKey(idempotencyKey);
    return commit(async (store) => {
      const grant = await fund(context, store, { merchantId: id, amount: body.amount, key, actor: actorOf(session) });
      return { status: 202, body: presentGrant(grant) };
    });
  },
});
