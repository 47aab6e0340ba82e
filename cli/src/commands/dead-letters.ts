import type { Command } from "commander";
import type { Issuance } from "../client.ts";
import type { Io } from "../io.ts";
import { record } from "../output.ts";
import { withApi } from "../session.ts";
import { positiveInteger } from "../values.ts";
import { type PageOptions, printList, withPages } from "./pages.ts";

export function deadLetterCommands(program: Command, io: Io): void {
  const letters = program
    .command("dead-letters")
    .description("rewards that failed after all attempts (queue reward-issuance-dlq)");

  withApi<PageOptions, []>(
    withPages(
      letters
        .command("list")
        .description("list the failed rewards with their reasons, newest first")
        .addHelpText("after", "\nExample:\n  $ merit dead-letters list"),
    ),
    io,
    (session, query) =>
      printList(session, "GET /rewards/issuances", { query: { dead_letter: true, ...query } }, columns),
  );

  withApi<object, [number]>(
    letters
      .command("redrive")
      .description("retry a failed issuance: it keeps its id, reserves its budget again and gets all attempts again")
      .argument("<issuance>", "id of the issuance", positiveInteger)
      .addHelpText("after", "\nExample:\n  $ merit dead-letters redrive 7 && merit reward status 7 --wait"),
    io,
    (session, _options, id) =>
      session.printAnswer("POST /rewards/issuances/:id/redrive", { params: { id } }, (redriven) =>
        record([
          ["Id", redriven.id],
          ["Status", redriven.status],
        ]),
      ),
  );
}

const columns = [
  { head: "Issuance", value: (row: Issuance) => row.id, right: true },
  { head: "Campaign", value: (row: Issuance) => row.campaign_id, right: true },
  { head: "Wallet", value: (row: Issuance) => row.wallet_address },
  { head: "Amount", value: (row: Issuance) => row.amount, right: true },
  { head: "Attempts", value: (row: Issuance) => row.attempts, right: true },
  { head: "Failed", value: (row: Issuance) => row.updated_at },
  { head: "Reason", value: (row: Issuance) => row.error_message },
];
