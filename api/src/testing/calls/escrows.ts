import type { Calls } from "../call.ts";
import { openEscrows } from "../escrows.ts";
import * as make from "../owned-records.ts";

export const calls: Calls = {
  changes: {
    "POST /escrows/:id/proposals": async (scene) => {
      const { id, keypair } = await openEscrows(scene.service).create(scene.parties.owner.user.id);
      return { params: [id], body: { wallet_address: keypair.publicKey(), action: "cancel" } };
    },
    "POST /escrows/:id/proposals/:proposal_id/sign": async ({ service, parties: { owner } }) => {
      const escrows = openEscrows(service);
      const { id, keypair } = await escrows.create(owner.user.id);
      const { body } = await escrows.propose(await owner.user.token(), id, keypair, { action: "cancel" });
      return { params: [id, body.id], body: { signature: escrows.sign(body.authorization, keypair) } };
    },
  },
  recordReads: {
    "GET /escrows/:id": make.newEscrow,
  },
  ownReads: {
    "GET /escrows": make.newEscrow,
  },
};
