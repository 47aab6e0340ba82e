import { randomUUID } from "node:crypto";
import type { Command } from "commander";
import type { PointEvent, PointTransaction } from "../client.ts";
import { UsageError } from "../errors.ts";
import type { Io } from "../io.ts";
import { withLogin } from "../login.ts";
import { record, table } from "../output.ts";
import { type Session, withApi } from "../session.ts";
import { amount, positiveInteger, untilOption } from "../values.ts";
import { type PageOptions, type PeriodOptions, printList, withPages, withPeriod } from "./pages.ts";
import { ruleCommands } from "./point-rules.ts";
import { redemptionText } from "./redemption-text.ts";

interface Recipient {
  user?: number;
  wallet?: string;
}

export function pointCommands(program: Command, io: Io): void {
  const points = program
    .command("points")
    .description("give the merchant's points, manage the rules for them, and redeem your own");
  const withRecipient = (command: Command) =>
    command
      .option("--user <id>", "id of the user", positiveInteger)
      .option("--wallet <address>", "a wallet that the user has linked");

  withApi<object, [string]>(
    points
      .command("show")
      .description("show the points that the user of a wallet can spend")
      .argument("<wallet>", "address of the wallet")
      .addHelpText("after", "\nExample:\n  $ merit points show GABC..."),
    io,
    show,
  );

  withApi<AwardOptions, []>(
    withRecipient(points.command("award").description("give a user points"))
      .requiredOption("--points <number>", "whole points", positiveInteger)
      .option("--reason <text>", "reason that the user can read")
      .option("--reference <text>", "makes the call safe to repeat: each reference counts once (default: a new one)")
      .addOption(
        untilOption("--expires-at <time>", "the points are valid until the end of its UTC day (default: forever)"),
      )
      .addHelpText(
        "after",
        '\nExample:\n  $ merit points award --wallet GABC... --points 50 --reason "Sorry" --reference complaint-88',
      ),
    io,
    award,
  );

  withApi<PageOptions & PeriodOptions, []>(
    withPages(
      withPeriod(points.command("history"), "entries made")
        .description("list the entries of the merchant's points ledger, newest first")
        .addHelpText("after", "\nExample:\n  $ merit points history --limit 100"),
    ),
    io,
    (session, query) => printList(session, "GET /points/history", { query }, columns),
  );

  withApi<EventOptions, []>(
    withRecipient(points.command("event").description("report an event or a purchase, for which rules give points"))
      .requiredOption("--reference <text>", "your own id for it, such as an order number; each reference counts once")
      .option("--event <name>", "name of the event (default: purchase)")
      .option("--amount <amount>", "money spent, such as 12.50", amount)
      .option("--currency <code>", "currency of the amount, such as EUR")
      .addHelpText(
        "after",
        `
Examples:
  $ merit points event --user 7 --reference order-1017 --amount 12.50 --currency EUR
  $ merit points event --wallet GABC... --reference review-3 --event review`,
      ),
    io,
    reportEvent,
  );

  withApi<object, [number]>(
    points
      .command("cancel-event")
      .description("take back the points of an event that are still pending")
      .argument("<id>", "id of the event", positiveInteger)
      .addHelpText("after", "\nExample:\n  $ merit points cancel-event 9"),
    io,
    (session, _options, id) => session.printAnswer("POST /points/events/:id/cancel", { params: { id } }, eventText),
  );

  withLogin<RedeemOptions, [number]>(
    points
      .command("redeem")
      .description("redeem an item for your points, after merit login (for tokens: merit redemption redeem)")
      .argument("<item>", "id of the item in the catalogue", positiveInteger)
      .option("--quantity <units>", "units to redeem", positiveInteger, 1)
      .requiredOption("--max-price <points>", "the most that you pay per unit, in points", positiveInteger)
      .option("--idempotency-key <key>", "makes the call safe to repeat: each key counts once (default: a new one)")
      .addHelpText("after", "\nExample:\n  $ merit points redeem 4 --quantity 2 --max-price 200"),
    io,
    (session, { quantity, maxPrice, idempotencyKey = randomUUID() }, id) => {
      const body = { item_id: id, quantity, max_price: maxPrice };
      return session.printAnswer("POST /redemptions", { body, idempotencyKey }, redemptionText);
    },
  );

  ruleCommands(points, io);
}

interface RedeemOptions {
  quantity: number;
  maxPrice: number;
  idempotencyKey?: string;
}

/** @throws UsageError unless it is one of the two */
function recipientOf({ user, wallet }: Recipient): { user_id: number } | { wallet_address: string } {
  if (user !== undefined && wallet === undefined) return { user_id: user };
  if (user === undefined && wallet !== undefined) return { wallet_address: wallet };
  throw new UsageError("Give either --user or --wallet.");
}

async function show(session: Session, _options: object, wallet: string): Promise<void> {
  const params = { wallet_address: wallet };
  const { body } = await session.client.call("GET /users/:wallet_address/points", { params });
  session.print(body, () =>
    table(
      [
        { head: "Points of", value: (row) => row.merchant_id ?? "the platform" },
        { head: "Can be spent", value: (row) => row.points, right: true },
      ],
      body.balances,
    ),
  );
  session.note(`${body.points} in total.`);
}

interface AwardOptions extends Recipient {
  points: number;
  reason?: string;
  reference?: string;
  expiresAt?: string;
}

async function award(session: Session, options: AwardOptions): Promise<void> {
  const { points, reason, reference = randomUUID(), expiresAt } = options;
  const body = {
    ...recipientOf(options),
    points,
    reference,
    ...(reason !== undefined && { reason }),
    ...(expiresAt !== undefined && { expires_at: expiresAt }),
  };
  const { status, body: row } = await session.client.call("POST /points/award", { body });
  session.print(row, () =>
    record([
      ["Id", row.id],
      ["User", row.user_id],
      ["Points", row.points],
      ["Reason", row.reason ?? undefined],
      ["Expires", row.expires_at ?? "never"],
    ]),
  );
  if (status === 200) session.note("This reference was used before: nothing was given now.");
}

interface EventOptions extends Recipient {
  reference: string;
  event?: string;
  amount?: string;
  currency?: string;
}

async function reportEvent(session: Session, { reference, event, amount, currency, ...options }: EventOptions) {
  if ((amount === undefined) !== (currency === undefined)) {
    throw new UsageError("--amount and --currency go together.");
  }
  const body = {
    ...recipientOf(options),
    reference,
    ...(event !== undefined && { event }),
    ...(amount !== undefined && { amount, currency }),
  };
  const { status, body: reported } = await session.client.call("POST /points/events", { body });
  session.print(reported, eventText);
  if (status === 200) session.note("This reference was used before: nothing was given now.");
}

const eventText = (event: PointEvent) =>
  record([
    ["Id", event.id],
    ["User", event.user_id],
    ["Event", event.event],
    ["Amount", event.amount === null ? undefined : `${event.amount} ${event.currency}`],
    ["Points", event.points],
    ...event.grants.map(({ rule_id, points, capped, cancelled }): [string, string] => [
      `Rule ${rule_id}`,
      `${points}${capped ? " (reduced by its limits)" : ""}${cancelled ? " (taken back)" : ""}`,
    ]),
    ["Cancelled", event.cancelled_at ?? undefined],
  ]);

const columns = [
  { head: "Id", value: (row: PointTransaction) => row.id, right: true },
  { head: "User", value: (row: PointTransaction) => row.user_id, right: true },
  { head: "Kind", value: (row: PointTransaction) => row.kind },
  { head: "Points", value: (row: PointTransaction) => row.points, right: true },
  { head: "Cause", value: (row: PointTransaction) => row.cause },
  { head: "When", value: (row: PointTransaction) => row.created_at },
  { head: "Expires", value: (row: PointTransaction) => row.expires_at },
];
