import * as trustline from "@merit/core/trustline/service.ts";
import { defineRoute } from "../../http/route.ts";
import { validate } from "../../http/validate.ts";
import { presentTrustline } from "../trustline/presenter.ts";
import * as T from "./schema.ts";

export const balances = defineRoute({
  method: "get",
  path: "/wallet/:wallet_address/balances",
  auth: "none",
  summary: "What a wallet holds of the reward asset, read from the ledger",
  request: { params: T.walletParams },
  responses: { 200: T.balancesView },
  async handler({ context, params }) {
    const { wallet_address } = validate(T.wallet, params);
    const line = await trustline.verify(context, wallet_address);
    const { wallet_address: _, ...balance } = presentTrustline(wallet_address, context.chain.manifest.asset, line);
    return { status: 200, body: { wallet_address, balances: [balance] } };
  },
});
