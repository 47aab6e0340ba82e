import type { BodyOf } from "@merit/client/types.ts";
import { type Command, Option } from "commander";
import { finishCall, type SigningOptions, type WalletCall, withSigning } from "../envelopes.ts";
import type { Io } from "../io.ts";
import { withLogin } from "../login.ts";
import { record, table } from "../output.ts";
import { amount, positiveInteger } from "../values.ts";
import { type PageOptions, printList, withPages } from "./pages.ts";
import { type Referral, referralColumns, referralText } from "./referral-text.ts";

type Call = Extract<WalletCall["call"], `referral.${string}`>;
type Earned = BodyOf<"GET /users/referral">;

const STATUSES: Referral["status"][] = ["qualifying", "failed", "qualified", "revoked"];

/** For referrers, newcomers and sponsors; their wallets are linked to the account that is logged in. */
export function referralWalletCommands(referral: Command, io: Io): void {
  const wallet = referral
    .command("wallet")
    .description("for referrers, newcomers and sponsors, after merit login: see, enrol, bind, claim, fund, leave");

  withLogin<object, []>(
    wallet
      .command("earned")
      .description("show what referrals have earned you, in points and tokens")
      .addHelpText("after", "\nExample:\n  $ merit referral wallet earned"),
    io,
    (session) => session.printAnswer("GET /users/referral", {}, earnedText),
  );

  withLogin<PageOptions & { status?: Referral["status"] }, []>(
    withPages(
      wallet
        .command("list")
        .description("list the referrals of your wallets, as newcomer or referrer, newest first")
        .addOption(new Option("--status <status>", "referrals with this status").choices(STATUSES))
        .addHelpText("after", "\nExample:\n  $ merit referral wallet list"),
    ),
    io,
    (session, query) => printList(session, "GET /referrals", { query }, referralColumns),
  );

  withLogin<object, [number]>(
    wallet
      .command("show")
      .description("show one of your referrals, and what is possible next")
      .argument("<id>", "id of the referral", positiveInteger)
      .addHelpText("after", "\nExample:\n  $ merit referral wallet show 5"),
    io,
    (session, _options, id) => session.printAnswer("GET /referrals/:id", { params: { id } }, referralText),
  );

  step(wallet, io, "referral.enrol", "let newcomers name your wallet as their referrer, for good");
  step(wallet, io, "referral.bind", "name your wallet's referrer, once and for good", "referrer");
  step(wallet, io, "referral.claim", "pay out your wallet's own bonus", "merchant", "newcomer");
  step(
    wallet,
    io,
    "referral.fund",
    "move tokens of your wallet to the programme that it sponsors",
    "merchant",
    "amount",
  );
  step(
    wallet,
    io,
    "referral.leave",
    "end the programme that your wallet sponsors, and take its free funds back; it can't run again while bonuses are pending",
    "merchant",
  );
  step(wallet, io, "referral.settle", "owe the free funds of a programme that is over to its sponsor", "merchant");
  step(
    wallet,
    io,
    "referral.expire",
    "return bonuses that nobody claimed in time to the programme's free funds",
    "merchant",
    "newcomer",
  );
  step(wallet, io, "referral.withdraw", "pay out what the contract owes your wallet");
}

interface Fields {
  referrer: string;
  merchant: number;
  newcomer: string;
  amount: string;
}

interface Field {
  flags: string;
  help: string;
  example: string;
  parse: (text: string) => string | number;
}

const asIs = (text: string) => text;

const fields: Record<keyof Fields, Field> = {
  referrer: { flags: "--referrer <address>", help: "wallet that brought you", example: "GDEF...", parse: asIs },
  merchant: { flags: "--merchant <id>", help: "merchant of the programme", example: "1", parse: positiveInteger },
  newcomer: { flags: "--newcomer <address>", help: "wallet of the newcomer", example: "GHIJ...", parse: asIs },
  amount: { flags: "--amount <amount>", help: "tokens", example: "100", parse: amount },
};

/** A command that builds the envelope of a call, with these fields. */
function step(wallet: Command, io: Io, call: Call, description: string, ...names: (keyof Fields)[]): void {
  const method = call.replace("referral.", "");
  const command = wallet
    .command(method)
    .description(description)
    .requiredOption("--wallet <address>", "your wallet, which signs");
  for (const name of names) {
    const { flags, help, parse } = fields[name];
    command.addOption(new Option(flags, help).makeOptionMandatory().argParser<string | number>(parse));
  }
  const given = names.map((name) => ` --${name} ${fields[name].example}`).join("");
  const example = `merit referral wallet ${method} --wallet GABC...${given} --wallet-key wallet.key`;
  withLogin<SigningOptions & Partial<Fields> & { wallet: string }, []>(
    withSigning(command).addHelpText("after", `\nExample:\n  $ ${example}`),
    io,
    (session, options) => {
      const wanted = Object.fromEntries(names.map((name) => [name, options[name]]));
      return finishCall(session, options, { wallet_address: options.wallet, call, ...wanted } as WalletCall);
    },
  );
}

const earnedText = ({ code, earned_points, referred_users, tokens }: Earned) =>
  [
    record([
      ["Code", code],
      ["Users referred", referred_users],
      ["Points", earned_points],
      ["Tokens paid", tokens.paid],
      ["Tokens claimable", tokens.claimable],
      ["Tokens pending", tokens.pending],
    ]),
    table(walletColumns, tokens.wallets),
  ].join("\n");

const walletColumns = [
  { head: "Wallet", value: (row: Earned["tokens"]["wallets"][number]) => row.wallet_address },
  { head: "Enrolled", value: (row: Earned["tokens"]["wallets"][number]) => (row.enrolled ? "yes" : "no") },
  { head: "Referrer", value: (row: Earned["tokens"]["wallets"][number]) => row.referrer },
];
