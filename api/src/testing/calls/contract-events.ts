import type { Calls } from "../call.ts";

export const calls: Calls = {
  ownReads: {
    "GET /contract-events": "the ledger is public",
    "GET /contract-events/stream": "the ledger is public",
  },
};
