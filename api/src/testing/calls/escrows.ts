import type { Calls } from "../call.ts";
import { openEscrows } from "../escrows.ts";
import * as make from "../owned-records.ts";

export const calls: Calls = {
  changes: {
    "POST /escrows/:id/proposals": async (scene) => {
      const { id, keypair } = await openEscrows(scene.service).create(scene.parties.owner.user.id);
      return { params: [id], body: { wallet_address: keypair.publicKey(), action: "cancel" } };
    },
  },
  recordReads: {
    "GET /escrows/:id": make.newEscrow,
  },
  ownReads: {
    "GET /escrows": make.newEscrow,
  },
};
