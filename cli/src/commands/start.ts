import type { ProcessRole } from "@merit/core/store/db/schema/processes.ts";
import { Argument, type Command, Option } from "commander";
import { orFailure } from "../errors.ts";
import type { Io } from "../io.ts";
import { networkChoices } from "../machine.ts";
import type { StartOptions } from "../service/start.ts";
import { port } from "../values.ts";

export function startCommand(program: Command, io: Io): void {
  program
    .command("start")
    .alias("serve")
    .description("start the service on this machine: API, worker and indexer, and on `local` the ledger as well")
    .addArgument(
      new Argument("[role]", "the part that this process does; another than all needs PostgreSQL (DATABASE_URL)")
        .choices(["all", "api", "worker", "indexer"] satisfies ProcessRole[])
        .default("all"),
    )
    .addOption(new Option("--network <name>", "network (MERIT_NETWORK; default: local)").choices(networkChoices))
    .option("--no-demo", "skip the demo on the first local start")
    .option("--port <port>", "port of the API; 0 picks a free one (PORT; default: 3000)", port)
    .option("--host <address>", "address that the API listens on (HOST; default: 127.0.0.1)")
    .option("--data <folder>", "folder for data (MERIT_DATA_DIR; default: ./data of the repository)")
    .option("--rpc-port <port>", "port of the embedded ledger; 0 picks a free one", (text) => Number(port(text)), 8000)
    .option("--json", "print one line of JSON when everything is ready, instead of text")
    .addHelpText(
      "after",
      `
This command works on this machine's data. On quickstart, testnet and mainnet it never deploys: run \`merit deploy\` first.

Examples:
  $ merit start
  $ merit start --no-demo --port 3100 --rpc-port 8100 --data /tmp/merit
  $ MERIT_RPC_URL=https://rpc.example merit start --network testnet
  $ DATABASE_URL=postgres://merit@db.example/merit merit serve worker --network testnet`,
    )
    .action(async (role: ProcessRole, options: Omit<StartOptions, "role">) => {
      // The service's parts are loaded by the one command that needs them: the others answer faster.
      const { start } = await import("../service/start.ts");
      await orFailure(() => start({ ...options, role }, io));
    });
}
