import { FeeBumpTransaction, TransactionBuilder } from "@stellar/stellar-sdk";
import type { WalletEnvelope } from "../agreements/envelopes/store.ts";
import * as rows from "../agreements/envelopes/store.ts";
import { isSponsored, lackOf, type Sponsored, sponsoredOf } from "../agreements/envelopes/trustline.ts";
import { OneAtATime } from "../base/one-at-a-time.ts";
import type { Parts } from "../context/parts.ts";
import { signTransaction } from "../ledger/chain/transaction.ts";
import * as reasons from "../ledger/sending/reasons.ts";
import { hasRoom } from "../payouts/sponsoring/reserves.ts";

/**
 * Reserves that this worker, the only one, has signed for and that may not be on the ledger yet. Together with those that the ledger shows
 * they never exceed the budget, whatever the database says that was taken on.
 */
export class PromisedReserves {
  readonly #parts: Parts;
  readonly #turn = new OneAtATime();
  /** Stroops of XLM by envelope; undefined until those are read that an earlier process has sent. */
  #promised: Map<number, bigint> | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Promises the reserve of an envelope. @returns why not, if it can't be kept @throws RpcUnavailable */
  promise(row: WalletEnvelope): Promise<string | undefined> {
    return this.#turn.run("reserves", async () => {
      const promised = await this.#open();
      if (promised.has(row.id)) return undefined;
      const reserve = reserveOf(row);
      // In this order: what lands in between counts twice, and never not at all.
      const open = [...promised.values()].reduce((sum, each) => sum + each, 0n);
      const { chain } = this.#parts.context;
      const { newestLedger } = this.#parts.sender;
      const account = await chain.account(chain.manifest.accounts.fee, newestLedger);
      if (!hasRoom(this.#parts.context, account, open + reserve)) return reasons.noReserves;
      const wallet = await chain.account(row.wallet_address, newestLedger);
      if (lackOf(wallet) !== reserve) return reasons.reservesChanged;
      promised.set(row.id, reserve);
      return undefined;
    });
  }

  /** Forgets a decided envelope. */
  settle(row: WalletEnvelope): void {
    this.#promised?.delete(row.id);
  }

  async #open(): Promise<Map<number, bigint>> {
    if (this.#promised) return this.#promised;
    const sent = await this.#parts.context.db.read(rows.openTrustlines);
    this.#promised = new Map(sent.map((row) => [row.id, reserveOf(row)]));
    return this.#promised;
  }
}

const reserveOf = (row: WalletEnvelope): bigint => BigInt(sponsoredOf(row)?.reserve ?? 0);

/**
 * The envelope with the signatures of the service, which are the last ones; undefined if it isn't one that the service builds. Signing again
 * gives the same ones.
 */
export async function signSponsored(
  { context, fee, signerOf }: Parts,
  row: WalletEnvelope,
  sponsored: Sponsored,
): Promise<string | undefined> {
  const { wallet_address: wallet, envelope } = row;
  const { source } = sponsored;
  const transaction = TransactionBuilder.fromXdr(envelope, context.chain.passphrase);
  if (transaction instanceof FeeBumpTransaction || !isSponsored(context, transaction, wallet, sponsored)) return;
  const own = source === wallet ? fee : signerOf(source);
  if (!own) return;
  await signTransaction(transaction, [fee, own]);
  return transaction.toXdr();
}
