import { validationFailed } from "@merit/core/errors.ts";
import { type ListRow, ListSyntaxError, readWalletList } from "@merit/core/wallet-list.ts";
import { z } from "zod";
import { amount, walletAddress } from "../../http/fields.ts";
import { MAX_SHARES } from "./schema.ts";

export interface ShareInput {
  wallet_address: string;
  /** Stroops. */
  amount: bigint;
}

const MAX_ERRORS = 50;

const row = z.object({ wallet_address: walletAddress, amount });

/**
 * CSV with the columns wallet and amount; a header line and empty lines are skipped. A list of more than
 * MAX_SHARES comes back longer than this, though not whole.
 * @throws Problem 422 that names each wrong line and its column, never its content: it may be a secret
 */
export function parseShares(text: string): ShareInput[] {
  const errors: { field: string; message: string }[] = [];
  const shares: ShareInput[] = [];
  for (const { line, cells } of rowsOf(text)) {
    const [wallet_address, amount, ...rest] = cells;
    const field = `csv.${line}`;
    const parsed = row.safeParse({ wallet_address, amount });
    if (rest.length > 0 || amount === undefined) errors.push({ field, message: "must be: wallet,amount" });
    else if (parsed.success) shares.push(parsed.data);
    else
      for (const issue of parsed.error.issues)
        errors.push({ field, message: `${String(issue.path[0])} ${issue.message}` });
    if (errors.length >= MAX_ERRORS) break;
  }
  if (errors.length > 0) throw validationFailed(errors);
  return shares;
}

function rowsOf(text: string): ListRow[] {
  try {
    return readWalletList(text, MAX_SHARES);
  } catch (error) {
    if (!(error instanceof ListSyntaxError)) throw error;
    throw validationFailed([{ field: `csv.${error.line}`, message: `column ${error.column} ${error.message}` }]);
  }
}
