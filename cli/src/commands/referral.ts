import { type Command, Option } from "commander";
import { Failure } from "../errors.ts";
import type { Io } from "../io.ts";
import { type Session, withApi } from "../session.ts";
import { amount, fromOption, positiveInteger, untilOption, wholeNumber } from "../values.ts";
import { waitFor } from "../wait.ts";
import { type PageOptions, printList, withPages } from "./pages.ts";
import {
  type Program,
  printShown,
  programColumns,
  type Referral,
  referralColumns,
  referralText,
  type ShownProgram,
} from "./referral-text.ts";
import { referralWalletCommands } from "./referral-wallet.ts";

const STATUSES: Referral["status"][] = ["qualifying", "failed", "qualified", "revoked"];
const PROGRAM_STATUSES: Program["status"][] = ["scheduled", "running", "over"];
const QUALIFICATIONS: NonNullable<Program["qualifies_on"]>[] = ["first_reward", "spend"];

export function referralCommands(program: Command, io: Io): void {
  const referral = program
    .command("referral")
    .description("tokens for newcomers and those who brought them: a merchant's programme on the ledger");

  withApi<SetOptions, []>(
    referral
      .command("set")
      .description("create your programme on the ledger, or change its terms for newcomers that qualify later")
      .requiredOption("--sponsor <address>", "wallet that funds it, and gets back what is left")
      .option("--for-referrer <amount>", "tokens for the referrer of each newcomer that qualifies", amount)
      .option("--for-newcomer <amount>", "tokens for each newcomer that qualifies", amount)
      .option("--referrer-cap <amount>", "most tokens that one referrer gets (default: the budget)", amount)
      .requiredOption(
        "--budget <amount>",
        "upper limit in tokens for the sum of what was paid, is set aside and is free",
        amount,
      )
      .addOption(
        fromOption(
          "--starts-at <time>",
          "time from which newcomers qualify (default: unchanged; for a new programme, now)",
        ),
      )
      .addOption(
        untilOption(
          "--ends-at <time>",
          "time from which nobody qualifies, at most three years ahead",
        ).makeOptionMandatory(),
      )
      .option(
        "--clawback-days <number>",
        "days in which you can revoke a newcomer's bonuses, at most 90",
        wholeNumber,
        14,
      )
      .addOption(new Option("--on <what>", "what newcomers qualify on").choices(QUALIFICATIONS).makeOptionMandatory())
      .option("--min-spend <amount>", "with --on spend: money that a newcomer must spend", amount)
      .option("--currency <code>", "with --on spend: its currency, such as EUR")
      .option("--wait", "wait for the ledger; fails if the ledger refuses the terms")
      .option("--timeout <seconds>", "with --wait: give up waiting after this time", positiveInteger, 60)
      .addHelpText(
        "after",
        `
Examples:
  $ merit referral set --sponsor GABC... --for-referrer 5 --for-newcomer 2.5 --budget 1000 --ends-at 2027-03-31 --on first_reward --wait
  $ merit referral set --sponsor GABC... --for-newcomer 2.5 --budget 1000 --ends-at 2027-03-31 --on spend --min-spend 20 --currency EUR`,
      ),
    io,
    set,
  );

  withApi<object, [number | undefined]>(
    referral
      .command("program")
      .description("show your programme, or another merchant's")
      .argument("[merchant]", "id of the merchant (default: yourself)", positiveInteger)
      .addHelpText("after", "\nExample:\n  $ merit referral program"),
    io,
    async (session, _options, merchantId) => printShown(session, await readProgram(session, merchantId)),
  );

  withApi<PageOptions & { status?: Program["status"] }, []>(
    withPages(
      referral
        .command("programs")
        .description("list the programmes of all merchants, newest first")
        .addOption(new Option("--status <status>", "programmes with this status").choices(PROGRAM_STATUSES))
        .addHelpText("after", "\nExample:\n  $ merit referral programs --status running"),
    ),
    io,
    (session, query) => printList(session, "GET /referral-programs", { query }, programColumns),
  );

  withApi<PageOptions & { status?: Referral["status"]; newcomer?: string; referrer?: string }, []>(
    withPages(
      referral
        .command("list")
        .description("list the newcomers of your programme, newest first")
        .addOption(new Option("--status <status>", "referrals with this status").choices(STATUSES))
        .option("--newcomer <address>", "the referral of this wallet")
        .option("--referrer <address>", "those whom this wallet brought")
        .addHelpText("after", "\nExample:\n  $ merit referral list --status qualified"),
    ),
    io,
    (session, query) => printList(session, "GET /referrals", { query }, referralColumns),
  );

  withApi<object, [number]>(
    referral
      .command("show")
      .description("show a newcomer of your programme")
      .argument("<id>", "id of the referral", positiveInteger)
      .addHelpText("after", "\nExample:\n  $ merit referral show 5"),
    io,
    (session, _options, id) => session.printAnswer("GET /referrals/:id", { params: { id } }, referralText),
  );

  withApi<{ reason?: string }, [number]>(
    referral
      .command("revoke")
      .description("take both bonuses of a newcomer back, as long as nobody can claim them")
      .argument("<id>", "id of the referral", positiveInteger)
      .option("--reason <text>", "reason that both users can read")
      .addHelpText("after", '\nExample:\n  $ merit referral revoke 5 --reason "The order was returned."'),
    io,
    (session, { reason }, id) => {
      const request = { params: { id }, body: reason === undefined ? {} : { reason } };
      return session.printAnswer("POST /referrals/:id/revoke", request, referralText);
    },
  );

  referralWalletCommands(referral, io);
}

interface SetOptions {
  sponsor: string;
  forReferrer?: string;
  forNewcomer?: string;
  referrerCap?: string;
  budget: string;
  startsAt?: string;
  endsAt: string;
  clawbackDays: number;
  on: NonNullable<Program["qualifies_on"]>;
  minSpend?: string;
  currency?: string;
  wait?: boolean;
  timeout: number;
}

async function readProgram({ client }: Session, merchant_id: number | "me" = "me"): Promise<ShownProgram> {
  return (await client.call("GET /referral-programs/:merchant_id", { params: { merchant_id } })).body;
}

async function set(session: Session, { wait, timeout, ...options }: SetOptions): Promise<void> {
  const { sponsor, budget, currency } = options;
  const body = {
    ...{ sponsor, budget, ends_at: options.endsAt, clawback_days: options.clawbackDays, qualifies_on: options.on },
    bonus_referrer: options.forReferrer ?? null,
    bonus_newcomer: options.forNewcomer ?? null,
    ...(options.referrerCap !== undefined && { referrer_cap: options.referrerCap }),
    ...(options.startsAt !== undefined && { starts_at: options.startsAt }),
    ...(options.minSpend !== undefined && { min_spend: options.minSpend }),
    ...(currency !== undefined && { currency }),
  };
  const { body: asked } = await session.client.call("POST /referral-programs", { body });
  if (!wait || asked.change === null) {
    printShown(session, asked);
    if (asked.change !== null) session.note("The ledger has not confirmed it yet. See: merit referral program");
    return;
  }
  const own = await waitFor(session, {
    subject: "Programme",
    timeoutSeconds: timeout,
    read: () => readProgram(session),
    state: ({ change }) => change?.status ?? "on the ledger",
    done: ({ change }) => change?.status !== "pending",
  });
  printShown(session, own);
  if (own.change) throw new Failure(`The ledger refused the terms: ${own.change.error_message}`);
}
