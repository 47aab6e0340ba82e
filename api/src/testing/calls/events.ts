import type { Calls } from "../call.ts";
import * as make from "../owned-records.ts";

export const calls: Calls = {
  recordReads: {
    "GET /events/:id": make.newEvent,
  },
  ownReads: {
    "GET /events": make.newEvent,
  },
};
