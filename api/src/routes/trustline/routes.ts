import * as trustline from "@merit/core/parties/trustline/service.ts";
import { defineRoute } from "../../http/route.ts";
import { presentTrustline } from "./presenter.ts";
import * as T from "./schema.ts";

export const verify = defineRoute({
  method: "post",
  path: "/trustline/verify",
  auth: "none",
  summary: "Whether a wallet can receive the reward asset, read from the ledger",
  description: "Needs no credentials. The call `trustline` of POST /wallet/envelope adds a missing one.",
  request: { body: T.verifyBody },
  responses: { 200: T.trustlineView },
  keyless: true,
  errors: { 503: ["rpc_unavailable"] },
  async handler({ context, body }) {
    const line = await trustline.verify(context, body.wallet_address);
    return { status: 200, body: presentTrustline(body.wallet_address, context.chain.manifest.asset, line) };
  },
});
