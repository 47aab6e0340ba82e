import { listKeys } from "@merit/client/list-keys.ts";
import Papa from "papaparse";
import { isAddress } from "../../../ui/address.ts";
import { fromStroops, toStroops } from "@merit/client/money.ts";

// A file with rewards: CSV with the columns wallet, amount and, if its author likes, key.

export interface Reward {
  line: number;
  wallet_address: string;
  amount: string;
  idempotency_key: string;
}

export interface RowError {
  line: number;
  message: string;
}

export interface ListFile {
  rewards: Reward[];
  errors: RowError[];
  /** Sum of all amounts. */
  total: string;
  /** Different wallets. */
  wallets: number;
}

/** Largest amount on the ledger, in stroops. */
const MAX_STROOPS = 2n ** 63n - 1n;
const MAX_KEY = 255;

export async function readList(text: string, campaignId: number): Promise<ListFile> {
  const { data, errors: syntax } = Papa.parse<string[]>(text, { delimiter: /[,;\t]/.exec(text)?.[0] ?? "," });
  const errors: RowError[] = syntax
    .filter(({ type }) => type === "Quotes")
    .map(({ row = 0 }) => ({
      line: row + 1,
      message: "has a quote that is wrong: write a quote inside a quoted cell twice",
    }));
  const rows: { line: number; wallet_address: string; amount: string; key: string }[] = [];
  const lineOfKey = new Map<string, number>();
  let total = 0n;
  for (const [index, cells] of data.entries()) {
    const [wallet_address = "", amount = "", key = "", ...more] = cells.map((cell) => cell.trim());
    const line = index + 1;
    if (cells.every((cell) => cell.trim() === "") || (rows.length === 0 && isHeader(wallet_address))) continue;
    const message =
      // The shell's reader takes such a cell for a quoted one. Keys that differ would pay the list twice.
      (cells.some((cell) => /^\s*"/.test(cell)) && "has a cell that begins with a quote: leave no blanks before it") ||
      (more.some(Boolean) && "has more than three cells: wallet, amount and key") ||
      addressError(wallet_address) ||
      amountError(amount) ||
      keyError(key) ||
      (key && lineOfKey.has(key) && `has the key of line ${lineOfKey.get(key)}: each reward needs one of its own`);
    if (message) {
      errors.push({ line, message });
      continue;
    }
    if (key) lineOfKey.set(key, line);
    rows.push({ line, wallet_address, amount, key });
    total += toStroops(amount);
  }
  if (rows.length === 0 && errors.length === 0) {
    errors.push({ line: 1, message: "is empty: write one reward a line, such as GABC...,12.5" });
  }
  // As `merit reward issue-batch` does: whichever way a list is sent, it is paid once.
  const keys = await listKeys(campaignId, rows);
  const rewards = rows.map(({ key: _, ...row }, index) => ({ ...row, idempotency_key: keys[index] ?? "" }));
  const wallets = new Set(rows.map(({ wallet_address }) => wallet_address)).size;
  return { rewards, errors: errors.sort((a, b) => a.line - b.line), total: fromStroops(total), wallets };
}

const isHeader = (cell: string) => /^(wallet|wallet_address|address)$/i.test(cell);

function addressError(text: string): string | undefined {
  if (isAddress(text)) return undefined;
  if (/^S[A-Z2-7]{55}$/.test(text)) {
    return "holds a secret key in place of a wallet: treat it as exposed, and move the account's funds";
  }
  return "has no valid wallet address (G... or C...) in its first cell: copy it again from the wallet";
}

function amountError(text: string): string | undefined {
  if (!/^(0|[1-9]\d{0,18})(\.\d{1,7})?$/.test(text)) {
    return "needs an amount such as 12.5 in its second cell: digits, a point, and at most 7 decimals";
  }
  const stroops = toStroops(text);
  if (stroops === 0n) return "has the amount 0: it must be greater";
  return stroops > MAX_STROOPS ? "has an amount that is larger than the ledger can hold" : undefined;
}

function keyError(key: string): string | undefined {
  if (key.length > MAX_KEY) return `has a key of more than ${MAX_KEY} characters`;
  return /^(rebuilt|voucher):/.test(key)
    ? "has a key that begins with rebuilt: or voucher:, which the service uses"
    : undefined;
}
