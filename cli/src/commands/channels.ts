import { formatAmount } from "@merit/core/base/money.ts";
import type { ChannelState } from "@merit/core/ledger/deploy/channels.ts";
import type { Command } from "commander";
import { orFailure } from "../errors.ts";
import type { Io } from "../io.ts";
import { askingNode, type MachineOptions, machineHelp, settingsOf, withMachine } from "../machine.ts";
import { jsonLine, table } from "../output.ts";
import { positiveInteger } from "../values.ts";

interface AddOptions extends MachineOptions {
  count: number;
}

export function channelCommands(program: Command, io: Io): void {
  const channels = program
    .command("channels")
    .description("channel accounts of this machine's deployment: each allows one more transaction at a time");

  withMachine(
    channels.command("list").description("list the key file's channel accounts and their state on the ledger"),
  )
    .addHelpText(
      "after",
      machineHelp("The worker uses the first WORKER_CHANNELS accounts.", "merit channels list --network testnet"),
    )
    .action((options: MachineOptions) => orFailure(() => list(options, io)));

  withMachine(
    channels
      .command("add")
      .description("create more channel accounts; the deployer's account pays for them")
      .option("--count <n>", "number of accounts to create", positiveInteger, 1),
  )
    .addHelpText(
      "after",
      `
This command works on this machine's data: it adds keys to the key file and accounts to the manifest. Back up the key
file again afterwards. The key file must hold the deployer's key. To use the new accounts, raise WORKER_CHANNELS and
restart the service.

Example:
  $ merit channels add --count 4 --network testnet`,
    )
    .action((options: AddOptions) => orFailure(() => add(options, io)));
}

async function list(options: MachineOptions, io: Io): Promise<void> {
  const { listChannels } = await import("@merit/core/ledger/deploy/channels.ts");
  const settings = await settingsOf(options, io);
  print(await askingNode(settings, () => listChannels(settings)), options, io);
}

async function add({ count, ...options }: AddOptions, io: Io): Promise<void> {
  const { addChannels, listChannels } = await import("@merit/core/ledger/deploy/channels.ts");
  const settings = await settingsOf(options, io);
  const note = options.json ? () => {} : io.err;
  await addChannels(settings, count, ({ title, done }) => note(`${done ? "already done" : "now"}: ${title}\n`));
  const all = await listChannels(settings);
  print(all, options, io);
  note(`Set WORKER_CHANNELS=${all.length} and restart the service to use all of them.\n`);
}

function print(all: ChannelState[], { json }: MachineOptions, io: Io): void {
  const rows = all.map(({ sequence, spendable, ...row }) => ({
    ...row,
    sequence: sequence?.toString() ?? null,
    spendable_xlm: spendable === null ? null : formatAmount(spendable),
  }));
  io.out(json ? jsonLine({ data: rows }) : table(columns, rows));
}

interface Row {
  address: string;
  used: boolean;
  sequence: string | null;
  spendable_xlm: string | null;
}

const columns = [
  { head: "Address", value: (row: Row) => row.address },
  { head: "Used", value: (row: Row) => (row.used ? "yes" : "no") },
  { head: "Sequence", value: (row: Row) => row.sequence ?? "no account", right: true },
  { head: "Spendable XLM", value: (row: Row) => row.spendable_xlm, right: true },
];
