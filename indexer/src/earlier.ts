import type { IndexerContract } from "@merit/core/ledger/indexer-contracts/service.ts";
import * as contracts from "@merit/core/ledger/indexer-contracts/store.ts";
import type { Codes } from "./codes.ts";
import type { FollowDeps, StepResult } from "./follow.ts";
import { eventRow } from "./follow.ts";
import { pagesOf } from "./pages.ts";
import { type EventSource, OutOfWindow } from "./source.ts";
import { addEvents, readPosition } from "./store.ts";

interface EarlierDeps extends Omit<FollowDeps, "source" | "moved"> {
  sourceOf: (ids: string[]) => EventSource;
  codes: Codes;
}

interface Reading {
  contract: IndexerContract;
  pages: ReturnType<typeof pagesOf>;
}

/**
 * Reads the ledgers of added contracts that had been read for the others before, page by page beside the follower. Its state is
 * in the database: killed anywhere, it continues there.
 */
export class Earlier {
  readonly #deps: EarlierDeps;
  #reading: Reading | undefined;

  constructor(deps: EarlierDeps) {
    this.#deps = deps;
  }

  /** Call it before the follower reads events of these contracts: what it has read by then is read here. */
  async begin(followed: readonly IndexerContract[]): Promise<void> {
    const { db, startLedger } = this.#deps;
    for (const { contract_id, from_ledger, until_ledger } of followed) {
      if (until_ledger !== null) continue;
      const { oldest } = await this.#deps.sourceOf([contract_id]).window();
      const { ledger } = (await db.read(readPosition)) ?? { ledger: startLedger - 1 };
      const first = Math.max(from_ledger ?? 0, oldest);
      // The follower may have read a part of the next ledger.
      const reading = { from_ledger: first, next_ledger: first, until_ledger: ledger + 1 };
      await db.commit((store) => contracts.update(store, contract_id, reading));
    }
  }

  /** Reads one page. */
  async step(): Promise<StepResult> {
    this.#reading ??= await this.#next();
    if (!this.#reading) return "head";
    const { contract, pages } = this.#reading;
    try {
      const page = await pages.next();
      if (page.done) await this.#close(contract, contract.until_ledger ?? 0);
      else await this.#store(contract, page.value);
    } catch (error) {
      this.#reading = undefined;
      // The node has dropped ledgers meanwhile: what it still has is read.
      if (!(error instanceof OutOfWindow)) throw error;
    }
    return "more";
  }

  async #next(): Promise<Reading | undefined> {
    const { db, sourceOf, codes, pageSize } = this.#deps;
    const contract = (await db.read(contracts.followed)).find(
      ({ next_ledger, until_ledger }) => next_ledger !== null && until_ledger !== null && next_ledger <= until_ledger,
    );
    if (!contract) return undefined;
    const source = sourceOf([contract.contract_id]);
    const { oldest, latest } = await source.window();
    const range = { from: Math.max(contract.next_ledger ?? 0, oldest), to: contract.until_ledger ?? 0 };
    if (range.from > Math.min(range.to, latest)) {
      await this.#close(contract, range.to);
      return this.#next();
    }
    await codes.scan(source, range.from);
    return { contract, pages: pagesOf(source, range, pageSize) };
  }

  async #store(contract: IndexerContract, page: { events: Parameters<typeof eventRow>[0][]; ledger: number }) {
    const { db, decode, settings, own, clock } = this.#deps;
    const rows = page.events.map((event) => eventRow(event, decode));
    await db.commit(async (store) => {
      await addEvents(store, rows, { settings, own, now: clock.now() });
      await contracts.update(store, contract.contract_id, { next_ledger: page.ledger + 1 });
    });
  }

  async #close({ contract_id }: IndexerContract, ledger: number): Promise<void> {
    this.#reading = undefined;
    await this.#deps.db.commit((store) => contracts.update(store, contract_id, { next_ledger: ledger + 1 }));
  }
}
