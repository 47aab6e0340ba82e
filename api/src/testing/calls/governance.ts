import { type Calls, says } from "../call.ts";
import * as make from "../owned-records.ts";

export const calls: Calls = {
  changes: {
    "POST /governance/proposals/envelope": says(async (scene) => ({
      wallet_address: await make.newLinkedWallet(scene),
      description: "Twice the daily limit",
      changes: [{ change: "limit", limit: "200000000" }],
    })),
  },
  recordReads: {
    "GET /governance/wallets/:address": "everyone",
    "GET /governance/wallets/:address/delegators": "everyone",
    "GET /governance/proposals/:id": "everyone",
    "GET /governance/proposals/:id/votes": "everyone",
  },
};
