import type { Escrow } from "@merit/bindings/escrow";
import { createEscrow } from "@merit/core/testing/escrows.ts";
import { hash, type Keypair } from "@stellar/stellar-sdk";
import { provenWallet } from "./drops.ts";
import type { Reply, TestService, TestUser } from "./service.ts";

/** Another user with a wallet. */
export type Partner = TestUser & { keypair: Keypair };

/** Escrows whose parties propose steps and sign them, as wallets do. */
export interface Escrows {
  /** The user's wallet is the depositor, another user's the beneficiary, and a third one's the arbiter. */
  create(
    userId: number,
    change?: Partial<Escrow>,
  ): Promise<{ id: string; keypair: Keypair; other: Partner; arbiter: Partner }>;
  propose(token: string, id: string, keypair: Keypair, step: object): Promise<Reply>;
  /** A wallet's signature over an authorisation. */
  sign(authorization: string, keypair: Keypair): string;
  /** A signed proposal. @returns its number */
  offer(by: Partner, id: string, step: object): Promise<number>;
}

export function openEscrows(service: TestService): Escrows {
  const partner = async (): Promise<Partner> => {
    const user = await service.user();
    return { ...user, keypair: await provenWallet(service, user.id) };
  };
  const escrows: Escrows = {
    async create(userId, change) {
      const keypair = await provenWallet(service, userId);
      const [other, arbiter] = [await partner(), await partner()];
      const [depositor, beneficiary] = [keypair.publicKey(), other.keypair.publicKey()];
      const parties = { depositor, beneficiary, arbiter: arbiter.keypair.publicKey() };
      return { id: await createEscrow(service.world, parties, change), keypair, other, arbiter };
    },
    propose: (token, id, keypair, step) =>
      service.call(`POST /api/escrows/${id}/proposals`, {
        token,
        body: { wallet_address: keypair.publicKey(), ...step },
      }),
    sign: (authorization, keypair) =>
      Buffer.from(keypair.sign(hash(Buffer.from(authorization, "base64")))).toString("base64"),
    async offer({ accessToken: token, keypair }, id, step) {
      const { body } = await escrows.propose(token, id, keypair, step);
      const signed = { action: "sign", proposal_id: body.id, signature: escrows.sign(body.authorization, keypair) };
      await service.call(`POST /api/escrows/${id}/proposals`, { token, body: signed });
      return body.id;
    },
  };
  return escrows;
}
