import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { ContractCalls, Effects, FunctionDescription, Preview, Sent } from "@merit/core/contract-calls/calls.ts";
import type { ContractState } from "@merit/core/contract-calls/pausing.ts";
import { formatAmount } from "@merit/core/money.ts";
import type { Command } from "commander";
import { confirm } from "../confirm.ts";
import { Failure, orFailure, UsageError } from "../errors.ts";
import type { Io } from "../io.ts";
import { type MachineOptions, settingsOf, withMachine } from "../machine.ts";
import { jsonLine, record, table } from "../output.ts";

const CONTRACT = "name of the contract, such as pool";
const ANY_CONTRACT = "name of the contract, such as pool, or the address of any contract (C...)";

export function contractCommands(program: Command, io: Io): void {
  const contract = program
    .command("contract")
    .description("list, stop and call the contracts of this machine's deployment, and deploy others beside them");

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
      .argument("<contract>", ANY_CONTRACT),
  )
    .addHelpText("after", help("It needs no keys.", "merit contract functions pool"))
    .action((name: string, options: MachineOptions) =>
      withCalls(options, io, async (calls) => {
        const functions = await calls.functions(await calls.find(name));
        io.out(options.json ? jsonLine({ data: functions }) : table(functionColumns, functions));
      }),
    );

  withMachine(
    contract
      .command("call")
      .description("call a contract's function; a call that changes something is sent as a transaction")
      .argument("<contract>", ANY_CONTRACT)
      .argument("<function>", "function, as `merit contract functions` lists it")
      .argument("[arguments...]", "arguments of the function, each as name=value")
      .option("--as <account>", "account that acts and signs: its name or address in the key file (default: deployer)")
      .option("--yes", "send it without asking; it asks only on public networks"),
  )
    .addHelpText(
      "after",
      `
A call that changes something is simulated first. On a public network the command then shows the result and asks before
it sends. The key file (MERIT_KEYS_FILE) must hold the signer's key. If it also holds the fee account's key, that account
pays the fee; otherwise the signer does. You can leave out the argument for the acting account (operator, guardian or
caller): it is the signer.

Values: whole numbers (amounts in stroops, times in Unix seconds), true or false, bytes in hex, and addresses or names of
the deployment (treasury, pool). For an Option, write "none" or leave it out. Lists and structures are JSON; inside
structures, large numbers are strings and bytes are base64.

Examples:
  $ merit contract call pool limit merchant=none
  $ merit contract call pool set_limit merchant=2 limit=50000000000
  $ merit contract call token set_quota minter=treasury daily=0 --yes --network testnet`,
    )
    .action((name: string, method: string, given: string[], options: CallOptions) =>
      withCalls(options, io, (calls) => call(calls, [name, method, given], options, io)),
    );

  withMachine(
    contract
      .command("deploy")
      .description("put a contract's wasm on the ledger, create a contract of it, and write TypeScript bindings for it")
      .argument("<wasm>", "file with the wasm, such as target/contracts/pool.wasm")
      .argument("[arguments...]", "arguments of the constructor, each as name=value")
      .option("--as <account>", "account that creates it and signs: its name or address in the key file", "deployer"),
  )
    .addHelpText(
      "after",
      `
Each call creates another contract. The command writes the bindings into <data>/<network>/bindings/<name of the file>.
It uses the keys and values of \`merit contract call\`, which then also calls the new contract by its address. On a
public network it wants --network on the command line; MERIT_NETWORK isn't enough.

Examples:
  $ merit contract deploy target/contracts/state.wasm admin=admin
  $ merit contract deploy hello.wasm greeting=hello --network testnet`,
    )
    .action((path: string, given: string[], options: CallOptions) => deploy(path, given, options, io));
}

const BY_ROLE =
  "The transaction is signed with the first key in the key file (MERIT_KEYS_FILE) whose account has the role";

const help = (what: string, example: string) => `
This command reads this machine's data and asks its ledger. ${what}

Example:
  $ ${example}`;

interface CallOptions extends MachineOptions {
  as?: string;
  yes?: boolean;
}

async function deploy(path: string, given: string[], options: CallOptions, io: Io): Promise<void> {
  const { RpcUnavailable } = await import("@merit/core/chain/errors.ts");
  const { bindingsOf, readCode } = await import("@merit/core/contract-calls/code.ts");
  const settings = await orFailure(() => settingsOf(options, io));
  if (settings.network === "local") await requireDeployment(settings);
  await withCalls(options, io, async (calls) => {
    refuseSecrets(given, options);
    if (calls.isPublic && !options.network) {
      const { network } = settings;
      throw new UsageError(
        `MERIT_NETWORK is the public network ${network}.`,
        `To deploy there, add --network ${network}.`,
      );
    }
    const code = readCode(path);
    const created = await calls.create(code, pairs(given), options.as ?? "deployer", io.signal).catch((error) => {
      if (settings.network !== "local" || !(error instanceof RpcUnavailable)) throw error;
      throw new Failure(error.message, START);
    });
    const name = basename(path, ".wasm");
    const folder = join(settings.dataDir, "bindings", name);
    mkdirSync(folder, { recursive: true });
    for (const [file, text] of Object.entries(bindingsOf(code, name))) writeFileSync(join(folder, file), text);
    const { id, wasmHash, txHash } = created;
    if (options.json) return io.out(jsonLine({ contract: id, wasm_hash: wasmHash, tx_hash: txHash, bindings: folder }));
    io.out(
      record([
        ["Contract", id],
        ["Code", wasmHash],
        ["Transaction", txHash],
        ["Bindings", folder],
      ]),
    );
    io.err(`To see what it can do: merit contract functions ${id}\n`);
  });
}

const START = "Start the service first, which also runs the local ledger: `npm start` in the repository.";

async function requireDeployment(settings: Parameters<typeof import("@merit/core/chain/chain.ts").manifestPath>[0]) {
  const { manifestPath } = await import("@merit/core/chain/chain.ts");
  const path = manifestPath(settings);
  if (!existsSync(path)) throw new Failure(`There is no local ledger yet: ${path} is missing.`, START);
}

function refuseSecrets(given: string[], { as }: CallOptions): void {
  if ([...given, as].some((text) => /\bS[A-Z2-7]{55}\b/.test(text ?? ""))) {
    throw new UsageError("The command line contains a secret key.", "Put it into the key file (MERIT_KEYS_FILE).");
  }
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
    io.err("The whole system is stopped. To start it again: merit contract unpause state\n");
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
  refuseSecrets(given, options);
  const asked = await calls.call(await calls.find(name), method, pairs(given), options.as);
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
    if (at < 1)
      throw new UsageError(`"${text}" is not an argument.`, "Write each one as name=value, such as limit=100.");
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
    ["Fee", `${formatAmount(resourceFee)}XLM, plus the inclusion fee`],
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
