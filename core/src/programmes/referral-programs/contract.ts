import { type ContractRecord, instead } from "../../context/contract.ts";
import { referralCall, referralProgramCall } from "./calls.ts";
import { emitReferral } from "./events.ts";
import { record } from "./on-chain.ts";
import * as rows from "./store.ts";
import { referralCalls } from "./wallet-calls.ts";

export const referral = {
  create: ({ ids: { admin, state }, asset }) => ({ admin, state, asset: asset.contract_id }),
  walletCalls: referralCalls,
  record,
  things: [
    { key: ["merchant", "newcomer"], creation: "referral_qualified" },
    { types: ["programme_set", "sponsor_left"], key: ["merchant"], isReplaced: true },
  ],
  jobs: {
    "referral-program": {
      async call(parts, job, { merchant_id }) {
        const change = await parts.context.db.read((store) => rows.changeOf(store, merchant_id));
        return change?.status === "pending" ? referralProgramCall(parts, job, change) : undefined;
      },
      redrive: instead("the merchant can send the terms again"),
    },
    referral: {
      /** Undefined once the indexer has recorded what the call does. */
      async call(parts, job, { referral_id, step }) {
        const found = await parts.context.db.read((store) => rows.byId(store, referral_id));
        const isOpen = step === "qualify" ? found?.status === "qualifying" : found?.next_status === "revoked";
        return isOpen && found ? referralCall(parts, job, found, step) : undefined;
      },
      async redrive(store, { referral_id, step }, now) {
        if (step === "revoke") return "the merchant can ask for the step again";
        const again = { status: "qualifying" as const, error_message: null, updated_at: now };
        await emitReferral(store, "redriven", await rows.note(store, referral_id, "failed", again), now);
        return undefined;
      },
    },
  },
} satisfies ContractRecord;
