import type { Clock } from "@merit/core/base/clock.ts";
import type { Logger } from "@merit/core/base/logger.ts";
import type { Settings } from "@merit/core/base/settings/settings.ts";
import type { Database } from "@merit/core/store/db/database.ts";
import { ANCHOR_DISTANCE, type Anchor, checkLedger } from "./anchor.ts";
import type { Codes } from "./codes.ts";
import type { Decode } from "./decode.ts";
import { missingLedgers } from "./gaps.ts";
import { type EventPage, type EventSource, OutOfWindow, type RawEvent, reached, type StartAt } from "./source.ts";
import {
  type EventRow,
  firstWithoutEvents,
  type Position,
  type Progress,
  readAnchor,
  readPosition,
  type StoredPosition,
  saveProgress,
} from "./store.ts";

export interface FollowDeps {
  source: EventSource;
  decode: Decode;
  /** The history of the contracts' code, for `decode`. */
  codes?: Codes;
  db: Database;
  clock: Clock;
  log: Logger;
  pageSize: number;
  settings: Settings;
  /** Ids of the system's contracts. */
  own: readonly string[];
  /** No event of the system is older than this ledger. */
  startLedger: number;
  /** Called after each page with how many ledgers the node is ahead, and how many older ones it still has. */
  moved?: (distance: { lag: number; margin: number }) => void;
}

/** Pause between two reads for events that the node left out; it doubles after each that finds none. */
const FIRST_LOOK_MS = 1_000;
/** Most looks for a transaction's event: four minutes in total. */
const MAX_LOOKS = 8;

/** `more`: ask again at once. `head`: everything that the node has is stored. */
export type StepResult = "more" | "head";

/** Follows the ledger page by page. All its state is in the database: killed anywhere, it continues there. */
export class Follower {
  readonly #deps: FollowDeps;
  /** False until the node has shown that it serves the ledger in the database, and again after it fell behind. */
  #trusted = false;
  /** Events that the node left out: how often they were looked for, and when they are next. */
  readonly #missing = { id: 0, looks: 0, dueAt: 0, givenUp: new Set<number>() };

  constructor(deps: FollowDeps) {
    this.#deps = deps;
  }

  /**
   * Reads one page and stores it together with the position after it.
   * @throws LedgerChanged while the node serves another ledger; any other error is the node's or the network's.
   */
  async step(): Promise<StepResult> {
    const position = (await this.#deps.db.read(readPosition)) ?? { ...this.#start, storedAt: null };
    if (!this.#trusted) {
      const outcome = await this.#trust(position);
      if (outcome !== undefined) return outcome;
    }
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

  get #start(): Position {
    return { cursor: null, ledger: this.#deps.startLedger - 1 };
  }

  /** @returns undefined if reading can go on from the position */
  async #trust(position: StoredPosition): Promise<StepResult | undefined> {
    const { source, db, log } = this.#deps;
    const anchor = await db.read(readAnchor);
    const state = await checkLedger(source, await source.window(), position, anchor);
    this.#trusted = state === "same";
    if (state !== "ahead") return this.#trusted ? undefined : "head";
    const back = { ...this.#start, ...(anchor && { ledger: anchor.ledger }) };
    log.error(
      { ledger: position.ledger, from_ledger: back.ledger + 1 },
      "an answer of the node named a ledger that didn't exist: the ledgers since the last known one are read again",
    );
    await this.#save({ position: back, isBack: true });
    return "more";
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
  async #enterWindow(position: Position): Promise<StepResult> {
    const { source, codes, log } = this.#deps;
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
    if (gap) await codes?.scan(source, gap.to + 1);
    const next = { cursor: null, ledger: gap ? gap.to : position.ledger };
    await this.#save({ position: next, gap });
    return "more";
  }

  async #store(position: Position, page: EventPage): Promise<StepResult> {
    const { source, decode, codes, log, pageSize } = this.#deps;
    const full = page.events.length >= pageSize;
    const ledger = Math.max(position.ledger, reached(page, full));
    if (page.events.length > 0 || ledger > position.ledger) {
      await codes?.learn(source, page.events);
      const rows = page.events.map((event) => eventRow(event, decode));
      const anchor = await this.#newAnchor(position.ledger, ledger);
      const progress = { position: { cursor: page.cursor, ledger }, rows, anchor };
      const added = await this.#save(progress);
      if (added > 0) log.debug({ events: added, ledger }, "events stored");
    }
    this.#deps.moved?.({ lag: page.latestLedger - ledger, margin: ledger - page.oldestLedger });
    const behind = ledger > position.ledger && ledger < page.latestLedger;
    if (full || behind) return "more";
    return (await this.#goBack(ledger, page.oldestLedger)) ? "more" : "head";
  }

  /**
   * A node may leave out events, and give a position after them. Missing events of the service's own transactions are noticed and
   * read again.
   */
  async #goBack(ledger: number, oldest: number): Promise<boolean> {
    const { db, log } = this.#deps;
    const missing = this.#missing;
    if (performance.now() < missing.dueAt) return false;
    const range = { from: oldest, to: ledger, without: missing.givenUp };
    const found = await db.read((store) => firstWithoutEvents(store, range));
    if (found?.id !== missing.id) Object.assign(missing, { id: found?.id ?? 0, looks: 0 });
    missing.dueAt = performance.now() + FIRST_LOOK_MS * 2 ** missing.looks;
    if (!found) return false;
    if (missing.looks === MAX_LOOKS) {
      missing.givenUp.add(found.id);
      log.error(
        { submission: found.id, ledger: found.ledger },
        "the node has no event of a transaction that is on the ledger",
      );
      return false;
    }
    missing.looks += 1;
    log.warn({ submission: found.id, from_ledger: found.ledger }, "the node left out events: they are read again");
    const position = { cursor: null, ledger: found.ledger - 1 };
    await this.#save({ position });
    return true;
  }

  #save(progress: Progress): Promise<number> {
    const { db, clock, settings, own } = this.#deps;
    return db.commit((store) => saveProgress(store, progress, { settings, own, now: clock.now() }));
  }

  /** The first anchor is at the page. Later ones stay before it, so that one wrong answer can't move the anchor to an invented ledger. */
  async #newAnchor(before: number, after: number): Promise<Anchor | undefined> {
    const { db, source } = this.#deps;
    const anchor = await db.read(readAnchor);
    if (anchor && before - anchor.ledger < ANCHOR_DISTANCE) return undefined;
    const ledger = anchor ? before : after;
    const found = await source.ledger(ledger);
    return found && { ledger, hash: found.hash };
  }
}

export function eventRow(event: RawEvent, decode: Decode): EventRow {
  return {
    id: event.id,
    contract_id: event.contractId,
    ...decode(event),
    ledger: event.ledger,
    ledger_closed_at: new Date(event.ledgerClosedAt),
    tx_hash: event.txHash,
    xdr: { topics: event.topics, value: event.value },
  };
}
