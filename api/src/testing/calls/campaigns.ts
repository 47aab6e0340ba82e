import { newWallet } from "@merit/core/testing/chain.ts";
import { type Calls, inDays, of, says } from "../call.ts";
import * as make from "../owned-records.ts";

export const calls: Calls = {
  changes: {
    "POST /campaigns": says(() => ({ name: "Spring", budget: "1", starts_at: inDays(0), ends_at: inDays(1) })),
    "PATCH /merchants/me/campaigns/:id": of(make.ownCampaign, { name: "New" }),
    "POST /campaigns/:id/dry-run": of(make.ownCampaign, { rewards: [{ wallet_address: newWallet(), amount: "1" }] }),
    "POST /campaigns/:id/extend": of(make.newCampaign("active"), { ends_at: "2100-01-01T00:00:00.000Z" }),
    "POST /campaigns/:id/drop": of(make.newDraft),
    "POST /campaigns/:id/fund": of(make.newDraft),
    "POST /campaigns/:id/pause": of(make.newCampaign("active")),
    "POST /campaigns/:id/resume": of(make.newCampaign("paused")),
    "POST /campaigns/:id/end": of(make.newCampaign("active")),
    "POST /campaigns/:id/settle": of(make.newCampaign("ended")),
  },
  recordReads: {
    "GET /campaigns/:merchant_id": "everyone",
    "GET /campaigns/:merchant_id/:id": "everyone",
    "GET /merchants/me/campaigns/:id": make.ownCampaign,
  },
  ownReads: {
    "GET /campaigns": null,
  },
};
