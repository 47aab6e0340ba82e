import { readFileSync } from "node:fs";
import { decodeList, ListEncodingError, type ListRules, readList } from "@merit/client/list-file.ts";
import { ApiProblem, UsageError } from "./errors.ts";

/** A wallet and what it is to get, a decimal string in tokens. */
export interface Share {
  wallet_address: string;
  amount: string;
}

/** A line of a list of wallets, with its number in the file; `key` if it has one. */
export interface WalletLine extends Share {
  line: number;
  key?: string;
}

const SHOWN_ERRORS = 10;

/**
 * Reads a list whole and checks each of its lines, before any of them is sent.
 * @throws UsageError that names the lines that are wrong
 */
export function readWallets(path: string, rules: ListRules): WalletLine[] {
  const { rows, errors } = readList(textOf(path), rules);
  if (errors.length > 0) {
    const shown = errors.slice(0, SHOWN_ERRORS).map(({ line, message }) => `  line ${line} ${message}`);
    const more = errors.length > SHOWN_ERRORS ? [`  and ${errors.length - SHOWN_ERRORS} more`] : [];
    throw new UsageError([`${path} has invalid lines:`, ...shown, ...more].join("\n"));
  }
  return rows.map(({ key, ...row }) => ({ ...row, ...(key && { key }) }));
}

function textOf(path: string): string {
  try {
    return decodeList(readFileSync(path));
  } catch (error) {
    if (error instanceof ListEncodingError) throw new UsageError(`${path} ${error.message}.`);
    throw new UsageError(`${path} can't be read: ${(error as Error).message}`);
  }
}

/** Shares of a list as the API takes them. */
export const sharesOf = (lines: readonly WalletLine[]): Share[] =>
  lines.map(({ wallet_address, amount }) => ({ wallet_address, amount }));

/** Sends lines of a list; where the service refuses one by its place, such as `rewards.0`, the error has its number in the file. */
export function namingLines<T>(lines: readonly WalletLine[], call: Promise<T>): Promise<T> {
  return call.catch((error: unknown) => {
    if (!(error instanceof ApiProblem)) throw error;
    const named = error.problem.errors?.map(({ field, message }) => {
      const [, index, rest = ""] = /^(?:rewards|shares|grants)\.(\d+)(?:\.(.*))?$/.exec(field) ?? [];
      const line = lines[Number(index)]?.line;
      return line === undefined ? { field, message } : { field: `line ${line}`, message: `${rest} ${message}`.trim() };
    });
    throw named ? new ApiProblem({ ...error.problem, errors: named }, error.retryAfter) : error;
  });
}
