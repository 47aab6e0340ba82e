import { newWallet, openLine } from "@merit/core/testing/chain.ts";
import { type Calls, of, says } from "../call.ts";
import type { Scene } from "../owned-records.ts";
import * as make from "../owned-records.ts";

const rewardOf = ({ parties }: Scene) => ({
  campaign_id: parties.owner.merchant.campaignId,
  wallet_address: newWallet(),
  amount: "0.1",
});

export const calls: Calls = {
  changes: {
    "POST /rewards/issue": says((scene) => ({ idempotency_key: crypto.randomUUID(), ...rewardOf(scene) })),
    "POST /rewards/issue/batch": says((scene) => ({
      rewards: [{ idempotency_key: crypto.randomUUID(), ...rewardOf(scene) }],
    })),
    "POST /rewards/distribute": says((scene) => {
      const reward = rewardOf(scene);
      scene.service.world.chain.lines.set(reward.wallet_address, openLine);
      return reward;
    }),
    "POST /rewards/issuances/:id/redrive": of(make.newFailedIssuance),
  },
  recordReads: {
    "GET /rewards/issuances/:id": make.newIssuance,
    "GET /transactions/:id": async (scene) => `reward-${await make.newPaidIssuance(scene)}`,
  },
  ownReads: {
    "GET /rewards/issuances": make.newIssuance,
    "GET /merchants/me/customers": make.newIssuance,
    "GET /transactions": make.newPaidIssuance,
    "GET /transactions/merchant-totals": make.newIssuance,
  },
};
