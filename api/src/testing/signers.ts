import { type Keypair, type Transaction, TransactionBuilder } from "@stellar/stellar-sdk";
import { provenWallet } from "./drops.ts";
import type { Reply, TestService, TestUser } from "./service.ts";

/** A user with a wallet that signs. */
export interface Signer extends TestUser {
  keypair: Keypair;
  wallet: string;
}

type Headers = Record<string, string>;

/** Users whose wallets ask for envelopes, sign them and send them back, as a web page does with a wallet's extension. */
export interface Signers {
  create(): Promise<Signer>;
  trustline(user: Signer, headers?: Headers): Promise<Reply>;
  claim(user: Signer, dropId: number, headers?: Headers): Promise<Reply>;
  call(user: Signer, body: object, headers?: Headers): Promise<Reply>;
  submit(user: TestUser, envelope: string, path?: string, headers?: Headers): Promise<Reply>;
  read(envelope: string): Transaction;
  /** The envelope with the signatures added. */
  sign(envelope: string, ...keypairs: Keypair[]): string;
}

export function openSigners(service: TestService): Signers {
  const read = (xdr: string) => TransactionBuilder.fromXdr(xdr, service.world.context.chain.passphrase) as Transaction;
  const post = (path: string, { accessToken: token }: TestUser, body: object, headers: Headers = {}) =>
    service.call(`POST /api${path}`, { token, headers, body });
  const call = (user: Signer, body: object, headers?: Headers) =>
    post("/wallet/envelope", user, { wallet_address: user.wallet, ...body }, headers);
  return {
    async create() {
      const user = await service.user();
      const keypair = await provenWallet(service, user.id);
      return { ...user, keypair, wallet: keypair.publicKey() };
    },
    trustline: (user, headers) => call(user, { call: "trustline" }, headers),
    claim: (user, drop, headers) => call(user, { call: "drop-claim", drop }, headers),
    call,
    submit: (user, envelope, path = "/wallet/submit", headers) => post(path, user, { envelope }, headers),
    read,
    sign(xdr, ...keypairs) {
      const transaction = read(xdr);
      transaction.sign(...keypairs);
      return transaction.toXdr();
    },
  };
}
