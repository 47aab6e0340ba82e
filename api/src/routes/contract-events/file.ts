import { formats } from "@merit/core/operations/reports/formats.ts";
import type { FileFormat } from "../../http/files.ts";
import type { presentEvent } from "./presenter.ts";

type Presented = ReturnType<typeof presentEvent>;

const COLUMNS = ["id", "contract_id", "contract", "type", "ledger", "ledger_closed_at", "tx_hash", "data"];
const XDR_COLUMNS = ["topics_xdr", "value_xdr"];

/** The events as text, page by page. In CSV, lists and objects are JSON. */
export async function* fileOf(
  format: FileFormat,
  raw: boolean,
  pages: AsyncIterable<Presented[]>,
): AsyncGenerator<string> {
  const columns = raw ? [...COLUMNS, ...XDR_COLUMNS] : COLUMNS;
  if (format === "csv") yield formats.csv.begin(columns);
  for await (const page of pages) {
    if (page.length === 0) continue;
    if (format === "csv") yield formats.csv.rowsOf(columns, page.map(cells), false);
    else yield page.map((event) => `${JSON.stringify(event)}\n`).join("");
  }
}

const cells = (event: Presented) =>
  Object.fromEntries(
    Object.entries(event).map(([name, value]) => [
      name,
      typeof value === "object" && value !== null ? JSON.stringify(value) : (value as string | number | null),
    ]),
  );
