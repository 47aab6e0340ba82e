import type { RequestOf } from "@merit/client/types.ts";
import { type Command, Option } from "commander";
import type { Redemption } from "../client.ts";
import type { Io } from "../io.ts";
import { withApiOrLogin } from "../login.ts";
import { type Session, withApi } from "../session.ts";
import { positiveInteger } from "../values.ts";
import { type PageOptions, type PeriodOptions, printList, withPages, withPeriod } from "./pages.ts";
import { redemptionColumns, redemptionText } from "./redemption-text.ts";
import { redemptionWalletCommands } from "./redemption-wallet.ts";

interface ListOptions extends PageOptions, PeriodOptions {
  status?: Redemption["status"];
  kind?: Redemption["kind"];
  item?: number;
}

const KINDS: Redemption["kind"][] = ["points", "on_chain"];
const STATUSES: Redemption["status"][] = ["pending", "locked", "fulfilled", "cancelled", "refunded", "expired"];

export function redemptionCommands(program: Command, io: Io): void {
  const redemption = program.command("redemption").description("redemptions of catalogue items");

  withApiOrLogin<ListOptions, []>(
    withPages(
      withPeriod(redemption.command("list"), "what was redeemed")
        .description("list redemptions of the merchant's items, or your own, newest first")
        .addOption(new Option("--status <status>", "redemptions with this status").choices(STATUSES))
        .addOption(new Option("--kind <kind>", "paid with points, or with tokens on the ledger").choices(KINDS))
        .option("--item <id>", "redemptions of one item", positiveInteger)
        .addHelpText(
          "after",
          "\nExamples:\n  $ merit redemption list --status pending\n  $ merit redemption list --mine",
        ),
    ),
    io,
    (session, { item: item_id, mine: _mine, ...query }) =>
      printList(session, "GET /redemptions", { query: { item_id, ...query } }, redemptionColumns),
  );

  withApiOrLogin<object, [number]>(
    redemption
      .command("show")
      .description("show a redemption: what it is, and what can be done until when")
      .argument("<id>", "id of the redemption", positiveInteger)
      .addHelpText("after", "\nExamples:\n  $ merit redemption show 5\n  $ merit redemption show 5 --mine"),
    io,
    (session, _options, id) => session.printAnswer("GET /redemptions/:id", { params: { id } }, redemptionText),
  );

  withApi<object, [number]>(
    redemption
      .command("fulfil")
      .description("fulfil a redemption; if it was paid with tokens, hand over only once its status is fulfilled")
      .argument("<id>", "id of the redemption", positiveInteger)
      .addHelpText("after", "\nExample:\n  $ merit redemption fulfil 5"),
    io,
    (session, _options, id) => take(session, id, { step: "fulfil" }),
  );

  withApi<{ reason?: string; restock: boolean }, [number]>(
    redemption
      .command("refund")
      .description("refund a redemption: its points or tokens go back to the user, its units to the stock")
      .argument("<id>", "id of the redemption", positiveInteger)
      .option("--reason <text>", "reason that the user can read")
      .option("--no-restock", "don't return the units to the stock")
      .addHelpText("after", '\nExample:\n  $ merit redemption refund 5 --reason "The beans were gone."'),
    io,
    (session, { reason, restock }, id) =>
      take(session, id, { step: "refund", restock, ...(reason !== undefined && { reason }) }),
  );

  redemptionWalletCommands(redemption, io);
}

const take = (session: Session, id: number, body: RequestOf<"POST /redemptions/:id/steps">["body"]) =>
  session.printAnswer("POST /redemptions/:id/steps", { params: { id }, body }, redemptionText);
