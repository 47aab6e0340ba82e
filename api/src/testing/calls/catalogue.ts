import { type Calls, of, says } from "../call.ts";
import * as make from "../owned-records.ts";

export const calls: Calls = {
  changes: {
    "POST /catalogue": says(() => ({ name: "Coffee", price: 1 })),
    "PATCH /catalogue/:id": of(make.newItem, { name: "New" }),
    "POST /redemptions": says(make.newOffer),
    "POST /redemptions/:id/steps": of(make.newRedemption, { step: "cancel" }),
  },
  recordReads: {
    "GET /catalogue/:id": "everyone",
    "GET /redemptions/:id": make.newRedemption,
  },
  ownReads: {
    "GET /catalogue": "what can be redeemed is everyone's to see",
    "GET /redemptions": make.newRedemption,
  },
};
