import { randomUUID } from "node:crypto";
import { type Command, InvalidArgumentError, Option } from "commander";
import type { CatalogueItem } from "../client.ts";
import { UsageError } from "../errors.ts";
import type { Io } from "../io.ts";
import { record } from "../output.ts";
import { withApi } from "../session.ts";
import { amount, endInstant, instant, positiveInteger, wholeNumber } from "../values.ts";
import { type PageOptions, printList, withPages } from "./pages.ts";

export function catalogueCommands(program: Command, io: Io): void {
  const catalogue = program
    .command("catalogue")
    .description("items that users can get for points, or for tokens on the ledger");
  createCommand(catalogue, io);
  updateCommand(catalogue, io);
  lookCommands(catalogue, io);
}

/** Commander takes null for no value, so `none` stays text until it is sent. */
const NONE = "none";
type OrNone<T> = T | typeof NONE;

interface TermOptions {
  name?: string;
  description?: string;
  price?: OrNone<number>;
  stock?: OrNone<number>;
  platformPoints?: boolean;
  contractItem?: string;
  from?: string;
  until?: string;
  tokenPrice?: string;
  tokenStock?: number;
  fulfilWithin?: number;
  cancelWithin?: number;
  walletLimit?: OrNone<number>;
}

const orNone =
  <T>(parse: (text: string) => T) =>
  (text: string): OrNone<T> =>
    text === NONE ? NONE : parse(text);

const orNull = <T>(value: OrNone<T>): T | null => (value === NONE ? null : value);

function itemNumber(text: string): string {
  if (!/^(0|[1-9]\d{0,19})$/.test(text))
    throw new InvalidArgumentError("The contract's item number is a whole number.");
  return text;
}

function withTerms(command: Command): Command {
  return command
    .option("--description <text>", "what it is")
    .option("--price <points>", 'points per unit, or "none" if it costs only tokens', orNone(positiveInteger))
    .option("--stock <number>", 'units that can be redeemed for points, or "none" for no limit', orNone(wholeNumber))
    .option("--platform-points", "users can also pay with the platform's points (bonuses)")
    .option("--contract-item <number>", 'number of the item in the redemption contract, or "none"', orNone(itemNumber))
    .option(
      "--from <time>",
      'time from which it can be redeemed for points, or "none"; a date means its start in UTC',
      orNone(instant),
    )
    .option(
      "--until <time>",
      'time until which it can be redeemed for points, or "none"; a date means its end in UTC',
      orNone(endInstant),
    )
    .option("--token-price <amount>", "tokens per unit; sets the item in the redemption contract", amount)
    .option("--token-stock <number>", "units that can be redeemed for tokens", wholeNumber)
    .option("--fulfil-within <seconds>", "for tokens: time in which you fulfil a redemption", positiveInteger)
    .option("--cancel-within <seconds>", "for tokens: time in which the wallet may cancel on its own", wholeNumber)
    .option("--wallet-limit <units>", 'for tokens: most units for one wallet, or "none"', orNone(positiveInteger));
}

/** Only the terms that were given. */
function termsOf(options: UpdateOptions) {
  const { name, description, price, stock, platformPoints, contractItem, from, until } = options;
  const { tokenPrice, tokenStock, expectedTokenStock, tokenActive, fulfilWithin, cancelWithin, walletLimit } = options;
  const token = {
    ...(tokenPrice !== undefined && { price: tokenPrice }),
    ...(tokenActive !== undefined && { active: tokenActive }),
    ...(fulfilWithin !== undefined && { fulfil_within: fulfilWithin }),
    ...(cancelWithin !== undefined && { cancel_within: cancelWithin }),
    ...(walletLimit !== undefined && { wallet_limit: orNull(walletLimit) }),
    ...(tokenStock !== undefined && { stock: tokenStock }),
    ...(expectedTokenStock !== undefined && { expected_stock: expectedTokenStock }),
  };
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(price !== undefined && { price: orNull(price) }),
    ...(stock !== undefined && { stock: orNull(stock) }),
    ...(platformPoints !== undefined && { platform_points: platformPoints }),
    ...(contractItem !== undefined && { contract_item_id: orNull(contractItem) }),
    ...(from !== undefined && { starts_at: orNull(from) }),
    ...(until !== undefined && { ends_at: orNull(until) }),
    ...(Object.keys(token).length > 0 && { token }),
  };
}

function createCommand(catalogue: Command, io: Io): void {
  withApi<TermOptions & { name: string; idempotencyKey?: string }, []>(
    withTerms(catalogue.command("create").description("add an item to the catalogue"))
      .requiredOption("--name <name>", "name of the item")
      .option("--idempotency-key <key>", "makes the call safe to repeat: each key counts once")
      .addHelpText(
        "after",
        '\nExamples:\n  $ merit catalogue create --name "Bag of beans" --price 400 --stock 20\n  $ merit catalogue create --name Mug --token-price 20 --token-stock 50 --fulfil-within 604800',
      ),
    io,
    (session, { idempotencyKey = randomUUID(), ...options }) => {
      const body = { ...termsOf(options), name: options.name };
      return session.printAnswer("POST /catalogue", { body, idempotencyKey }, itemText);
    },
  );
}

interface UpdateOptions extends TermOptions {
  expectedStock?: OrNone<number>;
  expectedTokenStock?: number;
  tokenActive?: boolean;
  status?: CatalogueItem["status"];
}

function updateCommand(catalogue: Command, io: Io): void {
  withApi<UpdateOptions, [number]>(
    withTerms(catalogue.command("update").description("change an item; earlier redemptions keep their terms"))
      .argument("<id>", "id of the item", positiveInteger)
      .option("--name <name>", "name of the item")
      .option("--no-platform-points", "users can pay only with the merchant's points")
      .option("--expected-stock <number>", "refuse the change unless the stock is this number", orNone(wholeNumber))
      .option("--expected-token-stock <number>", "the same for the stock for tokens", wholeNumber)
      .option("--token-active", "offer it for tokens")
      .option("--no-token-active", "no longer offer it for tokens")
      .addOption(new Option("--status <status>", "active restores an archived item").choices(["active", "archived"]))
      .addHelpText(
        "after",
        "\nExamples:\n  $ merit catalogue update 3 --price 450\n  $ merit catalogue update 3 --stock 40 --expected-stock 2",
      ),
    io,
    async (session, { expectedStock, status, ...options }, id) => {
      const body = {
        ...termsOf(options),
        ...(expectedStock !== undefined && { expected_stock: orNull(expectedStock) }),
        ...(status && { status }),
      };
      if (Object.keys(body).length === 0)
        throw new UsageError("Nothing to change.", "Give what to change, such as --price 450.");
      await session.printAnswer("PATCH /catalogue/:id", { params: { id }, body }, itemText);
    },
  );
}

function lookCommands(catalogue: Command, io: Io): void {
  withApi<PageOptions & { status?: CatalogueItem["status"] }, []>(
    withPages(
      catalogue
        .command("list")
        .description("list the merchant's items, newest first")
        .addOption(new Option("--status <status>", "items with this status").choices(["active", "archived"]))
        .addHelpText("after", "\nExample:\n  $ merit catalogue list --status active"),
    ),
    io,
    (session, query) => printList(session, "GET /catalogue", { query: { merchant_id: "me", ...query } }, columns),
  );

  withApi<object, [number]>(
    catalogue
      .command("show")
      .description("show an item")
      .argument("<id>", "id of the item", positiveInteger)
      .addHelpText("after", "\nExample:\n  $ merit catalogue show 3"),
    io,
    (session, _options, id) => session.printAnswer("GET /catalogue/:id", { params: { id } }, itemText),
  );

  withApi<object, [number]>(
    catalogue
      .command("archive")
      .description("remove an item from the public list; `update <id> --status active` restores it")
      .argument("<id>", "id of the item", positiveInteger)
      .addHelpText("after", "\nExample:\n  $ merit catalogue archive 3"),
    io,
    (session, _options, id) =>
      session.printAnswer("PATCH /catalogue/:id", { params: { id }, body: { status: "archived" } }, itemText),
  );
}

const itemText = (item: CatalogueItem) =>
  record([
    ["Id", item.id],
    ["Name", item.name],
    ["Description", item.description ?? undefined],
    ["Status", item.status],
    ["Price", item.price === null ? "tokens only" : `${item.price} points (version ${item.price_version})`],
    ["Stock", item.stock ?? "no limit"],
    ["Platform points", item.platform_points ? "yes" : "no"],
    ...tokenLines(item.token),
    ["From", item.starts_at ?? undefined],
    ["Until", item.ends_at ?? undefined],
    ["Redeemable now", item.available ? "yes" : "no"],
  ]);

type Lines = Parameters<typeof record>[0];

const seconds = (time: number) => `${time} seconds`;

function termLines({ price, active, fulfil_within, cancel_within, wallet_limit }: Terms): Lines {
  return [
    ["On-chain price", price],
    ["On-chain offer", active ? "yes" : "no"],
    ["Fulfil within", seconds(fulfil_within)],
    ["Cancel within", cancel_within === 0 ? "never" : seconds(cancel_within)],
    ["Limit per wallet", wallet_limit ?? "none"],
  ];
}

type Change = NonNullable<NonNullable<CatalogueItem["token"]>["change"]>;
type Terms = Pick<Change, "price" | "active" | "fulfil_within" | "cancel_within" | "wallet_limit">;

/** The item's values on the ledger, then those that are on their way there or were refused. */
function tokenLines(token: CatalogueItem["token"]): Lines {
  if (!token) return [];
  const { contract_item_id, change, stock } = token;
  return [
    ["On-chain item", contract_item_id],
    ...(token.price === null ? [] : [...termLines(token as Terms), ["On-chain stock", stock] satisfies Lines[number]]),
    ...(change ? changeLines(change) : []),
  ];
}

const changeLines = ({ status, error_message, stock, ...terms }: Change): Lines => [
  ["Change", status],
  ["Reason", error_message ?? undefined],
  ...termLines(terms).map(([name, value]): Lines[number] => [`New: ${name}`, value]),
  ["New: On-chain stock", stock ?? undefined],
];

const orDash = (time: number | null | undefined) => (time == null ? null : `${time} s`);

const columns = [
  { head: "Id", value: (row: CatalogueItem) => row.id, right: true },
  { head: "Name", value: (row: CatalogueItem) => row.name },
  { head: "Status", value: (row: CatalogueItem) => row.status },
  { head: "Points", value: (row: CatalogueItem) => row.price, right: true },
  { head: "Tokens", value: (row: CatalogueItem) => row.token?.price, right: true },
  { head: "Stock", value: (row: CatalogueItem) => row.stock ?? "no limit", right: true },
  { head: "On-chain stock", value: (row: CatalogueItem) => row.token?.stock, right: true },
  { head: "Fulfil within", value: (row: CatalogueItem) => orDash(row.token?.fulfil_within), right: true },
  { head: "Cancel within", value: (row: CatalogueItem) => orDash(row.token?.cancel_within), right: true },
  { head: "Per wallet", value: (row: CatalogueItem) => row.token?.wallet_limit, right: true },
  { head: "Redeemable", value: (row: CatalogueItem) => (row.available ? "yes" : "no") },
];
