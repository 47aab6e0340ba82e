import { newWallet } from "@merit/core/testing/chain.ts";
import { type Calls, of, says } from "../call.ts";
import * as make from "../owned-records.ts";

export const calls: Calls = {
  changes: {
    "POST /campaigns/:id/vouchers": of(make.ownCampaign, { count: 2, amount: "0.1" }),
    "POST /vouchers/cancel": says(async (scene) => ({ voucher_id: (await make.newVoucher(scene)).id })),
    "POST /vouchers/check": says(async (scene) => ({ code: (await make.newVoucher(scene)).code })),
    "POST /vouchers/redeem": says(async (scene) => ({
      code: (await make.newVoucher(scene)).code,
      wallet_address: newWallet(),
    })),
  },
  recordReads: {
    "GET /campaigns/:id/vouchers": make.ownCampaign,
    "GET /campaigns/:id/voucher-batches": make.ownCampaign,
    "GET /vouchers/:id": async (scene) => (await make.newVoucher(scene)).id,
    "GET /voucher-batches/:id": async (scene) => (await make.newVoucher(scene)).batch_id,
  },
};
