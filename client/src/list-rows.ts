// A list of wallets as text: CSV (RFC 4180) with the columns wallet, amount and, where the caller allows it, key. This reader needs
// nothing but the language, so that the shell, the page and the service read a file alike.

/** A line of a list with its cells; `line` counts from 1, where the row begins. */
export interface ListRow {
  line: number;
  wallet_address: string;
  amount: string;
  /** Empty: the line has none. */
  key: string;
}

/** An error in a line. The message continues its number, and never repeats its text, which may be a secret. */
export interface RowError {
  line: number;
  message: string;
}

export interface ListForm {
  /** Lines may have a third cell, their key. */
  hasKeys: boolean;
  /** Semicolons or tabs may separate the cells as well, if the first line does it. */
  anySeparator?: boolean;
}

interface Row {
  line: number;
  cells: string[];
  error?: string;
}

const NAMES = [["wallet", "wallet_address", "address"], ["amount"], ["key", "idempotency_key", "reference"]];
const WRONG_SEPARATORS: Record<string, string> = { ";": "semicolons", "\t": "tabs" };

/** The rows of a list, without empty ones and without a first row that names the columns, and what is wrong with the others. */
export function readRows(text: string, form: ListForm): { rows: ListRow[]; errors: RowError[] } {
  const separator = /^[^,;\t\r\n]*([;\t])/.exec(text.trimStart())?.[1] ?? ",";
  const wanted = `must be: wallet,amount${form.hasKeys ? " or wallet,amount,key" : ""}`;
  if (separator !== "," && !form.anySeparator) {
    const message = `${wanted}; it separates its cells by ${WRONG_SEPARATORS[separator]}: save the list with commas`;
    return { rows: [], errors: [{ line: firstLine(text), message }] };
  }
  const [first, ...others] = split(text, separator);
  const head = first && isHeader(first) ? first : undefined;
  if (head && !namesColumns(head, form)) {
    const message = `${wanted}; its names are others, or in another order`;
    return { rows: [], errors: [{ line: head.line, message }] };
  }
  const rows: ListRow[] = [];
  const errors: RowError[] = [];
  for (const row of head || !first ? others : [first, ...others]) {
    const [wallet_address = "", amount = "", key = ""] = row.cells;
    const message = row.error ?? shapeError(row.cells, form, head?.cells.length);
    if (message) errors.push({ line: row.line, message: message === "shape" ? shapeMessage(wanted, row) : message });
    else rows.push({ line: row.line, wallet_address, amount, key });
  }
  return { rows, errors };
}

const isHeader = ({ cells: [name = ""] }: Row) => NAMES[0]?.includes(name.toLowerCase());

const namesColumns = ({ cells, error }: Row, { hasKeys }: ListForm) =>
  error === undefined &&
  cells.length >= 2 &&
  cells.length <= (hasKeys ? 3 : 2) &&
  cells.every((name, index) => NAMES[index]?.includes(name.toLowerCase()));

/** "shape": it has too few cells or too many. */
function shapeError(cells: string[], { hasKeys }: ListForm, named: number | undefined): string | undefined {
  const most = named ?? (hasKeys ? 3 : 2);
  if (cells.length < 2 || cells.length > most) return "shape";
  // Without names, `1,5` and `1,000.50` could be one amount.
  return named === undefined && /^\d[\d.'’\s]*$/.test(cells[2] ?? "")
    ? "has a key that could be a part of its amount: write amounts with a point, such as 1.5; if it is a key, name the columns in a first line: wallet,amount,key"
    : undefined;
}

const shapeMessage = (wanted: string, { cells: { length } }: Row) =>
  length < 2
    ? `${wanted}; it has one cell`
    : `${wanted}; it has ${length} cells: write amounts with a point and without commas, name all columns in the first line, and quote a key that contains a comma`;

const firstLine = (text: string) => 1 + breaks(/^\s*/.exec(text)?.[0] ?? "");
const breaks = (text: string) => text.match(/\r\n?|\n/g)?.length ?? 0;

/** Rows with their cells, without surrounding blanks and without empty cells at their ends. */
function split(text: string, separator: string): Row[] {
  const blank = separator === "\t" ? "[^\\S\\r\\n\\t]*" : "[^\\S\\r\\n]*";
  const cell = new RegExp(
    `${blank}(?:"([^"]*(?:""[^"]*)*)"${blank}|([^"${separator}\\r\\n]*))(${separator}|\\r\\n?|\\n|$)`,
    "y",
  );
  const rows: Row[] = [];
  let line = 1;
  // A mark of the byte order is no text.
  let at = text.startsWith("\ufeff") ? 1 : 0;
  let row: Row = { line, cells: [] };
  while (at < text.length || row.cells.length > 0) {
    cell.lastIndex = at;
    const found = cell.exec(text);
    if (found) {
      const [all, quoted, plain = "", end] = found;
      row.cells.push(quoted === undefined ? plain.trimEnd() : quoted.replaceAll('""', '"'));
      at += all.length;
      line += breaks(all);
      if (end === separator) continue;
    } else {
      row.error = `column ${row.cells.length + 1} ${quoteError(text, at)}`;
      const rest = row.error.endsWith(NEVER_CLOSED) ? text.length : text.slice(at).search(/[\r\n]/) + at;
      const next = rest < at ? text.length : rest;
      at = next + (/^(?:\r\n?|\n)/.exec(text.slice(next, next + 2))?.[0].length ?? 0);
      line += 1;
    }
    while (row.cells.at(-1) === "") row.cells.pop();
    if (row.cells.length > 0 || row.error) rows.push(row);
    row = { line, cells: [] };
  }
  return rows;
}

const NEVER_CLOSED = "opens a quote that is never closed";

function quoteError(text: string, at: number): string {
  const rest = text.slice(at).trimStart();
  if (!rest.startsWith('"'))
    return "has a quote but isn't quoted: quote the whole cell, and write the quote inside twice";
  return /^"[^"]*(?:""[^"]*)*"/.test(rest)
    ? "has text after its closing quote: write a quote inside a quoted cell twice"
    : NEVER_CLOSED;
}
