// Transactions by Horizon.Server of the unmodified JavaScript SDK.
import { BASE_FEE, type Horizon, Keypair, type Transaction, TransactionBuilder } from "@stellar/stellar-sdk";

export const PASSPHRASE = "Standalone Network ; February 2017";

export type AnyOperation = Parameters<TransactionBuilder["addOperation"]>[0];

/** @param server asked for at each call, since tests make it before they run */
export function clientOf(server: () => Horizon.Server) {
  async function funded(): Promise<Keypair> {
    const key = Keypair.random();
    await server().friendbot(key.publicKey()).call();
    return key;
  }

  /** A transaction of the account, signed with its key. */
  async function build(source: Keypair, ...operations: AnyOperation[]): Promise<Transaction> {
    const account = await server().loadAccount(source.publicKey());
    const builder = new TransactionBuilder(account, {
      fee: BASE_FEE,
      networkPassphrase: PASSPHRASE,
      timebounds: await server().fetchTimebounds(60),
    });
    for (const operation of operations) builder.addOperation(operation);
    const transaction = builder.build();
    transaction.sign(source);
    return transaction;
  }

  const submit = async (source: Keypair, ...operations: AnyOperation[]) =>
    server().submitTransaction(await build(source, ...operations));

  return { funded, build, submit };
}
