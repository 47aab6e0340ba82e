import { readFileSync } from "node:fs";
import { AmountError, parseAmount } from "@merit/core/money.ts";
import { type ListRow, ListSyntaxError, readWalletList } from "@merit/core/wallet-list.ts";
import { UsageError } from "./errors.ts";

/** A wallet and what it is to get, a decimal string in tokens. */
export interface Share {
  wallet_address: string;
  amount: string;
}

/** A line of a list of wallets; `key` if it has a third column. */
export interface WalletLine extends Share {
  key?: string;
}

const SHOWN_ERRORS = 10;

/**
 * Reads CSV lines of `wallet,amount` or `wallet,amount,key`; a header line and empty lines are skipped.
 * @throws UsageError that names the invalid lines
 */
export function readWallets(path: string): WalletLine[] {
  const errors: string[] = [];
  const rows: WalletLine[] = [];
  for (const { line, cells } of readRows(path)) {
    const [wallet_address = "", amount = "", key, ...rest] = cells;
    const error =
      rest.length > 0 ? "has more than three columns" : (walletError(wallet_address) ?? amountError(amount));
    if (error) errors.push(`  line ${line} ${error}`);
    rows.push({ wallet_address, amount, ...(key && { key }) });
  }
  if (errors.length > 0) {
    const more = errors.length > SHOWN_ERRORS ? `\n  and ${errors.length - SHOWN_ERRORS} more` : "";
    throw new UsageError(`${path} has invalid lines:\n${errors.slice(0, SHOWN_ERRORS).join("\n")}${more}`);
  }
  if (rows.length === 0) throw new UsageError(`${path} contains no wallets.`, "Each line is: wallet,amount");
  return rows;
}

function readRows(path: string): ListRow[] {
  try {
    return readWalletList(readFileSync(path, "utf8"));
  } catch (error) {
    if (error instanceof ListSyntaxError) {
      throw new UsageError(`${path} has invalid lines:\n  line ${error.line} column ${error.column} ${error.message}`);
    }
    throw new UsageError(`${path} can't be read: ${(error as Error).message}`);
  }
}

/**
 * The server checks the checksum; this finds columns in the wrong order. The message never repeats the text, which may be a secret.
 */
const walletError = (text: string) =>
  /^[GC][A-Z2-7]{55}$/.test(text) ? undefined : "must start with a wallet's address (G... or C...)";

function amountError(text: string): string | undefined {
  try {
    parseAmount(text);
    return undefined;
  } catch (error) {
    if (error instanceof AmountError) return `has an invalid amount: it ${error.message}`;
    throw error;
  }
}
