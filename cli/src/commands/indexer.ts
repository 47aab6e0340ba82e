import { type Command, InvalidArgumentError } from "commander";
import { Failure, orFailure } from "../errors.ts";
import type { Io } from "../io.ts";
import { askingNode, type MachineOptions, settingsOf, withMachine } from "../machine.ts";
import { jsonLine, record } from "../output.ts";
import { contractCommands } from "./indexer-contracts.ts";

interface NodeOptions extends MachineOptions {
  rpc?: string;
}

type Name = keyof typeof import("../service/indexer.ts").works;

const ON_MACHINE = "This command works on this machine's data; the service may be running.";

export function indexerCommands(program: Command, io: Io): void {
  const indexer = program.command("indexer").description("the contracts' events that are stored, and whose they are");
  const command = (name: string, description: string, example: string) =>
    withMachine(indexer.command(name).description(description)).addHelpText(
      "after",
      `\n${ON_MACHINE}\n\nExample:\n  $ merit indexer ${example}`,
    );
  const node = (made: Command) =>
    made.option("--rpc <url>", "another node than the service's, of the same network", nodeUrl);

  node(command("status", "show how far the ledger was read, and which ledgers are missing", "status")).action(
    (options: NodeOptions) => run(options, io, "status"),
  );
  node(command("verify", "compare the stored events with the node's, as far back as it has them", "verify")).action(
    (options: NodeOptions) => run(options, io, "verify"),
  );
  node(
    command(
      "backfill",
      "read the events of missing ledgers from a node that still has them",
      "backfill --rpc https://archive.example",
    ),
  ).action((options: NodeOptions) => run(options, io, "backfill"));
  command("rebuild", "decode the stored events again, and find out anew whom they are about", "rebuild").action(
    (options: MachineOptions) => run(options, io, "rebuild"),
  );
  contractCommands(indexer, io);
}

function nodeUrl(text: string): string {
  if (URL.canParse(text) && /^https?:/.test(text)) return text;
  throw new InvalidArgumentError("It must be the URL of a node, such as https://node.example.");
}

/** Does the work and prints its answer; a line per member for people. */
function run(options: NodeOptions, io: Io, name: Name): Promise<void> {
  return orFailure(async () => {
    const settings = await settingsOf(options, io);
    const { withEvents, works } = await import("../service/indexer.ts");
    const asked = { ...settings, rpcUrl: options.rpc ?? settings.rpcUrl };
    const work = () => withEvents(settings, options.rpc, works[name]);
    const view: Record<string, unknown> = await askingNode(asked, work, options.rpc && "--rpc");
    io.out(options.json ? jsonLine(view) : record(Object.entries(view).map(([title, value]) => [title, text(value)])));
    if (Number(view.differences ?? 0) > 0) {
      throw new Failure(
        "The stored events are not the node's.",
        "Look at merit indexer backfill and merit indexer rebuild.",
      );
    }
  });
}

function text(value: unknown): string {
  if (!Array.isArray(value)) return String(value ?? "none");
  return value.length === 0 ? "none" : value.join(", ");
}
