import type { ContractCalls, Effects, FunctionDescription, Preview, Sent } from "@merit/core/contract-calls/calls.ts";
import type { ContractState } from "@merit/core/contract-calls/pausing.ts";
import { formatAmount } from "@merit/core/money.ts";
import type { Command } from "commander";
import { confirm } from "../confirm.ts";
import { Failure, orFailure, UsageError } from "../errors.ts";
import type { Io } from "../io.ts";
import { type MachineOptions, settingsOf, withMachine } from "../machine.ts";
import { jsonLine, record, table } from "../output.ts";

const CONTRACT = "contract by its name, such as pool";

export function contractCommands(program: Command, io: Io): void {
  const contract = program
    .command("contract")
    .description("this machine's deployed contracts: their state, stopping them, and calling any of their functions");

  withMachine(
    contract.command("list").description("list the contracts, with their versions and whether they are stopped"),
  )
    .addHelpText("after", help("It needs no keys.", "merit contract list --network testnet"))
    .action((options: MachineOptions) => withCalls(options, io, (calls) => list(calls, options, io)));

  withMachine(
    contract
      .command("pause")
      .description("stop a contract; `state` stops the whole system")
      .argument("<contract>", CONTRACT),
  )
    .addHelpText("after", help(`${BY_ROLE} pauser.`, "merit contract pause distribution"))
    .action((name: string, options: MachineOptions) =>
      withCalls(options, io, (calls) => setPaused(calls, "pause", name, options, io)),
    );

  withMachine(
    contract
      .command("unpause")
      .description("let a stopped contract run again; `state` does that for the whole system")
      .argument("<contract>", CONTRACT),
  )
    .addHelpText("after", help(`${BY_ROLE} unpauser.`, "merit contract unpause distribution"))
    .action((name: string, options: MachineOptions) =>
      withCalls(options, io, (calls) => setPaused(calls, "unpause", name, options, io)),
    );

  withMachine(
    contract
      .command("functions")
      .description("list the functions of a contract, with their arguments")
      .argument("<contract>", CONTRACT),
  )
    .addHelpText("after", help("It needs no keys.", "merit contract functions pool"))
    .action((name: string, options: MachineOptions) =>
      withCalls(options, io, async (calls) => {
        const functions = calls.functions(calls.contractName(name));
        io.out(options.json ? jsonLine({ data: functions }) : table(functionColumns, functions));
      }),
    );

  withMachine(
    contract
      .command("call")
      .description("call a function of a contract: one that reads is answered, one that changes something is sent")
      .argument("<contract>", CONTRACT)
      .argument("<function>", "function, as `merit contract functions` lists it")
      .argument("[arguments...]", "name=value, each by its type")
      .option("--as <account>", "who acts and signs: a name of the key file, or an address in it (default: deployer)")
      .option("--yes", "send it without asking; only public networks ask"),
  )
    .addHelpText(
      "after",
      `
A call that changes something is simulated first, and on a public network shown and confirmed. Its signer must be in the key file (MERIT_KEYS_FILE); the fee account
pays the fee where the file has it, otherwise the signer. The one who acts (operator, guardian or caller) needn't be named.

Values: whole numbers (amounts are in stroops, times in Unix seconds), true or false, bytes in hex, addresses or names of the
deployment (treasury, pool), "none" for an Option, which may also be left out. Lists and structures are JSON; inside structures,
large numbers are strings and bytes are base64.

Examples:
  $ merit contract call pool limit merchant=none
  $ merit contract call pool set_limit merchant=2 limit=50000000000
  $ merit contract call token set_quota minter=treasury daily=0 --yes --network testnet`,
    )
    .action((name: string, method: string, given: string[], options: CallOptions) =>
      withCalls(options, io, (calls) => call(calls, [name, method, given], options, io)),
    );
}

const BY_ROLE =
  "It is signed by the first key of the key file (MERIT_KEYS_FILE) that may do it: that of a holder of the role";

const help = (what: string, example: string) => `
This command works on the data of this machine and asks its ledger. ${what}

Example:
  $ ${example}`;

interface CallOptions extends MachineOptions {
  as?: string;
  yes?: boolean;
}

function withCalls(options: MachineOptions, io: Io, work: (calls: ContractCalls) => Promise<void>): Promise<void> {
  return orFailure(async () => {
    const { ContractCalls } = await import("@merit/core/contract-calls/calls.ts");
    const { ArgumentError } = await import("@merit/core/contract-calls/arguments.ts");
    try {
      await work(new ContractCalls(await settingsOf(options, io)));
    } catch (error) {
      throw error instanceof ArgumentError ? new UsageError(error.message) : error;
    }
  });
}

async function list(calls: ContractCalls, { json }: MachineOptions, io: Io): Promise<void> {
  const { listContracts } = await import("@merit/core/contract-calls/pausing.ts");
  const contracts = await listContracts(calls);
  if (json) return io.out(jsonLine({ data: contracts }));
  io.out(table(stateColumns, contracts));
  if (contracts.some(({ name, paused }) => name === "state" && paused)) {
    io.err("The whole system is stopped: `merit contract unpause state` ends it.\n");
  }
}

async function setPaused(
  calls: ContractCalls,
  method: "pause" | "unpause",
  name: string,
  options: MachineOptions,
  io: Io,
): Promise<void> {
  const { setPaused } = await import("@merit/core/contract-calls/pausing.ts");
  const contract = calls.contractName(name);
  printSent(await setPaused(calls, { contract, method }, io.signal), options, io);
}

async function call(
  calls: ContractCalls,
  [name, method, given]: [name: string, method: string, given: string[]],
  options: CallOptions,
  io: Io,
): Promise<void> {
  if ([...given, options.as].some((text) => /\bS[A-Z2-7]{55}\b/.test(text ?? ""))) {
    throw new UsageError(
      "There is a secret key on the command line.",
      "Keys are read from the key file (MERIT_KEYS_FILE).",
    );
  }
  const asked = calls.call(calls.contractName(name), method, pairs(given), options.as);
  const preview = await calls.preview(asked);
  if (preview.isView) {
    io.out(options.json ? jsonLine({ value: preview.value }) : `${shown(preview.value, 2)}\n`);
    return;
  }
  const signer = calls.signerOf(preview, options.as);
  if (calls.isPublic && !options.yes) {
    if (options.json) throw new UsageError("With --json, a call that changes something needs --yes.");
    io.err(previewText(preview, calls.named(signer.publicKey)));
    if (!(await confirm(io, "Send it?"))) throw new Failure("Nothing was sent.");
  }
  printSent(await calls.send(asked, signer, io.signal), options, io);
}

function pairs(given: string[]): Map<string, string> {
  const read = given.map((text): [string, string] => {
    const at = text.indexOf("=");
    if (at < 1) throw new UsageError(`"${text}" is no argument.`, "Write each as name=value, such as limit=100.");
    return [text.slice(0, at), text.slice(at + 1)];
  });
  const all = new Map(read);
  if (all.size < read.length) throw new UsageError("An argument is given twice.");
  return all;
}

const previewText = ({ args, resourceFee, ...effects }: Preview, signer: string) =>
  record([
    ...Object.entries(args).map(([name, value]): [string, string] => [name, shown(value)]),
    ["Signed by", signer],
    ...effectFields(effects),
    ["Fee", `${formatAmount(resourceFee)} XLM, and the bid for inclusion`],
  ]);

function printSent({ txHash, ledger, feeCharged, ...effects }: Sent, { json }: MachineOptions, io: Io): void {
  const fee = formatAmount(feeCharged);
  io.out(
    json
      ? jsonLine({ tx_hash: txHash, ledger, fee_xlm: fee, value: effects.value, events: effects.events })
      : record([["Transaction", txHash], ["Ledger", ledger], ...effectFields(effects), ["Fee", `${fee} XLM`]]),
  );
}

const effectFields = ({ value, events }: Effects): [string, string][] => [
  ["Answer", shown(value)],
  ...events.map(({ contract, type, data }): [string, string] => ["Event", `${contract} ${type} ${shown(data)}`]),
];

const shown = (value: Effects["value"], indent?: number): string => {
  if (value === null) return "none";
  return typeof value === "object" ? JSON.stringify(value, null, indent) : String(value);
};

const stateColumns = [
  { head: "Contract", value: (row: ContractState) => row.name },
  { head: "Address", value: (row: ContractState) => row.address },
  { head: "Version", value: (row: ContractState) => row.version },
  { head: "Schema", value: (row: ContractState) => row.schema, right: true },
  { head: "Stopped", value: (row: ContractState) => (row.paused ? "yes" : "no") },
];

const functionColumns = [
  {
    head: "Function",
    value: ({ name, args }: FunctionDescription) =>
      `${name}(${args.map((arg) => `${arg.name}: ${arg.type}`).join(", ")})`,
  },
  { head: "Answer", value: (row: FunctionDescription) => row.answer },
  { head: "What it does", value: (row: FunctionDescription) => firstSentence(row.doc) },
];

const firstSentence = (text: string) => /^.*?[.!](?= |$)/.exec(text)?.[0] ?? text;
