import { appendFileSync, readFileSync } from "node:fs";
import type { Database } from "../../store/db/database.ts";
import { onStatement, type Statement } from "../../store/db/statements.ts";
import type { Store } from "../../store/db/store.ts";

/** Names the file in which tests note the statements of the stores; `npm test` sets it, and a run by hand notes nothing. */
export const SEEN_STATEMENTS = "MERIT_SEEN_STATEMENTS";

const file = process.env[SEEN_STATEMENTS];

/** State for all test files of a worker, which loads this module for each. */
const shared = globalThis as { meritStatements?: { unitsOfTests: number } };

if (file !== undefined && shared.meritStatements === undefined) {
  /** How many units of tests run: what runs meanwhile is not noted. */
  const state = { unitsOfTests: 0 };
  shared.meritStatements = state;
  const noted = new Set<string>();
  onStatement((statement) => {
    const line = JSON.stringify(statement);
    if (state.unitsOfTests > 0 || noted.has(line)) return;
    noted.add(line);
    // Several workers write: a line that is appended at once stays whole.
    appendFileSync(file, `${line}\n`);
  });
}

/** A statement that a test builds itself, to set or see what is stored. */
const BUILT_HERE = /\.(select|selectDistinct|insert|update|delete|run)\(/;

const isOfTest = (unit: (store: Store) => unknown) => {
  const [, caller = ""] = new Error().stack?.split("\n").filter((line) => !line.includes("/plans/collect.ts")) ?? [];
  return /\.test\.ts|\/testing\//.test(caller) && BUILT_HERE.test(String(unit));
};

/** Keeps the tests' own statements out of the file: those of a unit that a test gives to the database. */
export function noteOnlyOthers(db: Database): void {
  const state = shared.meritStatements;
  if (state === undefined) return;
  const { commit, read, readAside } = db;
  const marked = <T>(unit: (store: Store) => Promise<T>) => {
    if (!isOfTest(unit)) return unit;
    return async (store: Store) => {
      state.unitsOfTests += 1;
      try {
        return await unit(store);
      } finally {
        state.unitsOfTests -= 1;
      }
    };
  };
  db.commit = (unit) => commit(marked(unit));
  db.read = (query) => read(marked(query));
  db.readAside = (owner, key, query) => readAside(owner, key, marked(query));
}

/** Every statement once; those that differ in the length of a list count as one. */
export function readStatements(path: string, engine: Statement["engine"]): string[] {
  const all = readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .map((line): Statement => JSON.parse(line))
    .filter(
      (statement) => statement.engine === engine && /^\s*(select|with|insert|update|delete)\b/i.test(statement.text),
    );
  const shape = (text: string) =>
    text
      .replace(/\$\d+/g, "?")
      .replace(/\?(, \?)+/g, "?")
      .replace(/\(\?\)(, \(\?\))+/g, "(?)");
  return [...new Map(all.map(({ text }) => [shape(text), text])).values()];
}
