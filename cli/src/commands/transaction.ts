import type { BodyOf } from "@merit/client/types.ts";
import type { Command } from "commander";
import type { Transaction } from "../client.ts";
import type { Io } from "../io.ts";
import { record } from "../output.ts";
import { withApi } from "../session.ts";
import { positiveInteger } from "../values.ts";
import { type PageOptions, type PeriodOptions, printList, withPages, withPeriod } from "./pages.ts";

interface ListOptions extends PageOptions, PeriodOptions {
  campaign?: number;
  wallet?: string;
  page?: number;
}

export function transactionCommands(program: Command, io: Io): void {
  const transaction = program.command("transaction").description("payments of the merchant's campaigns on the ledger");

  withApi<ListOptions, []>(
    withPages(
      withPeriod(transaction.command("list"), "rewards issued, and shares of drops paid,")
        .description("list the payments, newest first")
        .option("--campaign <id>", "only of one campaign", positiveInteger)
        .option("--wallet <address>", "only to one wallet")
        .option("--page <number>", "page number, instead of a cursor", positiveInteger)
        .addHelpText("after", "\nExamples:\n  $ merit transaction list\n  $ merit transaction list --page 3 --json"),
    ),
    io,
    (session, { campaign: campaign_id, wallet: wallet_address, ...query }) =>
      printList(session, "GET /transactions", { query: { campaign_id, wallet_address, ...query } }, columns),
  );

  withApi<object, [string]>(
    transaction
      .command("show")
      .description("show a payment")
      .argument("<id>", "id of the payment, such as reward-17")
      .addHelpText("after", "\nExample:\n  $ merit transaction show reward-17"),
    io,
    (session, _options, id) =>
      session.printAnswer("GET /transactions/:id", { params: { id } }, (row) =>
        record(columns.map(({ head, value }) => [head, value(row)])),
      ),
  );

  withApi<{ campaign?: number }, []>(
    transaction
      .command("totals")
      .description("show the sums of the merchant's rewards")
      .option("--campaign <id>", "only of one campaign", positiveInteger)
      .addHelpText("after", "\nExample:\n  $ merit transaction totals --campaign 1"),
    io,
    (session, { campaign: campaign_id }) =>
      session.printAnswer("GET /transactions/merchant-totals", { query: { campaign_id } }, totalsText),
  );
}

const totalsText = (totals: BodyOf<"GET /transactions/merchant-totals">) =>
  record([
    [
      "Paid",
      `${totals.amount} in ${totals.rewards} rewards to ${totals.wallets} wallets, by ${totals.transactions} transactions`,
    ],
    ["Pending", `${totals.pending.amount} in ${totals.pending.count} rewards`],
    ["Held", `${totals.held.amount} in ${totals.held.count} of the pending rewards`],
    ["Failed", `${totals.failed.amount} in ${totals.failed.count} rewards`],
  ]);

const columns = [
  { head: "Id", value: (row: Transaction) => row.id },
  { head: "Campaign", value: (row: Transaction) => row.campaign_name ?? row.drop_name },
  { head: "Wallet", value: (row: Transaction) => row.wallet_address },
  { head: "Amount", value: (row: Transaction) => row.amount, right: true },
  { head: "Issued", value: (row: Transaction) => row.created_at },
  { head: "Transaction", value: (row: Transaction) => row.tx_hash },
];
