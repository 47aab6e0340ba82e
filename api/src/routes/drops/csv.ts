import { validationFailed } from "@merit/core/errors.ts";
import { z } from "zod";
import { amount, walletAddress } from "../../http/fields.ts";

export interface ShareInput {
  wallet_address: string;
  /** Stroops. */
  amount: bigint;
}

const HEADER = /^wallet(_address)?\s*,\s*amount$/i;
const MAX_ERRORS = 50;

const row = z.object({ wallet_address: walletAddress, amount });

/**
 * Lines of `wallet,amount`; a first line with these names and empty lines are left out.
 * @throws Problem 422 that names each wrong line, never its content: it may be a secret
 */
export function parseShares(text: string): ShareInput[] {
  const errors: { field: string; message: string }[] = [];
  const shares: ShareInput[] = [];
  for (const [index, line] of text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .entries()) {
    if (line.trim() === "" || (index === 0 && HEADER.test(line.trim()))) continue;
    const [wallet_address, amount, ...rest] = line.split(",").map((cell) => cell.trim());
    const field = `csv.${index + 1}`;
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
