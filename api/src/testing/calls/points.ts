import { type Calls, of, posted, says } from "../call.ts";
import * as make from "../owned-records.ts";

const purchase = says(({ parties }) => ({ user_id: parties.owner.user.id, reference: crypto.randomUUID() }));
const newPurchase = posted("/points/events", purchase);

const rule = of(make.ownCampaign, { kind: "reward", points: 1 });
const newRule = posted("/campaigns/:id/rules", rule);

const award = says(({ parties }) => ({ user_id: parties.owner.user.id, points: 7 }));
const newAward = posted("/points/award", award);

export const calls: Calls = {
  changes: {
    "POST /points/award": award,
    "POST /points/events": purchase,
    "POST /points/events/:id/cancel": of(newPurchase),
    "POST /campaigns/:id/rules": rule,
    "PATCH /points/rules/:id": of(newRule, { points: 2 }),
  },
  recordReads: {
    "GET /users/:wallet_address/points": "everyone",
    "GET /campaigns/:id/rules": make.ownCampaign,
  },
  ownReads: {
    "GET /points": newAward,
    "GET /points/history": newAward,
    "GET /leaderboard": "users see each other's places",
  },
};
