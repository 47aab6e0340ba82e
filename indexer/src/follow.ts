import type { Clock } from "@merit/core/clock.ts";
import type { Database } from "@merit/core/db/database.ts";
import type { Logger } from "@merit/core/logger.ts";
import type { PointSettings } from "@merit/core/point-settings.ts";
import { ANCHOR_DISTANCE, type Anchor, checkLedger } from "./anchor.ts";
import type { Decode } from "./decode.ts";
import { missingLedgers } from "./gaps.ts";
import { cursorLedger, type EventPage, type EventSource, OutOfWindow, type RawEvent, type StartAt } from "./source.ts";
import { type EventRow, type Position, readAnchor, readPosition, saveProgress } from "./store.ts";

export interface FollowDeps {
  source: EventSource;
  decode: Decode;
  db: Database;
  clock: Clock;
  log: Logger;
  pageSize: number;
  settings: PointSettings;
  /** No event of the system is older than this ledger. */
  startLedger: number;
  /** Told after each page how many ledgers the node is ahead, and how many older ones it still has. */
  moved?: (distance: { lag: number; margin: number }) => void;
}

/** `more`: ask again at once. `head`: everything that the node has is stored. */
export type Outcome = "more" | "head";

/** Follows the ledger page by page. All it has to remember is in the database; killed anywhere, it goes on there. */
export class Follower {
  readonly #deps: FollowDeps;
  /** False until the node has shown that it serves the ledger in the database, and again after it fell behind. */
  #trusted = false;

  constructor(deps: FollowDeps) {
    this.#deps = deps;
  }

  /**
   * Reads one page and stores it together with the position after it.
   * @throws LedgerChanged while the node serves another ledger; any other error is the node's or the network's.
   */
  async step(): Promise<Outcome> {
    const position = (await this.#deps.db.read(readPosition)) ?? { cursor: null, ledger: this.#deps.startLedger - 1 };
    if (!this.#trusted && !(await this.#trust(position))) return "head";
    const page = await this.#page(position);
    if (page === undefined) return this.#enterWindow(position);
    if (page.latestLedger < position.ledger) {
      this.#trusted = false;
      return "head";
    }
    const gap = missingLedgers(position.ledger, { oldest: page.oldestLedger, latest: page.latestLedger });
    if (gap) return this.#enterWindow(position);
    return this.#store(position, page);
  }

  async #trust(position: Position): Promise<boolean> {
    const { source, db } = this.#deps;
    const anchor = await db.read(readAnchor);
    this.#trusted = (await checkLedger(source, await source.window(), position.ledger, anchor)) === "same";
    return this.#trusted;
  }

  async #page(position: Position): Promise<EventPage | undefined> {
    const { source, pageSize } = this.#deps;
    const start: StartAt = position.cursor ? { cursor: position.cursor } : { startLedger: position.ledger + 1 };
    try {
      return await source.page(start, pageSize);
    } catch (error) {
      if (error instanceof OutOfWindow) return undefined;
      throw error;
    }
  }

  /** The node can't go on from `position`: it has dropped ledgers since, or not closed the next one yet. */
  async #enterWindow(position: Position): Promise<Outcome> {
    const { source, db, clock, log, settings } = this.#deps;
    const window = await source.window();
    if (window.latest <= position.ledger) {
      this.#trusted = window.latest === position.ledger;
      return "head";
    }
    const gap = missingLedgers(position.ledger, window);
    if (gap) {
      log.warn(
        { from_ledger: gap.from, to_ledger: gap.to },
        "the node no longer has these ledgers: their events are missing",
      );
    }
    if (!gap && position.cursor === null) {
      throw new Error(
        `the node refuses ledger ${position.ledger + 1}, which its window ${window.oldest}-${window.latest} holds`,
      );
    }
    const next = { cursor: null, ledger: gap ? gap.to : position.ledger };
    await db.commit((store) => saveProgress(store, { position: next, gap }, { settings, now: clock.now() }));
    return "more";
  }

  async #store(position: Position, page: EventPage): Promise<Outcome> {
    const { db, decode, clock, log, pageSize, settings } = this.#deps;
    const full = page.events.length >= pageSize;
    const ledger = Math.max(position.ledger, reached(page, full));
    if (page.events.length > 0 || ledger > position.ledger) {
      const rows = page.events.map((event) => eventRow(event, decode));
      const anchor = await this.#newAnchor(ledger);
      const progress = { position: { cursor: page.cursor, ledger }, rows, anchor };
      const added = await db.commit((store) => saveProgress(store, progress, { settings, now: clock.now() }));
      if (added > 0) log.debug({ events: added, ledger }, "events stored");
    }
    this.#deps.moved?.({ lag: page.latestLedger - ledger, margin: ledger - page.oldestLedger });
    const behind = ledger > position.ledger && ledger < page.latestLedger;
    return full || behind ? "more" : "head";
  }

  async #newAnchor(ledger: number): Promise<Anchor | undefined> {
    const { db, source } = this.#deps;
    const anchor = await db.read(readAnchor);
    if (anchor && ledger - anchor.ledger < ANCHOR_DISTANCE) return undefined;
    const hash = await source.ledgerHash(ledger);
    return hash === undefined ? undefined : { ledger, hash };
  }
}

/** Last ledger that the page completes: a full page may end in the middle of its last event's ledger. */
function reached(page: EventPage, full: boolean): number {
  const last = page.events.at(-1);
  if (full && last) return last.ledger - 1;
  return Math.min(cursorLedger(page.cursor), page.latestLedger);
}

function eventRow(event: RawEvent, decode: Decode): EventRow {
  return {
    id: event.id,
    contract_id: event.contractId,
    ...decode(event),
    ledger: event.ledger,
    ledger_closed_at: new Date(event.ledgerClosedAt),
    tx_hash: event.txHash,
  };
}
