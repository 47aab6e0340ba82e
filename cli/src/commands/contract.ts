import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { formatAmount } from "@merit/core/base/money.ts";
import type {
  CallEvent,
  ContractCalls,
  Effects,
  FunctionDescription,
  Preview,
  Sent,
} from "@merit/core/ledger/contract-calls/calls.ts";
import type { PastEvent } from "@merit/core/ledger/contract-calls/events.ts";
import type { ContractState } from "@merit/core/ledger/contract-calls/pausing.ts";
import type { Trace } from "@merit/core/ledger/contract-calls/trace.ts";
import type { Command } from "commander";
import { confirm } from "../confirm.ts";
import { Failure, orFailure, UsageError } from "../errors.ts";
import { type Io, plain } from "../io.ts";
import { askingNode, type MachineOptions, machineHelp, START, settingsOf, withMachine } from "../machine.ts";
import { jsonLine, record, table } from "../output.ts";
import { hex32, positiveInteger } from "../values.ts";

const CONTRACT = "name of the contract, such as pool";
const ANY_CONTRACT = "name of the contract, such as pool, or the address of any contract (C...)";

export function contractCommands(program: Command, io: Io): void {
  const contract = program
    .command("contract")
    .description("list, stop and call the contracts of this machine's deployment, and deploy others beside them");

  withMachine(
    contract.command("list").description("list the contracts, with their versions and whether they are stopped"),
  )
    .addHelpText("after", machineHelp("It needs no keys.", "merit contract list --network testnet"))
    .action((options: MachineOptions) => withCalls(options, io, (calls) => list(calls, options, io)));

  withMachine(
    contract
      .command("pause")
      .description("stop a contract; `state` stops the whole system")
      .argument("<contract>", CONTRACT),
  )
    .addHelpText("after", machineHelp(`${BY_ROLE} pauser.`, "merit contract pause distribution"))
    .action((name: string, options: MachineOptions) =>
      withCalls(options, io, (calls) => setPaused(calls, "pause", name, options, io)),
    );

  withMachine(
    contract
      .command("unpause")
      .description("let a stopped contract run again; `state` does that for the whole system")
      .argument("<contract>", CONTRACT),
  )
    .addHelpText("after", machineHelp(`${BY_ROLE} unpauser.`, "merit contract unpause distribution"))
    .action((name: string, options: MachineOptions) =>
      withCalls(options, io, (calls) => setPaused(calls, "unpause", name, options, io)),
    );

  withMachine(
    contract
      .command("functions")
      .description("list the functions of a contract, with their arguments")
      .argument("<contract>", ANY_CONTRACT),
  )
    .addHelpText("after", machineHelp("It needs no keys.", "merit contract functions pool"))
    .action((name: string, options: MachineOptions) =>
      withCalls(options, io, async (calls) => {
        const functions = calls.functions(await calls.find(name));
        io.out(options.json ? jsonLine({ data: functions }) : table(functionColumns, functions));
      }),
    );

  withMachine(
    contract
      .command("events")
      .description("list a contract's latest events, as far back as the node still has them, oldest first")
      .argument("<contract>", ANY_CONTRACT)
      .option("--limit <number>", "number of events", positiveInteger, 20),
  )
    .addHelpText(
      "after",
      machineHelp(
        "It needs no keys. `merit contract-events` has all events of the system's contracts.",
        "merit contract events pool",
      ),
    )
    .action((name: string, options: MachineOptions & { limit: number }) =>
      withCalls(options, io, async (calls) => {
        const { lastEvents } = await import("@merit/core/ledger/contract-calls/events.ts");
        const events = await lastEvents(calls.chain, await calls.find(name), options.limit);
        const rows = events.map(({ ledger, txHash, type, data }) => ({ ledger, tx_hash: txHash, type, data }));
        io.out(options.json ? jsonLine({ data: rows }) : table(eventColumns, events));
      }),
    );

  withMachine(
    contract
      .command("trace")
      .description("show what a transaction did, or why it failed: its events, and the calls and errors of contracts")
      .argument("<hash>", "hash of the transaction, of these contracts or any other", hex32),
  )
    .addHelpText("after", machineHelp("It needs no keys.", `merit contract trace ${"ab".repeat(32)}`))
    .action((hash: string, options: MachineOptions) =>
      withCalls(options, io, async (calls) => {
        const { trace } = await import("@merit/core/ledger/contract-calls/trace.ts");
        printTrace(await trace(calls, hash), options, io);
      }),
    );

  withMachine(
    contract
      .command("call")
      .description(
        "call a contract's function; a call that changes something or emits an event is sent as a transaction",
      )
      .argument("<contract>", ANY_CONTRACT)
      .argument("<function>", "function, as `merit contract functions` lists it")
      .argument("[arguments...]", "arguments of the function, each as name=value")
      .option("--as <account>", "account that acts and signs: its name or address in the key file (default: deployer)")
      .option("--send", "send the call also if it seems only to read, such as one that extends lifetimes")
      .option("--yes", "send the call without asking; the command asks only on public networks"),
  )
    .addHelpText(
      "after",
      `
Every call is simulated first. One that only reads is answered by that, without a key. On a public network the command
shows the result of any other and asks before it sends it. The key file (MERIT_KEYS_FILE) must hold the signer's key. If it
also holds the fee account's key, that account pays the fee; otherwise the signer does. You can leave out the argument for
the acting account (operator, guardian or caller): it is the signer.

Values: whole numbers (amounts in stroops, times in Unix seconds), true or false, bytes in hex, and addresses or names of
the deployment (treasury, pool). For an Option, write "none" or leave it out. Lists, maps and structures are JSON; inside
them, large numbers are strings, and everything else is as above. A case of a union is {"tag":"Linear","values":[...]}.

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
      .description(
        "put a contract's wasm on the ledger, create a contract from it, and write TypeScript bindings for it",
      )
      .argument("<wasm>", "file with the wasm, such as target/contracts/pool.wasm")
      .argument("[arguments...]", "arguments of the constructor, each as name=value")
      .option("--as <account>", "account that creates it and signs: its name or address in the key file", "deployer")
      .option("--yes", "deploy it without asking; it asks only on public networks"),
  )
    .addHelpText(
      "after",
      `
Each call creates another contract. The command writes the bindings into <data>/<network>/bindings/<name of the file>:
TypeScript for @stellar/stellar-sdk 17, to be compiled with your program or run by tsx; Node can't run it as it is.
Give keys and values as for \`merit contract call\`, which can call the new contract by its address. On a public network,
a constructor that calls other contracts in the account's name is refused without --yes, and the rent of a large contract
can cost tens of XLM.

Examples:
  $ merit contract deploy target/contracts/state.wasm admin=admin
  $ merit contract deploy hello.wasm greeting=hello --network testnet`,
    )
    .action((path: string, given: string[], options: CallOptions) =>
      withCalls(options, io, (calls, dataDir) => deploy(calls, { dataDir, path }, given, options, io)),
    );
}

const BY_ROLE =
  "The transaction is signed with the first key in the key file (MERIT_KEYS_FILE) whose account has the role";

interface CallOptions extends MachineOptions {
  as?: string;
  send?: boolean;
  yes?: boolean;
}

async function deploy(
  calls: ContractCalls,
  { dataDir, path }: { dataDir: string; path: string },
  given: string[],
  options: CallOptions,
  io: Io,
): Promise<void> {
  const { bindingsOf, readCode } = await import("@merit/core/ledger/contract-calls/code.ts");
  refuseSecrets([...given, options.as]);
  const code = readCode(path);
  const name = bindingsName(path);
  const bindings = bindingsOf(code, name);
  const constructorArgs = calls.constructorArgs(code, pairs(given));
  const signer = calls.signer(options.as ?? "deployer");
  if (calls.isPublic && !options.yes) {
    if (options.json) throw new UsageError("With --json, a deployment to a public network needs --yes.");
    const shown = { Network: calls.chain.network, Code: code.hash, "Signed by": calls.named(signer.publicKey) };
    io.err(record([...Object.entries(shown), ...given.map((text): [string, string] => ["Argument", text])]));
    if (!(await confirm(io, "Deploy it?"))) throw new Failure("Nothing was sent.");
  }
  const trusted = options.yes || !calls.isPublic;
  const { id, txHash } = await calls.create(code, constructorArgs, { signer, trusted, signal: io.signal });
  const folder = join(dataDir, "bindings", name);
  try {
    mkdirSync(folder, { recursive: true });
    for (const [file, text] of Object.entries(bindings)) writeFileSync(join(folder, file), text);
  } catch (error) {
    throw new Failure(`The contract is ${id}, but its bindings could not be written: ${(error as Error).message}`);
  }
  if (options.json) return io.out(jsonLine({ contract: id, wasm_hash: code.hash, tx_hash: txHash, bindings: folder }));
  io.out(
    record([
      ["Contract", id],
      ["Code", code.hash],
      ["Transaction", txHash],
      ["Bindings", folder],
    ]),
  );
  io.err(`To see what it can do: merit contract functions ${id}\n`);
}

/** Name from the file's, without characters that don't belong into the name of a folder or class. */
const bindingsName = (path: string) => basename(path, ".wasm").replace(/\W+/g, "-");

/** Runs work on the contracts of this machine's deployment. */
export function withCalls(
  options: MachineOptions,
  io: Io,
  work: (calls: ContractCalls, dataDir: string) => Promise<void>,
): Promise<void> {
  return orFailure(async () => {
    const { ContractCalls } = await import("@merit/core/ledger/contract-calls/calls.ts");
    const { ArgumentError } = await import("@merit/core/ledger/contract-calls/arguments.ts");
    const { manifestPath } = await import("@merit/core/ledger/chain/chain.ts");
    const { CallRefused } = await import("@merit/core/ledger/chain/errors.ts");
    const settings = await settingsOf(options, io);
    if (settings.network === "local" && !existsSync(manifestPath(settings))) {
      throw new Failure(`There is no local ledger yet: ${manifestPath(settings)} is missing.`, START);
    }
    try {
      await askingNode(settings, () => work(new ContractCalls(settings), settings.dataDir));
    } catch (error) {
      if (error instanceof ArgumentError) throw new UsageError(error.message);
      if (error instanceof CallRefused && error.log.length > 0) {
        throw new Failure(error.message, ["What happened, newest first:", ...error.log].map(plain).join("\n  "));
      }
      throw error;
    }
  });
}

async function list(calls: ContractCalls, { json }: MachineOptions, io: Io): Promise<void> {
  const { listContracts } = await import("@merit/core/ledger/contract-calls/pausing.ts");
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
  const { setPaused } = await import("@merit/core/ledger/contract-calls/pausing.ts");
  const contract = calls.contractName(name);
  printSent(await setPaused(calls, { contract, method }, io.signal), options, io);
}

const ARCHIVED = `The contract, or what the call reads of it, is archived: nobody has paid its rent. To restore it, and to send what the
call may change there, add --send.
`;

async function call(
  calls: ContractCalls,
  [name, method, given]: [name: string, method: string, given: string[]],
  options: CallOptions,
  io: Io,
): Promise<void> {
  refuseSecrets([...given, options.as]);
  const asked = calls.call(await calls.find(name), method, pairs(given), options.as);
  const preview = await calls.preview(asked);
  if (preview.isView && !options.send) {
    const lines = shown(preview.value, 2).split("\n").map(plain);
    io.out(options.json ? jsonLine({ value: preview.value }) : `${lines.join("\n")}\n`);
    if (preview.isArchived) io.err(ARCHIVED);
    return;
  }
  const signer = calls.signerOf(preview, options.as);
  if (calls.isPublic && !options.yes) {
    if (options.json) throw new UsageError("With --json, a call that changes something needs --yes.");
    io.err(previewText(preview, calls.named(signer.publicKey)));
    if (!(await confirm(io, "Send it?"))) throw new Failure("Nothing was sent.");
  }
  printSent(await calls.send(asked, signer, io.signal, calls.isPublic ? preview : undefined), options, io);
}

/** Messages quote what was given. @throws UsageError */
export function refuseSecrets(given: unknown[]): void {
  if (given.some((text) => /\bS[A-Z2-7]{55}\b/.test(String(text)))) {
    throw new UsageError("The command line contains a secret key.", "Put it into the key file (MERIT_KEYS_FILE).");
  }
}

export function pairs(given: string[]): Map<string, string> {
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

const previewText = ({ args, further, resourceFee, ...effects }: Preview, signer: string) =>
  record([
    ...Object.entries(args).map(([name, value]): [string, string] => [name, shown(value)]),
    ["Signed by", signer],
    ...further.map((call): [string, string] => ["Allows", call]),
    ...effectFields(effects),
    ["Fee", `${formatAmount(resourceFee)} XLM, plus the inclusion fee`],
  ]);

export function printSent({ txHash, ledger, feeCharged, ...effects }: Sent, { json }: MachineOptions, io: Io): void {
  const fee = formatAmount(feeCharged);
  io.out(
    json
      ? jsonLine({ tx_hash: txHash, ledger, fee_xlm: fee, value: effects.value, events: effects.events })
      : record([["Transaction", txHash], ["Ledger", ledger], ...effectFields(effects), ["Fee", `${fee} XLM`]]),
  );
}

function printTrace(
  { txHash, ledger, reason, feeCharged, events, log }: Trace,
  { json }: MachineOptions,
  io: Io,
): void {
  const fee = formatAmount(feeCharged);
  if (json) {
    io.out(jsonLine({ tx_hash: txHash, ledger, failed_because: reason, fee_xlm: fee, events, log }));
    return;
  }
  io.out(
    record([
      ["Transaction", txHash],
      ["Ledger", ledger],
      ["Result", reason === null ? "success" : `failed: ${reason}`],
      ["Fee", `${fee} XLM`],
      ...events.map(eventField),
    ]),
  );
  if (log.length > 0) io.out(["What happened, oldest first:", ...log].map(plain).join("\n  ").concat("\n"));
  else io.err("The node has no log of it. Not all nodes keep what contracts called and answered.\n");
}

const eventField = ({ contract, type, data }: CallEvent): [string, string] => [
  "Event",
  `${contract} ${type} ${shown(data)}`,
];

const effectFields = ({ value, events }: Effects): [string, string][] => [
  ["Answer", shown(value)],
  ...events.map(eventField),
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

const eventColumns = [
  { head: "Ledger", value: (row: PastEvent) => row.ledger, right: true },
  { head: "Event", value: (row: PastEvent) => row.type },
  { head: "Data", value: (row: PastEvent) => shown(row.data) },
  { head: "Transaction", value: (row: PastEvent) => row.txHash },
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
