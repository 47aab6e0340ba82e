import { type Options, stringify } from "csv-stringify/sync";
import type { ReportFormat } from "../../store/db/schema/reports.ts";
import type { Row } from "./files.ts";

/** The beginning of a file, its rows, and its end. */
interface Format {
  begin(columns: readonly string[]): string;
  rowsOf(columns: readonly string[], rows: Row[], areFirst: boolean): string;
  end(isEmpty: boolean): string;
}

/**
 * A spreadsheet would run text with these beginnings as a formula. It gets an apostrophe in front, which shows it as text. Some
 * read the full-width forms as the plain ones. `escape_formulas` of csv-stringify leaves out line feed, bar and per cent.
 */
const FORMULA = /^[=+\-@\t\r\n|%＝＋－＠｜％]/;

/** RFC 4180. */
const CSV: Options = {
  record_delimiter: "windows",
  quote_record_delimiter: true,
  cast: { string: (text) => (FORMULA.test(text) ? `'${text}` : text), boolean: String },
};

export const formats: Record<ReportFormat, Format> = {
  csv: {
    begin: (columns) => stringify([columns], CSV),
    rowsOf: (columns, rows) => stringify(rows, { ...CSV, columns }),
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
