import type { Command } from "commander";
import { type Balance, type Merchant, recoverKey, register as registerMerchant } from "../client.ts";
import { UsageError } from "../errors.ts";
import type { Io } from "../io.ts";
import { record } from "../output.ts";
import { readSecret } from "../password.ts";
import { type Session, saveKey, withApi } from "../session.ts";
import { fundCommand } from "./fund.ts";
import { keyCommands } from "./keys.ts";
import { ownerCommands } from "./merchant-owner.ts";
import { statementCommand } from "./merchant-statement.ts";
import { type PageOptions, printList, withPages } from "./pages.ts";

export function merchantCommands(program: Command, io: Io): void {
  const merchant = program.command("merchant").description("register a merchant, manage its record and keys");

  withApi<RegisterOptions, []>(
    merchant
      .command("register")
      .description("register a merchant; prints its API key once and saves it for the next commands")
      .requiredOption("--name <name>", "name of the merchant")
      .requiredOption("--email <email>", "e-mail address, unique on the server")
      .option("--no-save", "print the key and don't save it")
      .option("--replace", "replace the key that is saved for this server")
      .addHelpText(
        "after",
        `
The key is saved in ~/.config/merit/config.json, which only you can read, and used for this server only.

Examples:
  $ merit merchant register --name "Corner Coffee" --email owner@corner.example
  $ export MERIT_API_KEY=$(merit merchant register --name Shop --email a@shop.example --no-save --json | jq -r .api_key)`,
      ),
    io,
    register,
  );

  withApi<RecoverOptions, []>(
    merchant
      .command("recover")
      .description("get a new API key by mail, after the old ones are lost")
      .option("--email <email>", "the merchant's e-mail address: a token is mailed to it")
      .option(
        "--token <token>",
        "the token of that mail, or - to read it from standard input: prints a new key once and saves it",
      )
      .option("--end-other-keys", "end all other keys: whoever has one may have stolen it")
      .option("--no-save", "print the key and don't save it")
      .addHelpText(
        "after",
        "\nExamples:\n  $ merit merchant recover --email owner@corner.example\n  $ merit merchant recover --token q3vW5s --end-other-keys",
      ),
    io,
    recover,
  );

  withApi<{ token: string }, []>(
    merchant
      .command("confirm")
      .description(
        "confirm the merchant's e-mail address; `update --email` with the present address mails the token again",
      )
      .requiredOption("--token <token>", "the token of the mail to that address, or - to read it from standard input")
      .addHelpText("after", "\nExample:\n  $ merit merchant confirm --token q3vW5s"),
    io,
    async (session, { token }) => {
      await session.client.call("POST /auth/email/verify", { body: { token: await readSecret(io, token) } });
      await session.printAnswer("GET /merchants/me", {}, merchantText);
    },
  );

  withApi<object, []>(
    merchant
      .command("show")
      .description("show the merchant that the API key belongs to, its balance in the pool, and how to deposit")
      .addHelpText("after", "\nExample:\n  $ merit merchant show"),
    io,
    async (session) => {
      const { body: merchant } = await session.client.call("GET /merchants/me");
      const { body: balance } = await session.client.call("GET /merchants/me/balance");
      session.print({ ...merchant, balance }, () => record([...rowsOf(merchant), ...balanceRows(balance)]));
      for (const { kind, id, left, steps } of balance.takeable) {
        const commands = steps.map((step) => `merit ${kind} ${step} ${id}`).join(", then ");
        session.note(`${left} can return from ${kind} ${id}: ${commands}`);
      }
      const { contract, merchant: id, asset } = balance.deposit;
      session.note(
        `To deposit ${asset}: call deposit(from, ${id}, stroops) of ${contract} with a wallet that holds it.`,
      );
    },
  );

  withApi<{ name?: string; email?: string }, []>(
    merchant
      .command("update")
      .description("change the merchant's name or e-mail address")
      .option("--name <name>", "new name")
      .option("--email <email>", "new e-mail address")
      .addHelpText("after", '\nExample:\n  $ merit merchant update --name "Corner Coffee & Cake"'),
    io,
    update,
  );

  withApi<PageOptions, []>(
    withPages(
      merchant
        .command("customers")
        .description("list the wallets that got rewards, the newest reward first")
        .addHelpText("after", "\nExample:\n  $ merit merchant customers"),
    ),
    io,
    (session, query) =>
      printList(session, "GET /merchants/me/customers", { query }, [
        { head: "Wallet", value: ({ wallet_address }) => wallet_address },
        { head: "User", value: ({ display_name }) => display_name ?? "" },
        { head: "Rewards", value: ({ rewards }) => rewards, right: true },
        { head: "Paid", value: ({ amount }) => amount, right: true },
        { head: "Newest", value: ({ last_issued_at }) => last_issued_at },
      ]),
  );

  keyCommands(merchant, io);
  fundCommand(merchant, io);
  ownerCommands(merchant, io);
  statementCommand(merchant, io);
}

type Registered = Awaited<ReturnType<typeof registerMerchant>>;

interface RegisterOptions {
  name: string;
  email: string;
  save: boolean;
  replace?: boolean;
}

async function register(session: Session, { name, email, save, replace }: RegisterOptions): Promise<void> {
  const { client, profile } = session;
  const saved = profile.servers[client.url];
  if (save && saved && !replace) {
    throw new UsageError(
      `A key for ${client.url} is saved already: that of merchant ${saved.merchant_id} (${saved.name}).`,
      "The server can't show a key again. Copy the saved one elsewhere and add --replace, or add --no-save.",
    );
  }
  hand(session, await registerMerchant(client, { name, email }), save);
}

interface RecoverOptions {
  email?: string;
  token?: string;
  endOtherKeys?: boolean;
  save: boolean;
}

/** A key that is saved for this server is replaced: whoever recovers one has lost it. */
async function recover(session: Session, { email, token, endOtherKeys, save }: RecoverOptions): Promise<void> {
  if ((email === undefined) === (token === undefined)) {
    throw new UsageError("Give --email to get a token by mail, or --token to use it.");
  }
  if (email !== undefined) {
    await session.client.call("POST /merchants/keys/recover", { body: { email } });
    session.note(
      "If a merchant has confirmed this address, a mail with a token is on its way. It works once, within an hour.",
    );
  }
  if (token === undefined) return;
  const body = { token: await readSecret(session.io, token), ...(endOtherKeys && { end_other_keys: true }) };
  hand(session, await recoverKey(session.client, body), save);
}

/** Prints a key, which isn't shown again. */
function hand(session: Session, merchant: Registered, save: boolean): void {
  const { id, name, email, api_key } = merchant;
  const rows: [string, string | number][] = [
    ["Id", id],
    ["Name", name],
    ["E-mail", email],
    ["API key", api_key],
  ];
  session.print(merchant, () => record(rows));
  if (save) saveKey(session, { id, name }, api_key);
  else session.note("The key is not saved and won't be shown again: keep it safe.");
}

async function update(session: Session, { name, email }: { name?: string; email?: string }): Promise<void> {
  if (name === undefined && email === undefined) throw new UsageError("Give --name, --email or both.");
  const body = { ...(name !== undefined && { name }), ...(email !== undefined && { email }) };
  await session.printAnswer("PATCH /merchants/me", { body }, merchantText);
}

const merchantText = (merchant: Merchant) => record(rowsOf(merchant));

/** The address of a merchant or user, marked until somebody has answered a mail there: anybody can name any address. */
export function addressOf({
  email,
  email_verified,
  pending_email,
}: {
  email: string | null;
  email_verified: boolean;
  pending_email: string | null;
}): string | null {
  if (email !== null && email_verified) return email;
  const address = email ?? pending_email;
  return address && `${address} (not confirmed)`;
}

const rowsOf = (merchant: Merchant): [string, string | number][] => [
  ["Id", merchant.id],
  ["Name", merchant.name],
  ["E-mail", addressOf(merchant) ?? ""],
  ...(merchant.pending_email === null ? [] : [["New e-mail", merchant.pending_email] satisfies [string, string]]),
  ["Registered", merchant.created_at],
];

function waiting({ pending_owner }: Balance): string | undefined {
  return pending_owner
    ? `${pending_owner.wallet_address}, from ${pending_owner.from} to ${pending_owner.until}`
    : undefined;
}

const balanceRows = (balance: Balance): [string, string | undefined][] => [
  ["Free", balance.free],
  ["Incoming", balance.incoming === "0" ? undefined : balance.incoming],
  ["Reserved", balance.reserved],
  ["Daily limit", balance.daily_limit],
  ["Left today", balance.daily_limit_left],
  ["Owner", balance.owner ?? "none"],
  ["Next owner", waiting(balance)],
];
