import { isAddress } from "./address.ts";
import { type ListForm, type ListRow, type RowError, readRows } from "./list-rows.ts";

export type { RowError } from "./list-rows.ts";

// Lines of a list that the service would refuse are found before a part of it is sent.

export interface ListRules extends ListForm {
  /** A wallet may come once, or only once without a key. */
  once?: "wallet" | "wallet without key";
}

/** Largest amount on the ledger, in stroops. */
const MAX_STROOPS = 2n ** 63n - 1n;
const DECIMALS = 7;
const MAX_KEY = 255;

/** The lines of a list that are right, and what is wrong with the others, by their lines; an empty list has an error too. */
export function readList(text: string, rules: ListRules): { rows: ListRow[]; errors: RowError[] } {
  const { rows, errors } = readRows(text, rules);
  const lineOf = new Map<string, number>();
  const right = rows.filter((row) => {
    const message = addressError(row.wallet_address) ?? amountError(row.amount) ?? keyError(row.key);
    const repeated = message ?? repeatError(row, rules, lineOf);
    if (repeated) errors.push({ line: row.line, message: repeated });
    return !repeated;
  });
  if (right.length === 0 && errors.length === 0) {
    errors.push({ line: 1, message: "begins a list without wallets: write one a line, such as GABC...,12.5" });
  }
  return { rows: right, errors: errors.sort((a, b) => a.line - b.line) };
}

/** A file that isn't text in UTF-8: its letters would become others, and keys that differ would become equal. */
export class ListEncodingError extends Error {
  override readonly name = "ListEncodingError";
}

/** @throws ListEncodingError that names the encoding, or the line */
export function decodeList(bytes: Uint8Array): string {
  const [a, b] = bytes;
  const isUtf16 = (a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff) || bytes.subarray(0, 200).includes(0);
  if (isUtf16) throw new ListEncodingError("is in UTF-16: save it as CSV in UTF-8");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const line = lineOfError(bytes);
    throw new ListEncodingError(`is not in UTF-8 (line ${line}), but perhaps in Latin-1: save it as CSV in UTF-8`);
  }
}

/** No other byte of a character in UTF-8 is a line feed, so each line can be tried alone. */
function lineOfError(bytes: Uint8Array): number {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for (let line = 1, from = 0; ; line += 1) {
    const end = bytes.indexOf(0x0a, from);
    const to = end < 0 ? bytes.length : end;
    try {
      decoder.decode(bytes.subarray(from, to));
    } catch {
      return line;
    }
    if (end < 0) return line;
    from = to + 1;
  }
}

function addressError(text: string): string | undefined {
  if (isAddress(text)) return undefined;
  if (/^S[A-Z2-7]{55}$/.test(text)) {
    return "has a secret key in place of a wallet: treat it as exposed, and move the account's funds";
  }
  if (text.startsWith("M"))
    return "has a muxed address (M...), which can't hold rewards: write the account's own (G...)";
  return "must begin with a wallet's address (G... or C...) with a valid checksum: copy it again from the wallet";
}

function amountError(text: string): string | undefined {
  const [, whole = "", fraction = ""] = /^(0|[1-9]\d{0,18})(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === "") {
    return text.includes(",")
      ? "has a comma in its amount: write a point before decimals, and nothing between thousands"
      : "needs an amount such as 12.5 in its second cell: digits and one point, without sign or currency";
  }
  if (fraction.length > DECIMALS)
    return `has an amount with ${fraction.length} decimals: at most ${DECIMALS} are allowed`;
  const stroops = BigInt(whole + fraction.padEnd(DECIMALS, "0"));
  if (stroops === 0n) return "has the amount 0: it must be greater";
  return stroops > MAX_STROOPS ? "has an amount that is larger than the ledger can hold" : undefined;
}

function keyError(key: string): string | undefined {
  if (key.length > MAX_KEY) return `has a key of more than ${MAX_KEY} characters`;
  if (/\p{Cc}/u.test(key)) return "has a key with a line break or another control character";
  return /^(rebuilt|voucher):/.test(key)
    ? "has a key that begins with rebuilt: or voucher:, which the service uses"
    : undefined;
}

function repeatError({ line, wallet_address, key }: ListRow, { once }: ListRules, lineOf: Map<string, number>) {
  const isOnce = once === "wallet" || (once === "wallet without key" && key === "");
  const [name, what] = key ? [`key ${key}`, "key"] : isOnce ? [`wallet ${wallet_address}`, "wallet"] : [];
  if (name === undefined) return undefined;
  const earlier = lineOf.get(name);
  if (earlier === undefined) lineOf.set(name, line);
  if (earlier === undefined) return undefined;
  return what === "key"
    ? `has the key of line ${earlier}: each line needs one of its own`
    : `has the wallet of line ${earlier}: add the amounts up${once === "wallet" ? "" : ", or give each line a key of its own"}`;
}
