import { type Calls, of } from "../call.ts";
import * as make from "../owned-records.ts";

export const calls: Calls = {
  changes: {
    "POST /search/:id/click": of(make.newSearch, { type: "campaign", id: 1 }),
  },
  ownReads: {
    "GET /search": "what is found differs with the words: its own test asks for each kind",
  },
};
