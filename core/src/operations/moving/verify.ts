import { createHash } from "node:crypto";
import type { Database } from "../../store/db/database.ts";
import { isMark } from "../../store/db/moved.ts";
import { kept, type Row, readPage } from "./rows.ts";
import type { MovedTable } from "./tables.ts";

/** Summary by which the rows of two databases are compared. */
export interface Summary {
  rows: number;
  /** Sum of all integers. */
  sum: bigint;
  /** SHA-256 of all rows in the order of their keys. */
  checksum: string;
}

/** @param onRows is told how many rows have been read, marks included */
export async function summarise(db: Database, table: MovedTable, onRows: (rows: number) => void): Promise<Summary> {
  const hash = createHash("sha256");
  let [rows, read, sum] = [0, 0, 0n];
  let last: Row | undefined;
  for (;;) {
    const page = await db.read((store) => readPage(store, table, last));
    if (page.length === 0) return { rows, sum, checksum: hash.digest("hex") };
    for (const row of page) {
      if (isMark(table.table, row)) continue;
      const values = kept(table, row);
      for (const value of values) if (typeof value === "bigint") sum += value;
      hash.update(JSON.stringify(values, asText));
      rows += 1;
    }
    last = page.at(-1);
    read += page.length;
    onRows(read);
  }
}

const asText = (_: string, value: unknown) => (typeof value === "bigint" ? `${value}n` : value);

export const isSame = (a: Summary, b: Summary): boolean =>
  a.rows === b.rows && a.sum === b.sum && a.checksum === b.checksum;
