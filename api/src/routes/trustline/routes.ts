import { keep } from "@merit/core/agreements/envelopes/build.ts";
import { build } from "@merit/core/agreements/envelopes/trustline.ts";
import * as trustline from "@merit/core/parties/trustline/service.ts";
import { defineRoute } from "../../http/route.ts";
import { presentEnvelope } from "../envelopes/presenter.ts";
import { envelopeView } from "../envelopes/schema.ts";
import { presentTrustline } from "./presenter.ts";
import * as T from "./schema.ts";

export const verify = defineRoute({
  method: "post",
  path: "/trustline/verify",
  auth: "none",
  summary: "Whether a wallet can receive the reward asset, read from the ledger",
  request: { body: T.verifyBody },
  responses: { 200: T.trustlineView },
  keyless: true,
  errors: { 503: ["rpc_unavailable"] },
  async handler({ context, body }) {
    const line = await trustline.verify(context, body.wallet_address);
    return { status: 200, body: presentTrustline(body.wallet_address, context.chain.manifest.asset, line) };
  },
});

export const envelope = defineRoute({
  method: "post",
  path: "/trustline/envelope",
  location: "/wallet/submissions/:hash",
  auth: "user",
  quota: "envelope",
  summary: "A transaction with which a wallet of the caller opens its trustline, to be signed within five minutes",
  description: "The service pays the fee; the account itself must keep 0.5 XLM more as long as it has the trustline.",
  request: { body: T.envelopeBody },
  responses: { 201: envelopeView },
  errors: {
    404: ["not_found"],
    409: ["account_missing", "reserve_short", "trustline_exists", "wallet_busy"],
    503: ["rpc_unavailable"],
  },
  async handler({ context, session, body, commit }) {
    const built = await build(context, session.user.id, body.wallet_address);
    return commit(async (store) => ({ status: 201, body: presentEnvelope(context, await keep(store, built)) }));
  },
});
