import Table from "cli-table3";
import { plain } from "./io.ts";

export interface Column<T> {
  head: string;
  /** null and undefined show as a dash. */
  value: (row: T) => string | number | null | undefined;
  right?: boolean;
}

/** Columns aligned with spaces: people can read them, and cut and awk can split them. */
export function table<T>(columns: Column<T>[], rows: T[]): string {
  const drawn = new Table({
    head: columns.map((column) => column.head),
    colAligns: columns.map((column) => (column.right ? "right" : "left")),
    chars: noBorders,
    style: { head: [], border: [], "padding-left": 0, "padding-right": 2 },
  });
  for (const row of rows) drawn.push(columns.map((column) => cell(column.value(row))));
  return trimLines(drawn.toString());
}

/** One record, a line per field. */
export function record(fields: [name: string, value: string | number | boolean | null | undefined][]): string {
  const drawn = new Table({
    chars: noBorders,
    style: { head: [], border: [], "padding-left": 0, "padding-right": 2 },
  });
  for (const [name, value] of fields) if (value !== undefined) drawn.push([name, cell(value)]);
  return trimLines(drawn.toString());
}

/** JSON leaves some control characters as they are, which terminals act on: they are escaped as well. */
export function jsonLine(value: unknown): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return `${JSON.stringify(value).replace(/[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, escaped)}\n`;
}

const noBorders = {
  top: "",
  "top-mid": "",
  "top-left": "",
  "top-right": "",
  bottom: "",
  "bottom-mid": "",
  "bottom-left": "",
  "bottom-right": "",
  left: "",
  "left-mid": "",
  mid: "",
  "mid-mid": "",
  right: "",
  "right-mid": "",
  middle: "",
};

function cell(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined || value === "") return "-";
  return plain(String(value));
}

function trimLines(text: string): string {
  return `${text
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")}\n`;
}
