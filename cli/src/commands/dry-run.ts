import type { Command } from "commander";
import { type DryRun, LIST_TIMEOUT_MS } from "../client.ts";
import { UsageError } from "../errors.ts";
import type { Io } from "../io.ts";
import { record, table } from "../output.ts";
import { withApi } from "../session.ts";
import { amount, positiveInteger } from "../values.ts";
import { namingLines, readWallets, type Share, sharesOf, type WalletLine } from "../wallets-file.ts";

interface DryRunOptions {
  file?: string;
  wallet?: string;
  amount?: string;
}

export function dryRunCommand(campaign: Command, io: Io): void {
  withApi<DryRunOptions, [number]>(
    campaign
      .command("dry-run")
      .description("show what rewards would cost and which would fail; nothing is issued")
      .argument("<id>", "id of the campaign", positiveInteger)
      .option("--file <path>", "list of rewards as `reward issue-batch` takes it, at most 1,000")
      .option("--wallet <address>", "a single wallet")
      .option("--amount <amount>", "amount for this wallet", amount)
      .addHelpText(
        "after",
        `
Examples:
  $ merit campaign dry-run 1 --file winners.csv
  $ merit campaign dry-run 1 --wallet GABC... --amount 12.5 --json`,
      ),
    io,
    async (session, options, id) => {
      const { rewards, lines } = planOf(options);
      const request = { params: { id }, body: { rewards }, timeoutMs: LIST_TIMEOUT_MS };
      const { body: run } = await namingLines(lines, session.client.call("POST /campaigns/:id/dry-run", request));
      session.print(run, dryRunText);
    },
  );
}

function planOf({ file, wallet, amount }: DryRunOptions): { rewards: Share[]; lines: WalletLine[] } {
  if (file !== undefined && wallet === undefined && amount === undefined) {
    const lines = readWallets(file, { hasKeys: true });
    return { rewards: sharesOf(lines), lines };
  }
  if (file === undefined && wallet !== undefined && amount !== undefined) {
    return { rewards: [{ wallet_address: wallet, amount }], lines: [] };
  }
  throw new UsageError("Give --file, or --wallet with --amount.");
}

function dryRunText({ payable, waiting, failing, fees, rewards }: DryRun): string {
  const summary = record([
    ["Paid now", `${payable.amount} to ${payable.count}`],
    ["Paid later", waiting.count > 0 ? `${waiting.amount} to ${waiting.count}` : undefined],
    ["Failing", failing.count > 0 ? `${failing.amount} to ${failing.count}` : undefined],
    ["Transactions", fees.transactions],
    ["Network fees", `about ${fees.xlm} XLM, paid by the operator`],
  ]);
  const unpaid = rewards.filter(({ outcome }) => outcome !== "paid");
  if (unpaid.length === 0) return summary;
  const list = table<DryRun["rewards"][number]>(
    [
      { head: "Wallet", value: (row) => row.wallet_address },
      { head: "Amount", value: (row) => row.amount, right: true },
      { head: "Outcome", value: (row) => row.outcome },
      { head: "Reason", value: (row) => row.reason },
    ],
    unpaid,
  );
  return `${summary}\n${list}`;
}
