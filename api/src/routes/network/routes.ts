import { defineRoute } from "../../http/route.ts";
import { presentNetwork } from "./presenter.ts";
import * as T from "./schema.ts";

export const network = defineRoute({
  method: "get",
  path: "/network",
  auth: "none",
  summary: "Network, asset and contracts, against which wallets check what they sign",
  description: "Needs no credentials. Compare it with what the operator publishes before you sign.",
  request: {},
  responses: { 200: T.networkView },
  errors: {},
  handler: async ({ context }) => ({ status: 200, body: presentNetwork(context) }),
});
