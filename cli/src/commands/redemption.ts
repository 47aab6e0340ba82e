import { type Command, Option } from "commander";
import type { Redemption } from "../client.ts";
import type { Io } from "../io.ts";
import { record } from "../output.ts";
import { type Session, withApi } from "../session.ts";
import { limit, positiveInteger } from "../values.ts";
import { type PageOptions, printPage, withPages } from "./pages.ts";

interface ListOptions extends PageOptions {
  status?: Redemption["status"];
  kind?: Redemption["kind"];
  item?: number;
}

const KINDS: Redemption["kind"][] = ["points", "on_chain"];
const STATUSES: Redemption["status"][] = ["pending", "locked", "fulfilled", "cancelled", "refunded", "expired"];

export function redemptionCommands(program: Command, io: Io): void {
  const redemption = program.command("redemption").description("redemptions of the merchant's catalogue items");

  withApi<ListOptions, []>(
    withPages(
      redemption
        .command("list")
        .description("list redemptions, newest first")
        .addOption(new Option("--status <status>", "redemptions with this status").choices(STATUSES))
        .addOption(new Option("--kind <kind>", "paid with points, or with tokens on the ledger").choices(KINDS))
        .option("--item <id>", "redemptions of one item", positiveInteger)
        .addHelpText("after", "\nExample:\n  $ merit redemption list --status pending"),
      limit,
    ),
    io,
    async (session, { item: item_id, ...query }) => {
      const { cursor, limit, status, kind } = query;
      const { body: page } = await session.client.call("GET /merchants/me/redemptions", {
        query: { cursor, limit, status, kind, item_id },
      });
      printPage<Redemption>(session, page, columns);
    },
  );

  withApi<object, [number]>(
    redemption
      .command("show")
      .description("show a redemption")
      .argument("<id>", "id of the redemption", positiveInteger)
      .addHelpText("after", "\nExample:\n  $ merit redemption show 5"),
    io,
    async (session, _options, id) =>
      print(session, (await session.client.call("GET /merchants/me/redemptions/:id", { params: { id } })).body),
  );

  withApi<object, [number]>(
    redemption
      .command("fulfil")
      .description("fulfil a redemption; if it was paid with tokens, hand over only once its status is fulfilled")
      .argument("<id>", "id of the redemption", positiveInteger)
      .addHelpText("after", "\nExample:\n  $ merit redemption fulfil 5"),
    io,
    async (session, _options, id) =>
      print(session, (await session.client.call("POST /merchants/me/redemptions/:id/fulfil", { params: { id } })).body),
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
    async (session, { reason, restock }, id) => {
      const body = { restock, ...(reason !== undefined && { reason }) };
      const request = { params: { id }, body };
      print(session, (await session.client.call("POST /merchants/me/redemptions/:id/refund", request)).body);
    },
  );
}

const cost = ({ points, on_chain }: Redemption) => (on_chain ? `${on_chain.amount} tokens` : `${points} points`);

const print = (session: Session, redemption: Redemption) =>
  session.print(redemption, () =>
    record([
      ["Id", redemption.id],
      ["Status", redemption.status],
      ["Next status", redemption.next_status ?? undefined],
      ["Error", redemption.error_message ?? undefined],
      ["Reason", redemption.reason ?? undefined],
      ["User", redemption.user_id],
      ["Item", `${redemption.item_name ?? "-"} (${redemption.item_id ?? "not in the catalogue"})`],
      ["Quantity", redemption.quantity],
      ["Paid", cost(redemption)],
      ["Wallet", redemption.on_chain?.wallet_address],
      ["Reference", redemption.on_chain?.reference],
      ["Transaction", redemption.on_chain?.tx_hash],
      ["Cancellable until", redemption.on_chain?.cancel_until ?? undefined],
      ["Deadline", redemption.on_chain?.deadline],
      ["Redeemed", redemption.created_at],
    ]),
  );

const columns = [
  { head: "Id", value: (row: Redemption) => row.id, right: true },
  { head: "Status", value: (row: Redemption) => row.status },
  { head: "Item", value: (row: Redemption) => row.item_name },
  { head: "Quantity", value: (row: Redemption) => row.quantity, right: true },
  { head: "Paid", value: cost, right: true },
  { head: "User", value: (row: Redemption) => row.user_id, right: true },
  { head: "Redeemed", value: (row: Redemption) => row.created_at },
];
