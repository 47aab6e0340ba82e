import { hash, randomBytes } from "node:crypto";

// A voucher's code: 27 random symbols of five bits each, and one that shows a typing error. Crockford's alphabet has no letters that
// look like digits, and none that differ by case.

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const RANDOM_SYMBOLS = 27;
const GROUP = 4;

/** A new code, such as `7KQ4-...`, with 135 random bits. */
export function newCode(): string {
  const symbols = Array.from(randomBytes(RANDOM_SYMBOLS), (byte) => byte % ALPHABET.length);
  const text = [...symbols, checkSymbol(symbols)].map((symbol) => ALPHABET[symbol]).join("");
  return grouped(text);
}

/** A code as it is printed, by what somebody typed: hyphens, spaces and case don't matter. Null if it can't be a code. */
export function readCode(typed: string): string | null {
  const text = typed.toUpperCase().replace(/[\s-]/g, "").replace(/O/g, "0").replace(/[IL]/g, "1");
  const symbols = Array.from(text, (symbol) => ALPHABET.indexOf(symbol));
  if (symbols.length !== RANDOM_SYMBOLS + 1 || symbols.includes(-1)) return null;
  return symbols.pop() === checkSymbol(symbols) ? grouped(text) : null;
}

/** The hash of a code, which is stored in its place. */
export const hashOf = (code: string): string => hash("sha256", code);

const grouped = (text: string) => text.match(new RegExp(`.{${GROUP}}`, "g"))?.join("-") ?? text;

/** Luhn's algorithm for 32 symbols: another symbol at one place, or nearly any two neighbours exchanged, gives another one. */
function checkSymbol(symbols: readonly number[]): number {
  const base = ALPHABET.length;
  const sum = symbols.toReversed().reduce((total, symbol, index) => {
    const weighted = index % 2 === 0 ? symbol * 2 : symbol;
    return total + Math.floor(weighted / base) + (weighted % base);
  }, 0);
  return (base - (sum % base)) % base;
}
