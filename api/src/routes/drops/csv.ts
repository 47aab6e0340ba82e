import { readRows } from "@merit/client/list-rows.ts";
import { createTurns } from "@merit/core/base/turns.ts";
import { z } from "zod";
import { amount, walletAddress } from "../../http/fields.ts";
import { wrongFields } from "../../http/input.ts";

export interface ShareInput {
  wallet_address: string;
  /** Stroops. */
  amount: bigint;
}

const share = z.object({ wallet_address: walletAddress, amount });

/**
 * CSV with the columns wallet and amount; a first line that names them and empty lines are skipped.
 * @throws Problem 422 that names each wrong line, never its content: it may be a secret
 */
export async function parseShares(text: string): Promise<ShareInput[]> {
  const { rows, errors } = readRows(text, { hasKeys: false });
  const problems = errors.map(({ line, message }) => ({ field: `csv.${line}`, message }));
  const lineOf = new Map<string, number>();
  const shares: ShareInput[] = [];
  const turn = createTurns();
  for (const { line, ...row } of rows) {
    await turn();
    const field = `csv.${line}`;
    const { data, error } = share.safeParse(row);
    const earlier = data && lineOf.get(data.wallet_address);
    if (earlier)
      problems.push({ field, message: `wallet_address is that of line ${earlier}: give each wallet one share` });
    for (const issue of error?.issues ?? [])
      problems.push({ field, message: `${String(issue.path[0])} ${issue.message}` });
    if (data) {
      lineOf.set(data.wallet_address, line);
      shares.push(data);
    }
  }
  if (problems.length > 0) throw wrongFields(problems);
  return shares;
}
