import { type Calls, of, says } from "../call.ts";
import * as make from "../owned-records.ts";

export const calls: Calls = {
  changes: {
    "POST /catalogue": says(() => ({ name: "Coffee", price: 1 })),
    "PATCH /catalogue/:id": of(make.newItem, { name: "New" }),
    "DELETE /catalogue/:id": of(make.newItem),
    "POST /redemptions": says(make.newOffer),
    "POST /redemptions/:id/cancel": of(make.newRedemption),
    "POST /merchants/me/redemptions/:id/fulfil": of(make.newRedemption),
    "POST /merchants/me/redemptions/:id/refund": of(make.newRedemption),
  },
  recordReads: {
    "GET /catalogue/:id": "everyone",
    "GET /merchants/me/catalogue/:id": make.newItem,
    "GET /merchants/me/redemptions/:id": make.newRedemption,
    "GET /redemptions/:id": make.newRedemption,
  },
  ownReads: {
    "GET /merchants/me/catalogue": make.newItem,
    "GET /merchants/me/redemptions": make.newRedemption,
    "GET /redemptions": make.newRedemption,
  },
};
