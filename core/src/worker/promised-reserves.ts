import type { WalletEnvelope } from "../agreements/envelopes/store.ts";
import * as rows from "../agreements/envelopes/store.ts";
import { asBuilt, isNear, lackOf, reserveOf, type Sponsored, sponsoredOf } from "../agreements/envelopes/trustline.ts";
import { OneAtATime } from "../base/one-at-a-time.ts";
import type { Parts } from "../context/parts.ts";
import { signTransaction } from "../ledger/chain/transaction.ts";
import * as reasons from "../ledger/sending/reasons.ts";
import { hasRoom } from "../payouts/sponsoring/reserves.ts";

/** An envelope with the signatures of the service, which are the last ones (base64 XDR), or why it doesn't get them. */
export type Signed = { xdr: string } | { refusal: string };

/**
 * Reserves that this worker, the only one, has signed for and that may not be on the ledger yet. Together with those that the ledger shows
 * they never exceed the budget, whatever the database says that was taken on.
 */
export class PromisedReserves {
  readonly #parts: Parts;
  readonly #turn = new OneAtATime();
  /** Stroops of XLM by the transaction's hash; undefined until those are read that an earlier process has sent. */
  #promised: Map<string, bigint> | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Promises the reserve of an envelope, and signs it for the service. Signing it again gives the same signatures, and promises no more.
   * @throws RpcUnavailable, Problem 503
   */
  async sign(row: WalletEnvelope, sponsored: Sponsored): Promise<Signed> {
    const { context, fee, signerOf } = this.#parts;
    const { source } = sponsored;
    const transaction = asBuilt(context, row, sponsored);
    const own = source === row.wallet_address ? fee : signerOf(source);
    if (!transaction || !own) return { refusal: reasons.reservesChanged };
    const refusal = await this.#turn.run("reserves", () => this.#promise(row, sponsored));
    if (refusal !== undefined) return { refusal };
    await signTransaction(transaction, [fee, own]);
    return { xdr: transaction.toXdr() };
  }

  /** Forgets a decided envelope. */
  settle({ hash }: WalletEnvelope): void {
    this.#promised?.delete(hash);
  }

  /** Returns why not, if it can't be kept. */
  async #promise(row: WalletEnvelope, sponsored: Sponsored): Promise<string | undefined> {
    const { context, sender } = this.#parts;
    const { chain } = context;
    const promised = await this.#open();
    const reserve = reserveOf(row, sponsored);
    // In this order: what lands in between counts twice, and never not at all.
    const others = [...promised].reduce((sum, [hash, each]) => (hash === row.hash ? sum : sum + each), 0n);
    const read = (address: string) => chain.account(address, sender.newestLedger);
    if (!hasRoom(context, await read(chain.manifest.accounts.fee), others + reserve)) return reasons.noReserves;
    const [wallet, source] = [await read(row.wallet_address), await read(sponsored.source)];
    const isStillSo = lackOf(wallet) === reserve && (await isNear(context, row, sponsored, source?.sequence ?? 0n));
    if (!isStillSo) return reasons.reservesChanged;
    promised.set(row.hash, reserve);
    return undefined;
  }

  async #open(): Promise<Map<string, bigint>> {
    if (this.#promised) return this.#promised;
    const sent = await this.#parts.context.db.read(rows.openTrustlines);
    const kept = sent.flatMap((row): [string, bigint][] => {
      const sponsored = sponsoredOf(row);
      return sponsored ? [[row.hash, reserveOf(row, sponsored)]] : [];
    });
    this.#promised = new Map(kept);
    return this.#promised;
  }
}
