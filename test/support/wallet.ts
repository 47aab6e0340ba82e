import { type Asset, BASE_FEE, Keypair, Operation, rpc, TransactionBuilder, type xdr } from "@stellar/stellar-sdk";

export const PASSPHRASE = "Standalone Network ; February 2017";

/** A user's wallet as any Stellar wallet is: an account, a key, and whatever it signs. */
export class Wallet {
  readonly keypair = Keypair.random();
  readonly address = this.keypair.publicKey();
  readonly #server: rpc.Server;

  constructor(rpcUrl: string) {
    this.#server = new rpc.Server(rpcUrl, { allowHttp: true });
  }

  async fund(): Promise<this> {
    await this.#server.fundAddress(this.address);
    return this;
  }

  async trust(asset: Asset, limit?: string): Promise<this> {
    await this.submit(Operation.changeTrust({ asset, ...(limit === undefined ? {} : { limit }) }));
    return this;
  }

  submit(...operations: xdr.Operation[]): Promise<rpc.Api.GetTransactionResponse> {
    return this.submitWith([], ...operations);
  }

  /** One transaction of this wallet that others sign as well. */
  async submitWith(cosigners: Keypair[], ...operations: xdr.Operation[]): Promise<rpc.Api.GetTransactionResponse> {
    const account = await this.#server.getAccount(this.address);
    const builder = new TransactionBuilder(account, { fee: BASE_FEE, networkPassphrase: PASSPHRASE });
    for (const operation of operations) builder.addOperation(operation);
    const transaction = builder.setTimeout(60).build();
    transaction.sign(this.keypair, ...cosigners);
    const sent = await this.#server.sendTransaction(transaction);
    if (sent.status !== "PENDING") throw new Error(`wallet transaction: ${sent.status}`);
    const result = await this.#server.pollTransaction(sent.hash);
    if (result.status !== "SUCCESS") throw new Error(`wallet transaction: ${result.status}`);
    return result;
  }

  /** Balance of a classic asset in stroops, straight from the ledger; 0 without a trustline. */
  async balance(asset: Asset): Promise<bigint> {
    const { balanceEntry } = await this.#server.getAssetBalance(this.address, asset, PASSPHRASE);
    return BigInt(balanceEntry?.amount ?? 0);
  }
}
