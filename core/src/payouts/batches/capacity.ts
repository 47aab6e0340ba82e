import type { Chain } from "../../ledger/chain/chain.ts";
import { type LedgerLimits, resourcesOf, shareOf } from "../../ledger/chain/ledger-limits.ts";
import type { Simulation } from "../../ledger/chain/transaction.ts";

/**
 * How much of a ledger the batches on their way take. More than fit into one ledger would only outbid each other, and one of
 * them would be left over each time.
 */
export class LedgerCapacity {
  readonly #chain: Pick<Chain, "limits">;
  #limits: LedgerLimits | undefined;
  #used = 0;
  readonly #waiting: { share: number; start: () => void }[] = [];

  constructor(chain: Pick<Chain, "limits">) {
    this.#chain = chain;
  }

  /**
   * Waits until the transaction fits beside those that are on their way, in order; one that fills a ledger goes alone.
   * @returns its share (1 is a ledger), for {@link LedgerCapacity.giveBack}
   * @throws RpcUnavailable
   */
  async take({ resources, transaction }: Pick<Simulation, "resources" | "transaction">): Promise<number> {
    this.#limits ??= await this.#chain.limits();
    const bytes = Buffer.byteLength(transaction.toXdr(), "base64");
    const share = shareOf(resourcesOf(resources, bytes), this.#limits);
    await new Promise<void>((start) => {
      this.#waiting.push({ share, start });
      this.#startNext();
    });
    return share;
  }

  giveBack(share: number): void {
    this.#used -= share;
    this.#startNext();
  }

  #startNext(): void {
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      if (this.#used > ROUNDING && this.#used + next.share > 1 + ROUNDING) return;
      this.#used += next.share;
      this.#waiting.shift();
      next.start();
    }
  }
}

/** Sums of fractions are not exact: fifteen fifteenths must fit. */
const ROUNDING = 1e-9;
