import { type Calls, of, says } from "../call.ts";
import * as make from "../owned-records.ts";

export const calls: Calls = {
  changes: {
    "POST /referral-programs": says(make.newTerms),
    "POST /referrals/:id/revoke": of(make.newBonus),
  },
  recordReads: {
    "GET /referral-programs/:merchant_id": "everyone",
    "GET /referrals/:id": make.newBonus,
  },
  ownReads: {
    "GET /referrals": make.newBonus,
    "GET /users/referral": make.newReferral,
  },
};
