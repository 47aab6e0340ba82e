import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Address, scValToNative, xdr } from "@stellar/stellar-sdk";
import type { Localnet } from "./localnet.ts";

/** A transfer of the reward asset out of the pool, as the ledger has it. */
export interface Payment {
  wallet: string;
  /** Stroops. */
  amount: bigint;
  txHash: string;
}

interface Page {
  events: { topic: string[]; value: string; txHash: string; ledger: number }[];
  cursor: string;
  latestLedger: number;
}

const PAGE = 1_000;

/** The pool's payments since a moment, from the asset's events on the node, independent of the service. */
export class LedgerPayments {
  readonly #ledger: Localnet;
  readonly #asset: string;
  readonly #pool: string;
  readonly #found: Payment[] = [];
  #next: { startLedger: number; cursor?: string };

  private constructor(ledger: Localnet, folder: string, startLedger: number) {
    const { asset, contracts } = JSON.parse(readFileSync(join(folder, "local", "deployment.json"), "utf8"));
    this.#ledger = ledger;
    this.#asset = asset.contract_id;
    this.#pool = contracts.pool.id;
    this.#next = { startLedger };
  }

  /** @param folder data folder of a deployment on this ledger */
  static async fromNow(ledger: Localnet, folder: string): Promise<LedgerPayments> {
    const { sequence } = await ledger.call<{ sequence: number }>("getLatestLedger");
    return new LedgerPayments(ledger, folder, sequence + 1);
  }

  /** All payments so far. Payments that were read once are kept, even if the node drops them; those dropped before are missing. */
  async read(): Promise<Payment[]> {
    const pool = Address.fromString(this.#pool).toScVal().toXdr("base64");
    const transfer = xdr.ScVal.scvSymbol("transfer").toXdr("base64");
    const filters = [{ type: "contract", contractIds: [this.#asset], topics: [[transfer, pool, "*", "**"]] }];
    const { oldestLedger, latestLedger } = await this.#ledger.call<{ oldestLedger: number; latestLedger: number }>(
      "getHealth",
    );
    // No ledger has closed yet.
    if (this.#next.startLedger > latestLedger) return this.#found;
    if (this.#next.startLedger < oldestLedger) this.#next = { startLedger: oldestLedger };
    for (;;) {
      const { cursor, startLedger } = this.#next;
      const start = cursor ? { pagination: { cursor, limit: PAGE } } : { startLedger, pagination: { limit: PAGE } };
      const page = await this.#ledger.call<Page>("getEvents", { ...start, filters });
      this.#found.push(...page.events.map(paymentOf));
      const reached = Number(BigInt(page.cursor.split("-")[0] ?? "") >> 32n);
      this.#next = { startLedger: reached, cursor: page.cursor };
      if (page.events.length < PAGE && reached >= page.latestLedger) return this.#found;
    }
  }
}

function paymentOf({ topic, value, txHash }: Page["events"][number]): Payment {
  const [, , to] = topic.map((each) => scValToNative(xdr.ScVal.fromXdr(each, "base64")));
  const data = scValToNative(xdr.ScVal.fromXdr(value, "base64"));
  // To an account with a memo the data is a map.
  return { wallet: to, amount: BigInt(typeof data === "object" ? data.amount : data), txHash };
}
