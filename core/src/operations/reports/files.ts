import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { ReportFormat } from "../../store/db/schema/reports.ts";
import { formats } from "./formats.ts";
import type { Report } from "./store.ts";

/** Name of the recurring job that makes reports. */
export const REPORTS_JOB = "reports";

export const reportName = ({ id, kind, format }: Pick<Report, "id" | "kind" | "format">) => `${kind}-${id}.${format}`;
export const reportPath = (folder: string, report: Pick<Report, "id" | "kind" | "format">) =>
  join(folder, reportName(report));

export type Cell = string | number | boolean | null;
export type Row = Record<string, Cell>;

export interface WrittenFile {
  rows: number;
  bytes: number;
  sha256: string;
}

/** Writes a report's pages of rows to its file: the whole file, synced, or none. Only its owner can read it. */
export async function writeReport(
  path: string,
  format: ReportFormat,
  columns: readonly string[],
  pages: AsyncIterable<Row[]>,
): Promise<WrittenFile> {
  await mkdir(join(path, ".."), { recursive: true, mode: 0o700 });
  // A process that was stopped for long may go on beside the one that took over.
  const part = `${path}.${randomUUID()}.part`;
  const { begin, rowsOf, end } = formats[format];
  const hash = createHash("sha256");
  const file = await open(part, "w", 0o600);
  let rows = 0;
  let bytes = 0;
  const write = async (text: string) => {
    const chunk = Buffer.from(text);
    hash.update(chunk);
    bytes += chunk.length;
    await file.writeFile(chunk);
  };
  try {
    await write(begin(columns));
    for await (const page of pages) {
      if (page.length > 0) await write(rowsOf(columns, page, rows === 0));
      rows += page.length;
    }
    await write(end(rows === 0));
    await file.sync();
    await file.close();
    await rename(part, path);
  } catch (error) {
    await file.close();
    await rm(part, { force: true });
    throw error;
  }
  return { rows, bytes, sha256: hash.digest("hex") };
}
