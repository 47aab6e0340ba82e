import type { ReportFormat } from "../db/schema.ts";
import type { Cell, Row } from "./files.ts";

/** How a file begins, its rows, and how it ends. */
interface Format {
  begin(columns: readonly string[]): string;
  rowsOf(columns: readonly string[], rows: Row[], areFirst: boolean): string;
  end(isEmpty: boolean): string;
}

const CRLF = "\r\n";

/**
 * What a spreadsheet would run as a formula: text that begins so is led by an apostrophe, which shows it as it is. Some read
 * the full-width forms as the plain ones.
 */
const FORMULA = /^[=+\-@\t\r\n|%＝＋－＠｜％]/;

/** RFC 4180. */
export function csvCell(value: Cell | undefined): string {
  if (value === null || value === undefined) return "";
  if (typeof value !== "string") return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const csvLine = (cells: (Cell | undefined)[]) => cells.map(csvCell).join(",") + CRLF;

export const formats: Record<ReportFormat, Format> = {
  csv: {
    begin: (columns) => csvLine([...columns]),
    rowsOf: (columns, rows) => rows.map((row) => csvLine(columns.map((column) => row[column]))).join(""),
    end: () => "",
  },
  json: {
    begin: () => "[",
    rowsOf: (_, rows, areFirst) => (areFirst ? "\n" : ",\n") + rows.map((row) => JSON.stringify(row)).join(",\n"),
    end: (isEmpty) => (isEmpty ? "]\n" : "\n]\n"),
  },
};

export const mediaTypes: Record<ReportFormat, string> = {
  csv: "text/csv; charset=utf-8; header=present",
  json: "application/json",
};
