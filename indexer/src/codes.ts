import type { Logger } from "@merit/core/base/logger.ts";
import { ASSET_CODE, REFERENCE_CODE } from "@merit/core/ledger/chain/code.ts";
import { beforeLedger } from "@merit/core/ledger/contract-events/place.ts";
import type { Database } from "@merit/core/store/db/database.ts";
import { codeSpecs, contractCodes } from "@merit/core/store/db/schema/indexer.ts";
import { contract } from "@stellar/stellar-sdk";
import { asc } from "drizzle-orm";
import { type CodeChange, codeChange } from "./code-change.ts";
import type { EventSource, RawEvent } from "./source.ts";

/** A contract's code from one event on; the first has an empty `since`. */
interface Period {
  since: string;
  code: string;
}

/** A contract's code, with its spec where the ledger has told it. */
export interface Code {
  code: string;
  spec: contract.Spec | undefined;
}

/**
 * Which code the contracts ran, and run. The host emits an event when a contract's code is replaced, with the old code and the new
 * one: these events are the history. Between two of them, and before the first, the code follows from either.
 */
export class Codes {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #periods = new Map<string, Period[]>();
  readonly #specs = new Map<string, contract.Spec>();

  private constructor(db: Database, log: Logger) {
    this.#db = db;
    this.#log = log;
  }

  /** Loads the stored ones. */
  static async open(db: Database, log: Logger): Promise<Codes> {
    const codes = new Codes(db, log);
    const rows = await db.read(async (store) => ({
      periods: await store.select().from(contractCodes).orderBy(asc(contractCodes.since)),
      specs: await store.select().from(codeSpecs),
    }));
    for (const { contract_id, since, code } of rows.periods) codes.#of(contract_id).push({ since, code });
    for (const { code, entries } of rows.specs) codes.#specs.set(code, new contract.Spec(entries));
    return codes;
  }

  #of(contractId: string): Period[] {
    const known = this.#periods.get(contractId);
    if (known) return known;
    const periods: Period[] = [];
    this.#periods.set(contractId, periods);
    return periods;
  }

  knows(contractId: string): boolean {
    return this.#of(contractId).length > 0;
  }

  /**
   * The code that emitted an event, if it is known. Code is replaced when its call ends: what the old code emits after that in the
   * same transaction comes behind the change, so there both may have emitted an event, the new code first.
   */
  at(contractId: string, eventId: string): Code[] {
    const periods = this.#periods.get(contractId) ?? [];
    const index = periods.findLastIndex(({ since }) => since <= eventId);
    const period = periods[index];
    if (!period) return [];
    const before = isSameOperation(period.since, eventId) ? periods[index - 1] : undefined;
    return [period, ...(before ? [before] : [])].map(({ code }) => ({ code, spec: this.#specs.get(code) }));
  }

  /**
   * Finds out what the contracts ran from a ledger on, before their events are read: later changes say what ran before them.
   * @param source of these contracts
   */
  async scan(source: EventSource, since: number): Promise<void> {
    const { oldest, latest } = await source.window();
    // The present code is read before the events: a change after that is among them.
    const now = await source.codes();
    const from = Math.min(Math.max(since, oldest), latest);
    const changes = (await source.changes(from)).flatMap((event) => codeChange(event) ?? []);
    const first = new Map(changes.toReversed().map((change) => [change.contractId, change.before]));
    for (const [id, code] of [...now, ...first]) this.#start(id, { since: beforeLedger(from), code });
    await this.#learn(source, changes);
  }

  /** Takes in the changes among events that are about to be decoded. */
  async learn(source: EventSource, events: readonly RawEvent[]): Promise<void> {
    const changes = events.flatMap((event) => codeChange(event) ?? []);
    if (changes.length > 0) await this.#learn(source, changes);
  }

  /** Differs from what is known if a change was in ledgers that nobody has read. */
  #start(contractId: string, start: Period): void {
    const periods = this.#of(contractId);
    const index = periods.findLastIndex(({ since }) => since <= start.since);
    if (periods.length === 0) periods.push({ ...start, since: "" });
    else if (index >= 0 && periods[index]?.code !== start.code) put(periods, start);
  }

  #add({ contractId, id, before, after }: CodeChange): void {
    const periods = this.#of(contractId);
    const earlier = periods.findLast(({ since }) => since < id);
    if (!earlier || earlier.since === "") put(periods, { since: "", code: before });
    put(periods, { since: id, code: after });
  }

  async #learn(source: EventSource, changes: CodeChange[]): Promise<void> {
    for (const change of changes) this.#add(change);
    const periods = [...this.#periods].flatMap(([contract_id, all]) => all.map((each) => ({ contract_id, ...each })));
    const found: { code: string; entries: string[]; types: string[] }[] = [];
    for (const code of new Set(periods.map(({ code }) => code))) {
      if (this.#specs.has(code) || code === ASSET_CODE || code === REFERENCE_CODE) continue;
      const spec = await this.#specOf(source, code);
      if (spec) found.push({ code, ...spec });
    }
    await this.#db.commit(async (store) => {
      for (const row of periods) {
        const target = [contractCodes.contract_id, contractCodes.since];
        await store
          .insert(contractCodes)
          .values(row)
          .onConflictDoUpdate({ target, set: { code: row.code } });
      }
      if (found.length > 0) await store.insert(codeSpecs).values(found).onConflictDoNothing();
    });
    for (const { code, entries } of found) this.#specs.set(code, new contract.Spec(entries));
  }

  async #specOf(source: EventSource, code: string) {
    const wasm = await source.wasm(code);
    if (!wasm) {
      this.#log.warn({ code }, "the node does not have this code: its events are stored without a spec");
      return undefined;
    }
    try {
      const spec = contract.Spec.fromWasm(wasm);
      const types = spec.events().map(({ prefixTopics, name }) => String(prefixTopics[0] ?? name));
      return { entries: spec.entries.map((entry) => entry.toXdr("base64")), types: [...new Set(types)] };
    } catch {
      return { entries: [], types: [] };
    }
  }
}

/** Ids of one operation's events differ only behind the hyphen. */
const isSameOperation = (a: string, b: string) => a !== "" && a.split("-", 1)[0] === b.split("-", 1)[0];

function put(periods: Period[], period: Period): void {
  const same = periods.findIndex(({ since }) => since === period.since);
  if (same >= 0) periods.splice(same, 1);
  const next = periods.findIndex(({ since }) => since > period.since);
  periods.splice(next < 0 ? periods.length : next, 0, period);
}
