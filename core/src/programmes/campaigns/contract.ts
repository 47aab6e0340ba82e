import { type ContractRecord, instead } from "../../context/contract.ts";
import type { Parts } from "../../context/parts.ts";
import { campaignCall, fundCall } from "./calls.ts";
import { campaignExtensionCall } from "./campaign-extension.ts";
import { campaignStepCall } from "./campaign-step.ts";
import { steps } from "./steps.ts";
import * as rows from "./store.ts";

/** All but what the contract's events say: those are about rewards. */
export const campaign = {
  create: ({ ids: { admin, state, pool } }) => ({ admin, state, pool }),
  jobs: {
    campaign: {
      async call(parts, job, payload) {
        const found = await byId(parts, payload);
        return found?.status === "pending" ? campaignCall(parts, job, found) : undefined;
      },
      redrive: instead("the merchant can create the campaign again"),
      takesBalance: () => true,
    },
    "campaign-step": {
      async call(parts, job, payload) {
        const found = await byId(parts, payload);
        const { step } = payload;
        if (found?.next_status !== steps[step].to) return undefined;
        return step === "fund" ? fundCall(parts, job, found) : campaignStepCall(parts, job, found, step);
      },
      redrive: instead("the merchant can ask for the step again"),
      takesBalance: ({ step }) => step === "fund",
    },
    "campaign-extension": {
      async call(parts, job, payload) {
        const found = await byId(parts, payload);
        if (!found) return undefined;
        const { next_budget: budget, next_ends_at: ends_at } = found;
        return budget === null || ends_at === null
          ? undefined
          : campaignExtensionCall(parts, job, found, { budget, ends_at });
      },
      redrive: instead("the merchant can ask for the extension again"),
      takesBalance: () => true,
    },
  },
} satisfies ContractRecord;

const byId = ({ context }: Parts, { campaign_id }: { campaign_id: number }) =>
  context.db.read((store) => rows.byId(store, campaign_id));
