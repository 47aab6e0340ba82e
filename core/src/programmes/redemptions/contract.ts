import { type ContractRecord, instead } from "../../context/contract.ts";
import { contractItemCall } from "../catalogue/calls.ts";
import * as catalogue from "../catalogue/store.ts";
import { redemptionCall } from "./calls.ts";
import { record } from "./on-chain.ts";
import * as rows from "./store.ts";
import { redemptionCalls } from "./wallet-calls.ts";

export const redemption = {
  create: ({ ids: { admin, state }, asset }) => ({ admin, state, asset: asset.contract_id }),
  walletCalls: redemptionCalls,
  record,
  things: [
    { key: ["wallet", "reference"], creation: "redeem" },
    { types: ["item_set"], key: ["item"], isReplaced: true },
  ],
  jobs: {
    redemption: {
      /** Whatever its status: the indexer may have seen its end before its own transaction is recorded. */
      async call(parts, job, { redemption_id, step }) {
        const found = await parts.context.db.read((store) => rows.byId(store, redemption_id));
        return found && redemptionCall(parts, job, found, step);
      },
      redrive: instead("the merchant can ask for the step again"),
    },
    "contract-item": {
      async call(parts, job, { item_id, step }) {
        const item = await parts.context.db.read((store) => catalogue.byId(store, item_id));
        const change = item?.change;
        if (!item || change?.status !== "pending") return undefined;
        return contractItemCall(parts, job, { item, change, step });
      },
      redrive: instead("the merchant can send the terms again"),
    },
  },
} satisfies ContractRecord;
