import { CsvError, parse } from "csv-parse/sync";

/** A row of a list: the line on which it begins, counted from 1, and its cells without surrounding blanks. */
export interface ListRow {
  line: number;
  cells: string[];
}

/** A text that isn't CSV. The message continues `line` and `column`, both counted from 1, and never repeats the text. */
export class ListSyntaxError extends Error {
  override readonly name = "ListSyntaxError";
  readonly line: number;
  readonly column: number;

  constructor(line: number, column: number, message: string) {
    super(message);
    this.line = line;
    this.column = column;
  }
}

const AFTER_QUOTE = "has text after its closing quote; write a quote inside a quoted cell twice";
const SYNTAX_MESSAGES: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: "opens a quote that is never closed",
  CSV_INVALID_CLOSING_QUOTE: AFTER_QUOTE,
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: AFTER_QUOTE,
  INVALID_OPENING_QUOTE: "has a quote but isn't quoted; quote the whole cell and write the quote inside twice",
};

/**
 * Reads a list of wallets: CSV (RFC 4180) with the columns wallet and amount, then what the caller allows. Leaves out empty
 * lines and a first row with these names.
 * @param limit stops reading soon after so many rows, so that a longer list comes back with more rows than this
 * @throws ListSyntaxError for the first quote that is wrong
 */
export function readWalletList(text: string, limit?: number): ListRow[] {
  const lines = text.replaceAll("\r\n", "\n");
  const rows: ListRow[] = [];
  let end = 0;
  try {
    parse(lines, {
      bom: true,
      record_delimiter: "\n",
      relax_column_count: true,
      skip_empty_lines: true,
      // Room for a header, and one row more than allowed, so that the caller notices it.
      to: limit === undefined ? null : limit + 2,
      trim: true,
      on_record: (cells, info) => {
        end = info.lines;
        rows.push({ line: end - breaks(cells.join("")), cells });
        return cells;
      },
    });
  } catch (error) {
    const message = error instanceof CsvError && SYNTAX_MESSAGES[error.code];
    if (!message) throw error;
    // The parser names the line on which it stopped; an open quote takes it to the end of the text.
    const start = lines.split("\n").findIndex((line, index) => index >= end && line.trim() !== "");
    throw new ListSyntaxError(start + 1, Number(error.index) + 1, message);
  }
  return isHeader(rows[0]?.cells) ? rows.slice(1) : rows;
}

const breaks = (text: string) => text.split("\n").length - 1;

const isHeader = ([wallet = "", amount = ""]: string[] = []) =>
  /^wallet(_address)?$/i.test(wallet) && /^amount$/i.test(amount);
