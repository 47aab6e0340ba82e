import type { RowOf } from "@merit/client/types.ts";
import type { Command } from "commander";
import { Failure } from "../errors.ts";
import type { Io } from "../io.ts";
import { withLogin } from "../login.ts";
import { table } from "../output.ts";
import { positiveInteger } from "../values.ts";

type Contract = RowOf<"GET /admin/indexer/contracts">;

interface AddOptions {
  name?: string;
  fromLedger?: number;
}

const BY_ADMIN = "This command is an administrator's, and calls the API: see `merit login`.";

/** Contracts beside the system's own whose events are stored. */
export function contractCommands(indexer: Command, io: Io): void {
  withLogin<object, []>(
    indexer
      .command("list")
      .description("list the contracts whose events are stored")
      .addHelpText("after", `\n${BY_ADMIN}\n\nExample:\n  $ merit indexer list`),
    io,
    async (session) => {
      const { data } = (await session.client.call("GET /admin/indexer/contracts")).body;
      session.print({ data }, () => table<Contract>(columns, data));
    },
  );
  withLogin<AddOptions, [string]>(
    indexer
      .command("add")
      .description("store the events of one more contract, decoded by the spec in its wasm on the ledger")
      .argument("<id>", "address of the contract (C...)")
      .option("--name <name>", "name that its events get (default: the address)")
      .option("--from-ledger <ledger>", "first ledger to read (default: the oldest that the node has)", positiveInteger)
      .addHelpText(
        "after",
        `
${BY_ADMIN} Contracts can also be set by INDEXER_CONTRACTS.
A node gives the events of 25 contracts at once, and 12 of them are the system's own.

Example:
  $ merit indexer add CADQOBYHA4DQOBYHA4DQOBYHA4DQOBYHA4DQOBYHA4DQOBYHA4DQP5KR --name stamps`,
      ),
    io,
    (session, { name, fromLedger }, id) => {
      const body = { contract_id: id, name, from_ledger: fromLedger };
      return session.printAnswer("POST /admin/indexer/contracts", { body }, (contract) =>
        table<Contract>(columns, [contract]),
      );
    },
  );
  withLogin<object, [string]>(
    indexer
      .command("remove")
      .description("store no further events of a contract; those that are stored stay")
      .argument("<contract>", "its address or name")
      .addHelpText("after", `\n${BY_ADMIN}\n\nExample:\n  $ merit indexer remove stamps`),
    io,
    async (session, _options, contract) => {
      const { data } = (await session.client.call("GET /admin/indexer/contracts")).body;
      const found = data.find(({ contract_id, name }) => contract_id === contract || name === contract);
      if (!found) throw new Failure(`${contract} is not followed.`, "`merit indexer list` shows those that are.");
      const params = { id: found.contract_id };
      await session.client.call("DELETE /admin/indexer/contracts/:id", { params });
      session.print({ removed: params.id }, () => `${found.name} is not followed any more. Its stored events stay.\n`);
    },
  );
}

const columns = [
  { head: "Name", value: (row: Contract) => row.name },
  { head: "Address", value: (row: Contract) => row.contract_id },
  { head: "From", value: (row: Contract) => row.source },
  { head: "First ledger", value: (row: Contract) => row.from_ledger, right: true },
  { head: "Still to read", value: ({ missing }: Contract) => missing && `${missing.from_ledger}-${missing.to_ledger}` },
  { head: "Event types", value: (row: Contract) => row.event_types.length, right: true },
];
