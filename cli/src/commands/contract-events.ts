import type { RequestOf } from "@merit/client/types.ts";
import type { Command } from "commander";
import type { ContractEvent } from "../client.ts";
import { UsageError } from "../errors.ts";
import { follow } from "../follow.ts";
import { type Io, plain } from "../io.ts";
import { jsonLine } from "../output.ts";
import { type Session, withApi } from "../session.ts";
import { fromOption, positiveInteger, untilOption } from "../values.ts";
import { withPages } from "./pages.ts";

const PAGE = 100;
const EXPORT_TIMEOUT_MS = 600_000;
/** The place before all events. */
const BEGINNING = "0000000000000000000-0000000000";

export function contractEventsCommand(program: Command, io: Io): void {
  withApi<EventsOptions, []>(
    withPages(
      program
        .command("contract-events")
        .description("read the contracts' events, in the ledger's order")
        .option("--contract <name>", "events of one contract, such as campaign, or of the reward asset (asset)")
        .option("--type <types>", "events of these types, such as reward or reward,mint")
        .option("--campaign <id>", "events of one of your campaigns", positiveInteger)
        .option("--merchant <id>", "events of one merchant", positiveInteger)
        .option("--wallet <address>", "events that name this wallet, and rewards that paid it")
        .option("--tx <hash>", "events of one transaction")
        .option("--from-ledger <sequence>", "from this ledger on", positiveInteger)
        .option("--to-ledger <sequence>", "up to this ledger", positiveInteger)
        .addOption(fromOption("--from <time>", "of ledgers that closed at this time or later"))
        .addOption(untilOption("--to <time>", "of ledgers that closed before this time"))
        .option("--newest-first", "in the reverse order of the ledger")
        .option("--raw", "with topics and value in XDR; with --json")
        .option("--all", "read all pages")
        .option("--csv", "print all events as CSV, instead of pages")
        .option("--follow", "read all events, then those that come; Ctrl-C ends it")
        .addHelpText(
          "after",
          `
With --json every event is one line (NDJSON). Amounts in events are raw: 10000000 is one token.
With --follow the command reads a stream: it reconnects and continues where it stopped. To continue in a later run, pass the last event's id as --cursor.

Examples:
  $ merit contract-events --type reward --limit 5
  $ merit contract-events --wallet GABC... --newest-first
  $ merit contract-events --contract pool --csv
  $ merit contract-events --follow --contract asset --json | jq .data.amount
  $ merit contract-events --follow --cursor 0000000004294971392-0000000001`,
        ),
    ),
    io,
    events,
  );
}

interface EventsOptions {
  contract?: string;
  type?: string;
  campaign?: number;
  merchant?: number;
  wallet?: string;
  from?: string;
  to?: string;
  newestFirst?: boolean;
  raw?: boolean;
  tx?: string;
  fromLedger?: number;
  toLedger?: number;
  cursor?: string;
  limit?: number;
  all?: boolean;
  csv?: boolean;
  follow?: boolean;
}

async function events(session: Session, options: EventsOptions): Promise<void> {
  if (options.follow && options.newestFirst)
    throw new UsageError("--follow shows new events last: leave out --newest-first.");
  if (options.follow && options.csv) throw new UsageError("--csv ends with the last event: leave out --follow.");
  const reader = new EventReader(session, options);
  if (options.csv) return reader.csv(options.limit);
  if (options.follow) return reader.follow();
  if (options.all) {
    while (await reader.page(options.limit ?? PAGE));
    return;
  }
  const more = await reader.page(options.limit);
  if (more) session.io.err(`There are more events: add --cursor ${reader.cursor}, or --all.\n`);
}

/** Remembers the id of the last event, which is the API's cursor. */
class EventReader {
  cursor: string | undefined;
  readonly #session: Session;
  readonly #filter: RequestOf<"GET /contract-events">["query"];
  #headed = false;

  constructor(session: Session, options: EventsOptions) {
    this.#session = session;
    this.cursor = options.cursor;
    this.#filter = {
      contract: options.contract,
      type: options.type,
      tx_hash: options.tx,
      campaign_id: options.campaign,
      merchant_id: options.merchant,
      wallet_address: options.wallet,
      from: options.from,
      to: options.to,
      ...(options.newestFirst && { order: "desc" as const }),
      ...(options.raw && { raw: true }),
      from_ledger: options.fromLedger,
      to_ledger: options.toLedger,
    };
  }

  /** Prints a page. @returns whether more follow at once */
  async page(limit?: number): Promise<boolean> {
    const { body: page } = await this.#session.client.call("GET /contract-events", {
      query: { ...this.#filter, cursor: this.cursor, limit },
    });
    for (const event of page.data) this.#print(event);
    return page.has_more;
  }

  async csv(limit?: number): Promise<void> {
    const query = { ...this.#filter, cursor: this.cursor, limit, format: "csv" as const };
    const { body } = await this.#session.client.call("GET /contract-events", { query, timeoutMs: EXPORT_TIMEOUT_MS });
    this.#session.io.out(body as unknown as string);
  }

  async follow(): Promise<void> {
    const { order: _, ...filter } = this.#filter ?? {};
    const query = { ...filter, after: this.cursor ?? BEGINNING };
    await follow(this.#session, {
      open: (client, onRetry) => client.stream("GET /contract-events", { query, onRetry }),
      take: async (event) => this.#print(event),
    });
    if (this.cursor !== undefined) this.#session.io.err(`To continue, add --cursor ${this.cursor}\n`);
  }

  #print(event: ContractEvent): void {
    const { io, json } = this.#session;
    if (!json && !this.#headed) io.out(line("TIME", "LEDGER", "CONTRACT", "TYPE", "DATA"));
    this.#headed = true;
    io.out(json ? jsonLine(event) : eventLine(event));
    this.cursor = event.id;
  }
}

function eventLine(event: ContractEvent): string {
  const time = event.ledger_closed_at.replace(/\.\d+Z$/, "Z");
  return line(time, String(event.ledger), plain(event.contract), plain(event.type), summary(event.data));
}

/** Fixed widths instead of a table: the next line isn't known yet. */
function line(time: string, ledger: string, contract: string, type: string, data: string): string {
  return `${time.padEnd(20)}  ${ledger.padStart(9)}  ${contract.padEnd(12)}  ${type.padEnd(16)}  ${data}\n`;
}

function summary(data: unknown): string {
  if (typeof data !== "object" || data === null || Array.isArray(data)) return plain(JSON.stringify(data));
  return Object.entries(data)
    .map(([name, value]) => plain(`${name}=${brief(value)}`))
    .join(" ");
}

function brief(value: unknown): string {
  if (Array.isArray(value)) return `[${value.length}]`;
  if (typeof value === "object" && value !== null) return JSON.stringify(value);
  const text = String(value);
  return text.length > 70 ? `${text.slice(0, 32)}…` : text;
}
