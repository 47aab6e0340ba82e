import { type Transaction, TransactionBuilder } from "@stellar/stellar-sdk";
import type { Answer } from "./http.ts";
import { until } from "./processes.ts";
import { PASSPHRASE, type Wallet } from "./wallet.ts";
import type { World } from "./world.ts";

function sign(envelope: string, { keypair }: Wallet): string {
  const transaction = TransactionBuilder.fromXdr(envelope, PASSPHRASE) as Transaction;
  transaction.sign(keypair);
  return transaction.toXdr();
}

/** A user who logs in with the wallet, and signs with it what the service builds. */
export async function signIn({ api }: World, wallet: Wallet) {
  const { body: challenge } = await api.get(`/auth/wallet?account=${wallet.address}`);
  const { body: login } = await api.post("/auth/wallet", { transaction: sign(challenge.transaction, wallet) });
  const session = { authorization: `Bearer ${login.accessToken}` };
  const get = (path: string): Promise<Answer> => api.send("GET", path, undefined, session);
  const envelope = (call: string, fields: object = {}): Promise<Answer> =>
    api.post("/wallet/envelope", { wallet_address: wallet.address, call, ...fields }, session);

  /** Has the wallet sign what was built and the service send it. @returns the submission, once it is decided */
  // biome-ignore lint/suspicious/noExplicitAny: the record as the API gives it
  async function send(built: { envelope: string; hash: string }): Promise<any> {
    await api.post("/wallet/submit", { envelope: sign(built.envelope, wallet) }, session);
    return until(async () => {
      const { body } = await get(`/wallet/submissions/${built.hash}`);
      return body.status === "confirmed" || body.status === "failed" ? body : undefined;
    });
  }

  /** Like `send`, for a call. */
  async function call(name: string, fields: object = {}): ReturnType<typeof send> {
    const { status, body: built } = await envelope(name, fields);
    if (status !== 201) throw new Error(`${name}: ${JSON.stringify(built)}`);
    return send(built);
  }
  return { address: wallet.address, token: login.accessToken as string, get, envelope, send, call };
}
