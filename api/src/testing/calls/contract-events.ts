import type { Calls } from "../call.ts";

export const calls: Calls = {
  ownReads: {
    "GET /contract-events": "the ledger is public",
  },
};
