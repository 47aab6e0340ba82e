import type { BodyOf } from "@merit/client/types.ts";
import { type Command, Option } from "commander";
import type { Transaction } from "../client.ts";
import type { Io } from "../io.ts";
import { withApiOrLogin } from "../login.ts";
import { record } from "../output.ts";
import { withApi } from "../session.ts";
import { positiveInteger } from "../values.ts";
import { type PeriodOptions, printWhole, type WholeOptions, withPeriod, withWhole } from "./pages.ts";

interface ListOptions extends WholeOptions, PeriodOptions {
  campaign?: number;
  wallet?: string;
  page?: number;
}

export function transactionCommands(program: Command, io: Io): void {
  const transaction = program
    .command("transaction")
    .description("payments of the merchant's campaigns on the ledger, or to your wallets");

  withApiOrLogin<ListOptions, []>(
    withWhole(
      withPeriod(transaction.command("list"), "rewards issued, and shares of drops paid,")
        .description("list the payments, newest first")
        .option("--campaign <id>", "only of one campaign", positiveInteger)
        .option("--wallet <address>", "only to one wallet")
        .addOption(
          new Option("--page <number>", "page number, instead of a cursor").argParser(positiveInteger).conflicts("all"),
        )
        .addHelpText(
          "after",
          "\nExamples:\n  $ merit transaction list --all --csv\n  $ merit transaction list --page 3 --json\n  $ merit transaction list --mine",
        ),
      { csv: true },
    ),
    io,
    (session, { campaign: campaign_id, wallet: wallet_address, mine: _mine, ...options }) =>
      printWhole(session, "GET /transactions", { campaign_id, wallet_address, ...options }, { columns, fields }),
  );

  withApiOrLogin<object, [string]>(
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

const fields: (keyof Transaction)[] = [
  ...(["id", "type", "issuance_id", "drop_id", "campaign_id", "campaign_name", "drop_name"] as const),
  ...(["wallet_address", "user_id", "amount", "tx_hash", "created_at", "updated_at"] as const),
];
