import type { Command } from "commander";
import type { Event } from "../client.ts";
import { follow } from "../follow.ts";
import { type Io, plain } from "../io.ts";
import { withApiOrLogin } from "../login.ts";
import { jsonLine, record } from "../output.ts";
import { fromOption, untilOption } from "../values.ts";
import { printWhole, type WholeOptions, withWhole } from "./pages.ts";

interface ListOptions extends WholeOptions {
  type?: string;
  object?: string;
  objectId?: string;
  from?: string;
  to?: string;
}

interface FollowOptions {
  type?: string;
  object?: string;
  after?: string;
}

export function eventCommand(program: Command, io: Io): void {
  const event = program.command("event").description("what happened to the merchant's records, or to yours");

  withApiOrLogin<ListOptions, []>(
    withWhole(
      event
        .command("list")
        .description("list events, newest first")
        .option("--type <types>", "of these types, such as issuance.confirmed,issuance.failed")
        .option("--object <kind>", "about objects of one kind, such as issuance")
        .option("--object-id <id>", "about one object; with --object")
        .addOption(fromOption("--from <time>", "from this time on"))
        .addOption(untilOption("--to <time>", "before this time"))
        .addHelpText(
          "after",
          "\nExamples:\n  $ merit event list --type issuance.failed\n  $ merit event list --object issuance --object-id 7 --json | jq '.data[].type'\n  $ merit event list --mine",
        ),
      { csv: false },
    ),
    io,
    (session, { objectId: object_id, mine: _mine, ...options }) =>
      printWhole(session, "GET /events", { object_id, ...options }, { columns }),
  );

  withApiOrLogin<FollowOptions, []>(
    event
      .command("follow")
      .description("show events as they happen; Ctrl-C ends it")
      .option("--type <types>", "of these types, such as issuance.confirmed,issuance.failed")
      .option("--object <kind>", "about objects of one kind, such as issuance")
      .option("--after <id>", "begin behind this event instead of with the next one")
      .addHelpText(
        "after",
        `
With --json every event is one line (NDJSON). The command reconnects and continues where it stopped.

Examples:
  $ merit event follow --object issuance
  $ merit event follow --after evt_1865324582400000 --json | jq .data`,
      ),
    io,
    async (session, { after, mine: _mine, ...filter }) => {
      let last = after;
      await follow(session, {
        open: (client, onRetry) => client.stream("GET /events", { query: { ...filter, after } as object, onRetry }),
        started: () => session.note("Waiting for events. Ctrl-C ends it."),
        take: async (found) => {
          const { created_at, id, type, object, object_id } = found;
          session.io.out(
            session.json
              ? jsonLine(found)
              : `${created_at}  ${id}  ${type.padEnd(22)}  ${object} ${plain(object_id)}\n`,
          );
          last = id;
        },
      });
      if (last !== undefined) session.io.err(`To continue, add --after ${last}\n`);
    },
  );

  withApiOrLogin<object, [string]>(
    event
      .command("show")
      .description("show an event with the object as it was then")
      .argument("<id>", "id of the event, such as evt_1865324582400000")
      .addHelpText("after", "\nExample:\n  $ merit event show evt_1865324582400000"),
    io,
    (session, _options, id) =>
      session.printAnswer("GET /events/:id", { params: { id } }, (found) =>
        record([
          ["Id", found.id],
          ["Type", found.type],
          ["Time", found.created_at],
          ...Object.entries(found.data).map(([name, value]): [string, string] => [plain(name), text(value)]),
        ]),
      ),
  );
}

const text = (value: unknown): string => plain(typeof value === "string" ? value : JSON.stringify(value));

const columns = [
  { head: "Id", value: (row: Event) => row.id },
  { head: "Time", value: (row: Event) => row.created_at },
  { head: "Type", value: (row: Event) => row.type },
  { head: "Object", value: (row: Event) => `${row.object} ${row.object_id}` },
];
