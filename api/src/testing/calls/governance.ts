import type { Calls } from "../call.ts";

export const calls: Calls = {
  recordReads: {
    "GET /governance/wallets/:wallet_address": "everyone",
    "GET /governance/proposals/:id": "everyone",
  },
};
