import { failureOf } from "@merit/core/ledger/chain/outcome.ts";
import { type Asset, BASE_FEE, Keypair, Operation, rpc, TransactionBuilder, type xdr } from "@stellar/stellar-sdk";

export const PASSPHRASE = "Standalone Network ; February 2017";

/** The SDK computes a transaction's time bound from this machine's clock, which is far behind after time travel. */
export const YEARS_IN_SECONDS = 10 * 365 * 86_400;

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

  /** Pays `amount` (decimal) of a classic asset, as any holder does. */
  async pay(asset: Asset, destination: string, amount: string): Promise<void> {
    await this.submit(Operation.payment({ destination, asset, amount }));
  }

  submit(...operations: xdr.Operation[]): Promise<rpc.Api.GetTransactionResponse> {
    return this.submitWith([], ...operations);
  }

  /** One transaction of this wallet that others sign as well. */
  async submitWith(cosigners: Keypair[], ...operations: xdr.Operation[]): Promise<rpc.Api.GetTransactionResponse> {
    const account = await this.#server.getAccount(this.address);
    const builder = new TransactionBuilder(account, { fee: BASE_FEE, networkPassphrase: PASSPHRASE });
    for (const operation of operations) builder.addOperation(operation);
    const transaction = builder.setTimeout(YEARS_IN_SECONDS).build();
    transaction.sign(this.keypair, ...cosigners);
    const sent = await this.#server.sendTransaction(transaction);
    if (sent.status !== "PENDING") throw refused(sent.status, sent.errorResult);
    const result = await this.#server.pollTransaction(sent.hash);
    if (result.status === rpc.Api.GetTransactionStatus.SUCCESS) return result;
    throw refused(result.status, "resultXdr" in result ? result.resultXdr : undefined);
  }

  /** Balance of a classic asset in stroops, straight from the ledger; 0 without a trustline. */
  async balance(asset: Asset): Promise<bigint> {
    const { balanceEntry } = await this.#server.getAssetBalance(this.address, asset, PASSPHRASE);
    return BigInt(balanceEntry?.amount ?? 0);
  }
}

const refused = (status: string, result?: xdr.TransactionResult) =>
  new Error(`wallet transaction: ${status}${result ? `, ${failureOf(result)}` : ""}`);
