import { newWallet } from "@merit/core/testing/chain.ts";
import { type Calls, inDays, of, posted, says } from "../call.ts";
import { activeDrop, provenWallet } from "../drops.ts";
import type { Scene } from "../owned-records.ts";
import * as make from "../owned-records.ts";
import { openSigners } from "../signers.ts";

const drop = says(() => ({
  name: "Thanks",
  ends_at: inDays(1),
  shares: [{ wallet_address: newWallet(), amount: "1" }],
}));
const newDrop = posted("/drops", drop);

export const calls: Calls = {
  changes: {
    "POST /drops": drop,
    "POST /drops/:id/steps": of(make.newUnopenedDrop, { step: "cancel" }),
    "POST /drops/:id/claim": of(make.newShare),
    "POST /drops/claim": says(signedClaim),
  },
  recordReads: {
    "GET /drops/:id": newDrop,
  },
  ownReads: {
    "GET /drops": newDrop,
    "GET /drops/eligible": make.newShare,
  },
};

/** A claim of a share, signed by its wallet. */
export async function signedClaim({ service, parties: { owner } }: Scene): Promise<object> {
  const keypair = await provenWallet(service, owner.user.id);
  const wallet_address = keypair.publicKey();
  const { id: drop } = await activeDrop(service, owner.merchant.id, [wallet_address]);
  const body = { wallet_address, call: "drop-claim", drop };
  const reply = await service.call("POST /api/wallet/envelope", { token: await owner.user.token(), body });
  return { envelope: openSigners(service).sign(reply.body.envelope, keypair) };
}
