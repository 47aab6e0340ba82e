import { newWallet } from "@merit/core/testing/chain.ts";
import { Keypair } from "@stellar/stellar-sdk";
import { type Calls, of, says } from "../call.ts";
import type { Scene } from "../owned-records.ts";
import * as make from "../owned-records.ts";
import { signedClaim } from "./drops.ts";

export const calls: Calls = {
  changes: {
    "POST /trustline/verify": says(() => ({ wallet_address: newWallet() })),
    "POST /wallet/link": says(walletProof),
    "POST /wallet/envelope": says(async (scene) => ({
      wallet_address: await make.newLinkedWallet(scene),
      call: "referral.enrol",
    })),
    "POST /wallet/submit": says(signedClaim),
    "DELETE /wallet/:wallet_address": of(make.newLinkedWallet),
  },
  recordReads: {
    "GET /wallet/:wallet_address/history": make.newLinkedWallet,
    "GET /wallet/submissions/:hash": make.newEnvelope,
  },
  ownReads: {
    "GET /wallet": make.newLinkedWallet,
  },
};

/** A wallet's proof by SEP-53. */
async function walletProof({ service, parties }: Scene): Promise<object> {
  const keypair = Keypair.random();
  const wallet_address = keypair.publicKey();
  const token = await parties.owner.user.token();
  const { body } = await service.call("POST /api/wallet/link", { token, body: { wallet_address } });
  const signature = Buffer.from(keypair.signMessage(body.message)).toString("base64");
  return { wallet_address, message: body.message, signature };
}
