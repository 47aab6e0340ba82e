import type { Command } from "commander";
import type { Event } from "../client.ts";
import { type Io, plain } from "../io.ts";
import { record } from "../output.ts";
import { withApi } from "../session.ts";
import { limit } from "../values.ts";
import { type PageOptions, printPage, readAll, withPages } from "./pages.ts";

interface ListOptions extends PageOptions {
  type?: string;
  object?: string;
  objectId?: string;
  from?: string;
  to?: string;
  all?: boolean;
}

export function eventCommand(program: Command, io: Io): void {
  const event = program
    .command("event")
    .description("what happened to your records (for events of contracts: merit events)");

  withApi<ListOptions, []>(
    withPages(
      event
        .command("list")
        .description("list events, newest first")
        .option("--type <types>", "of these types, such as issuance.confirmed,issuance.failed")
        .option("--object <kind>", "about objects of one kind, such as issuance")
        .option("--object-id <id>", "about one object; with --object")
        .option("--from <time>", "from this time on (UTC, ISO 8601)")
        .option("--to <time>", "before this time")
        .option("--all", "read all pages")
        .addHelpText(
          "after",
          "\nExamples:\n  $ merit event list --type issuance.failed\n  $ merit event list --object issuance --object-id 7 --json | jq '.data[].type'",
        ),
      limit,
    ),
    io,
    async (session, { all, cursor, limit, objectId, ...filter }) => {
      const query = { ...filter, object_id: objectId } as object;
      const read = async (page: PageOptions) =>
        (await session.client.call("GET /events", { query: { ...query, ...page } })).body;
      printPage<Event>(
        session,
        all ? await readAll(read, cursor) : await read({ cursor, limit } as PageOptions),
        columns,
      );
    },
  );

  withApi<object, [string]>(
    event
      .command("show")
      .description("show an event with the object as it was then")
      .argument("<id>", "id of the event, such as evt_1865324582400000")
      .addHelpText("after", "\nExample:\n  $ merit event show evt_1865324582400000"),
    io,
    async (session, _options, id) => {
      const { body: found } = await session.client.call("GET /events/:id", { params: { id } });
      session.print(found, () =>
        record([
          ["Id", found.id],
          ["Type", found.type],
          ["Time", found.created_at],
          ...Object.entries(found.data).map(([name, value]): [string, string] => [plain(name), text(value)]),
        ]),
      );
    },
  );
}

const text = (value: unknown): string => plain(typeof value === "string" ? value : JSON.stringify(value));

const columns = [
  { head: "Id", value: (row: Event) => row.id },
  { head: "Time", value: (row: Event) => row.created_at },
  { head: "Type", value: (row: Event) => row.type },
  { head: "Object", value: (row: Event) => `${row.object} ${row.object_id}` },
];
