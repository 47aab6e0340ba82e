import { newWallet } from "@merit/core/testing/chain.ts";
import { type Calls, inDays, of, says } from "../call.ts";
import * as make from "../owned-records.ts";

export const calls: Calls = {
  changes: {
    "POST /campaigns": says(() => ({ name: "Spring", budget: "1", starts_at: inDays(0), ends_at: inDays(1) })),
    "PATCH /campaigns/:merchant_id/:id": async (scene) => ({
      params: ["me", await make.ownCampaign(scene)],
      body: { name: "New" },
    }),
    "POST /campaigns/:id/dry-run": of(make.ownCampaign, { rewards: [{ wallet_address: newWallet(), amount: "1" }] }),
    "POST /campaigns/:id/steps": of(make.newCampaign("active"), { step: "pause" }),
  },
  recordReads: {
    "GET /campaigns/:merchant_id": "everyone",
    "GET /campaigns/:merchant_id/:id": "everyone",
  },
  ownReads: {
    "GET /campaigns": null,
  },
};
