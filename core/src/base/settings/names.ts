import { nearest } from "../nearest.ts";
import { variables } from "./settings.ts";

const names = Object.keys(variables.shape);

/** Beginnings of our variables' names, which no other program's have. */
const PREFIXES = ["MERIT_", "WORKER_", "INDEXER_", "RATE_LIMIT_", "SPONSORED_"];

/** A name with at most this many changed letters is taken for a misspelt setting. */
const SLIP = 2;
/** Names up to this length are not compared: HOME is not a misspelt HOST. */
const SHORT = 7;

/** Variables of ours that are not settings: those of commands, and those for developers (CONTRIBUTING.md). */
const others = new Set([
  ...["MERIT_URL", "MERIT_API_KEY", "MERIT_TOKEN"],
  ...["MERIT_FAULT", "MERIT_LOCALNET", "MERIT_WASM_DIR", "MERIT_WASM_TOOLCHAIN"],
  ...["MERIT_CASES", "MERIT_FOUND", "MERIT_FUZZED", "MERIT_MUTANT", "MERIT_SEEN_ANSWERS", "MERIT_REEXECUTED"],
]);

/** A line for each variable that looks like a setting but is not one, with the name that was probably meant. */
export function unknownSettings(env: Record<string, string | undefined>): string[] {
  return Object.keys(env).flatMap((name) => {
    if (names.includes(name) || others.has(name)) return [];
    const isOurs = PREFIXES.some((prefix) => name.startsWith(prefix));
    // Most variables are far from any setting, which their length shows at once.
    const isNear = (known: string) => name.length > SHORT && Math.abs(name.length - known.length) <= SLIP;
    const candidates = names.filter((known) => isOurs || isNear(known));
    const [meant, changes] = nearest(name, candidates);
    if (!isOurs && changes > SLIP) return [];
    return [`${name} is not a setting and has no effect. Did you mean ${meant}?`];
  });
}
