import type { Command } from "commander";
import type { DeadLetter } from "../client.ts";
import type { Io } from "../io.ts";
import { record } from "../output.ts";
import { withApi } from "../session.ts";
import { limit, positiveInteger } from "../values.ts";
import { type PageOptions, printPage, withPages } from "./pages.ts";

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
      limit,
    ),
    io,
    async (session, { cursor, limit }) => {
      const { body: page } = await session.client.call("GET /rewards/dead-letters", { query: { cursor, limit } });
      printPage<DeadLetter>(session, page, columns);
    },
  );

  withApi<object, [number]>(
    letters
      .command("redrive")
      .description("retry a failed issuance: it keeps its id, reserves its budget again and gets all attempts again")
      .argument("<issuance>", "id of the issuance", positiveInteger)
      .addHelpText("after", "\nExample:\n  $ merit dead-letters redrive 7 && merit reward status 7 --wait"),
    io,
    async (session, _options, issuance) => {
      const { body: redriven } = await session.client.call("POST /rewards/issuances/:id/redrive", {
        params: { id: issuance },
      });
      session.print(redriven, () =>
        record([
          ["Id", redriven.id],
          ["Status", redriven.status],
        ]),
      );
    },
  );
}

const columns = [
  { head: "Issuance", value: (row: DeadLetter) => row.issuance.id, right: true },
  { head: "Campaign", value: (row: DeadLetter) => row.issuance.campaign_id, right: true },
  { head: "Wallet", value: (row: DeadLetter) => row.issuance.wallet_address },
  { head: "Amount", value: (row: DeadLetter) => row.issuance.amount, right: true },
  { head: "Attempts", value: (row: DeadLetter) => row.attempts, right: true },
  { head: "Failed", value: (row: DeadLetter) => row.failed_at },
  { head: "Reason", value: (row: DeadLetter) => row.reason },
];
