import type { ContractRecord } from "../../context/contract.ts";
import { grantCall } from "./grant.ts";
import * as grants from "./grant-store.ts";
import { postOwnerQueued } from "./owner-mail.ts";
import { poolCalls } from "./pool-calls.ts";

export const pool = {
  create: ({ ids: { admin, state }, asset: { contract_id, issuer }, terms }) => ({
    ...{ admin, state, asset: contract_id, issuer },
    raise_delay: terms.limitRaiseDelay,
    limit: terms.poolLimit,
    merchant_limit: terms.merchantLimit,
  }),
  walletCalls: poolCalls,
  record: async (store, event, context) => {
    if (event.type === "owner_queued") await postOwnerQueued(context, store, event);
  },
  jobs: {
    grant: {
      call: async (parts, job, payload) => grantCall(parts, job, payload),
      async redrive(store, { reference }, now) {
        await grants.move(store, reference, "failed", { status: "pending", error_message: null, updated_at: now });
        return undefined;
      },
    },
  },
} satisfies ContractRecord;
