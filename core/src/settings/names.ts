import { variables } from "./settings.ts";

const names = Object.keys(variables.shape);

/** No other program's variables begin like this. */
const PREFIXES = ["MERIT_", "WORKER_", "INDEXER_", "RATE_LIMIT_", "SPONSORED_"];

/** A name with at most this many changed letters is taken for a misspelt setting. */
const SLIP = 2;
/** Names up to this length are not compared: HOME is not a misspelt HOST. */
const SHORT = 7;

/** Variables of ours that are not settings: those of commands, and those for developers (CONTRIBUTING.md). */
const others = new Set([
  ...["MERIT_URL", "MERIT_API_KEY", "MERIT_TOKEN"],
  ...["MERIT_FAULT", "MERIT_LOCALNET", "MERIT_WASM_DIR", "MERIT_WASM_TOOLCHAIN"],
  ...["MERIT_CASES", "MERIT_MUTANT", "MERIT_SEEN_ANSWERS", "MERIT_REEXECUTED"],
]);

/** A line for each variable that looks like a setting but is not one, with the name that was probably meant. */
export function unknownSettings(env: Record<string, string | undefined>): string[] {
  return Object.keys(env).flatMap((name) => {
    if (names.includes(name) || others.has(name)) return [];
    const isOurs = PREFIXES.some((prefix) => name.startsWith(prefix));
    // Most variables are far from any setting, which their length shows at once.
    const isNear = (known: string) => name.length > SHORT && Math.abs(name.length - known.length) <= SLIP;
    const [nearest, changes] = names
      .filter((known) => isOurs || isNear(known))
      .map((known): [string, number] => [known, distance(name, known)])
      .reduce((best, next) => (next[1] < best[1] ? next : best), ["", Number.POSITIVE_INFINITY]);
    if (!isOurs && changes > SLIP) return [];
    return [`${name} is not a setting and has no effect. Did you mean ${nearest}?`];
  });
}

/** Letters to add, drop or replace to get from one text to the other (Levenshtein). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= to.length; column++) {
      const replaced = (row[column - 1] ?? 0) + (letter === to[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
