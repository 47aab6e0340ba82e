import { type Calls, of, says } from "../call.ts";
import * as make from "../owned-records.ts";

export const calls: Calls = {
  changes: {
    "POST /merchants/me/referral-program": says(make.newTerms),
    "POST /merchants/me/referrals/:id/revoke": of(make.newBonus),
  },
  recordReads: {
    "GET /referral-programs/:merchant_id": "everyone",
    "GET /referrals/:id": make.newBonus,
    "GET /merchants/me/referrals/:id": make.newBonus,
  },
  ownReads: {
    "GET /merchants/me/referral-program": make.newProgram,
    "GET /merchants/me/referrals": make.newBonus,
    "GET /referrals": make.newBonus,
    "GET /users/referral": make.newReferral,
  },
};
