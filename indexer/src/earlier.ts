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
      if (page.done) this.#reading = undefined;
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
    for (const contract of await db.read(contracts.followed)) {
      const { contract_id, next_ledger: next, until_ledger: to } = contract;
      if (next === null || to === null || next > to) continue;
      const source = sourceOf([contract_id]);
      const { oldest, latest } = await source.window();
      const from = Math.max(next, oldest);
      if (from <= Math.min(to, latest)) {
        await codes.scan(source, from);
        return { contract, pages: pagesOf(source, { from, to }, pageSize) };
      }
      // A node that lags has the rest later. The last ledger may not be closed yet; the follower reads it.
      if (latest >= to - 1) {
        await db.commit((store) => contracts.update(store, contract_id, { next_ledger: to + 1 }));
      }
    }
    return undefined;
  }

  async #store(contract: IndexerContract, page: { events: Parameters<typeof eventRow>[0][]; ledger: number }) {
    const { db, decode, settings, own, clock } = this.#deps;
    const rows = page.events.map((event) => eventRow(event, decode));
    await db.commit(async (store) => {
      await addEvents(store, rows, { settings, own, now: clock.now() });
      await contracts.update(store, contract.contract_id, { next_ledger: page.ledger + 1 });
    });
  }
}
