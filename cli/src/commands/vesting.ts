import { askedGrants } from "@merit/client/signing/asked.ts";
import { type Command, Option } from "commander";
import { LIST_TIMEOUT_MS, type NewGrant, type VestingGrants } from "../client.ts";
import {
  envelopeText,
  finishCall,
  handIn,
  type SigningOptions,
  signAndSend,
  signerOf,
  submitCommand,
  withSigning,
} from "../envelopes.ts";
import { Failure, UsageError } from "../errors.ts";
import type { Io } from "../io.ts";
import { table } from "../output.ts";
import { type Session, withApi } from "../session.ts";
import { amount, fromOption, instant, untilOption } from "../values.ts";
import { waitFor } from "../wait.ts";
import { namingLines, readWallets, type WalletLine } from "../wallets-file.ts";
import { type PageOptions, printList, withPages } from "./pages.ts";
import { STATUSES, scheduleColumns, scheduleText, type VestingStatus } from "./vesting-text.ts";
import { vestingWalletCommands } from "./vesting-wallet.ts";

/** Most grants that the server takes in one call. */
const CALL_SIZE = 500;

interface GrantOptions extends SigningOptions {
  wallet: string;
  key: string;
  beneficiary?: string;
  amount?: string;
  file?: string;
  startsAt?: string;
  cliffAt?: string;
  endsAt?: string;
  tranche?: Tranche[];
  revocable: boolean;
}

interface Tranche {
  at: string;
  amount: string;
}

export function vestingCommands(program: Command, io: Io): void {
  const vesting = program.command("vesting").description("tokens that are granted over time");

  withApi<GrantOptions, []>(
    withSigning(
      vesting
        .command("grant")
        .description("grant tokens that vest over time, to one wallet or to a list; a wallet of the merchant pays")
        .requiredOption("--wallet <address>", "wallet that pays and signs (G...)")
        .requiredOption(
          "--key <key>",
          "a name that you choose for this list: with the same name, no wallet is granted anything twice",
        )
        .option("--beneficiary <address>", "the only beneficiary")
        .option("--amount <amount>", "tokens for --beneficiary that vest evenly", amount)
        .option("--file <path>", "list of beneficiaries, one `wallet,amount` or `wallet,amount,key` per line")
        .addOption(fromOption("--starts-at <time>", "time from which the amount vests evenly (default: now)"))
        .addOption(fromOption("--cliff-at <time>", "time before which nothing vests (default: the start)"))
        .addOption(untilOption("--ends-at <time>", "time at which everything has vested"))
        .option(
          "--tranche <time=amount>",
          "for --beneficiary: an amount that vests as a whole at this time, or when this date begins in UTC; repeat the option for more",
          tranche,
        )
        .option("--no-revocable", "the paying wallet can't take back what has not vested"),
    ).addHelpText(
      "after",
      `
One transaction creates at most 20 schedules. With --wallet-key, the command signs and submits one transaction after the
other. Without it, the command prints the first transaction: sign it, hand it in with merit vesting submit, and repeat the
command until nothing is left to sign. A repeat grants only what is missing.

Examples:
  $ merit vesting grant --wallet GABC... --key partners-2027 --file partners.csv --cliff-at 2027-07-01 --ends-at 2030-01-01 --wallet-key wallet.key
  $ merit vesting grant --wallet GABC... --key ada --beneficiary GDEF... --tranche 2027-07-01=50 --tranche 2028-07-01=70`,
    ),
    io,
    grant,
  );

  withApi<PageOptions & { status?: VestingStatus; beneficiary?: string }, []>(
    withPages(
      vesting
        .command("list")
        .description("list the schedules that the merchant's wallets funded, newest first")
        .addOption(new Option("--status <status>", "schedules with this status").choices(STATUSES))
        .option("--beneficiary <address>", "schedules that this wallet has now")
        .addHelpText("after", "\nExample:\n  $ merit vesting list --status active"),
    ),
    io,
    (session, query) => printList(session, "GET /vesting", { query }, scheduleColumns),
  );

  withApi<object, [string]>(
    vesting
      .command("show")
      .description("show a schedule as the ledger has it")
      .argument("<schedule>", "id of the schedule, 64 hex digits")
      .addHelpText("after", "\nExample:\n  $ merit vesting show 7d3b...4b13"),
    io,
    (session, _options, schedule) =>
      session.printAnswer("GET /vesting/:schedule", { params: { schedule } }, scheduleText),
  );

  withApi<SigningOptions, [string]>(
    withSigning(
      vesting
        .command("revoke")
        .description("take back what has not vested; what has vested stays the beneficiary's")
        .argument("<schedule>", "id of the schedule, 64 hex digits"),
    ).addHelpText("after", "\nExample:\n  $ merit vesting revoke 7d3b...4b13 --wallet-key wallet.key"),
    io,
    async (session, options, schedule) => {
      const { body } = await session.client.call("GET /vesting/:schedule", { params: { schedule } });
      if (body.revoker === null) throw new Failure("Nobody can revoke this schedule.");
      const step = { call: "vesting.revoke", wallet_address: body.revoker, schedule } as const;
      await finishCall(session, options, step, "merit vesting submit");
    },
  );

  withApi(submitCommand(vesting, "a wallet of the merchant"), io, handIn);

  vestingWalletCommands(vesting, io);
}

function tranche(text: string, before: Tranche[] = []): Tranche[] {
  const [at = "", tokens = ""] = text.split("=");
  return [...before, { at: instant(at), amount: amount(tokens) }];
}

async function grant(session: Session, options: GrantOptions): Promise<void> {
  const lines = linesOf(options);
  const grants = grantsOf(options, lines);
  const signer = await signerOf(session, options);
  const signed = new Set<NewGrant>();
  const done: VestingGrants["grants"] = [];
  while (done.length < grants.length) {
    const part = grants.slice(done.length, done.length + CALL_SIZE);
    const body = { wallet_address: options.wallet, grants: part };
    const call = session.client.call("POST /vesting", { body, timeoutMs: LIST_TIMEOUT_MS });
    const { body: answer } = await namingLines(lines.slice(done.length), call);
    if (answer.envelope === null) {
      done.push(...answer.grants);
      continue;
    }
    if (!signer) {
      session.print(answer, () => `${envelopeText(answer)}\n${table(grantColumns, answer.grants)}`);
      session.note("Sign it with the wallet, hand it in with merit vesting submit, and repeat this command.");
      return;
    }
    const next = answer.grants.filter(({ state }) => state === "to_sign");
    const asked = part.filter((grant) => next.some((each) => each.idempotency_key === grant.idempotency_key));
    if (asked.some((grant) => signed.has(grant)))
      throw new Failure("The service asked for grants again that this command had signed already.");
    await signAndSend(session, signer, answer, askedGrants(options.wallet, asked));
    for (const grant of asked) signed.add(grant);
    await untilRead(session, options.timeout, next.at(-1)?.schedule ?? "");
  }
  const answer: VestingGrants = { envelope: null, grants: done };
  session.print(answer, () => table(grantColumns, done));
}

/** The service knows of a schedule once it has read the ledger's event; before, it would offer the same grants again. */
async function untilRead(session: Session, timeoutSeconds: number, schedule: string): Promise<void> {
  const request = { params: { schedule }, accept: [404] };
  await waitFor(session, {
    subject: "Schedules",
    timeoutSeconds,
    read: async () => Number((await session.client.call("GET /vesting/:schedule", request)).status),
    state: (status) => (status === 404 ? "on the ledger" : "granted"),
    done: (status) => status !== 404,
  });
}

/** Lines of the file; none with --beneficiary. */
const linesOf = ({ file }: GrantOptions): WalletLine[] =>
  file === undefined ? [] : readWallets(file, { hasKeys: true, once: "wallet without key" });

function grantsOf(
  { file, beneficiary, key, revocable, ...plan }: GrantOptions,
  lines: readonly WalletLine[],
): NewGrant[] {
  if ((file === undefined) === (beneficiary === undefined)) {
    throw new UsageError("Say who gets the tokens: give either --beneficiary or --file.");
  }
  if (plan.tranche && (file !== undefined || plan.endsAt !== undefined || plan.amount !== undefined)) {
    throw new UsageError("--tranche goes with --beneficiary, and without --amount and --ends-at.");
  }
  if (!plan.tranche && plan.endsAt === undefined) {
    throw new UsageError("Say when everything has vested: --ends-at, or one --tranche for each amount.");
  }
  if (beneficiary !== undefined && plan.tranche) {
    return [{ idempotency_key: `${key}:${beneficiary}`, beneficiary, revocable, tranches: plan.tranche }];
  }
  if (beneficiary !== undefined && plan.amount === undefined) throw new UsageError("--beneficiary needs --amount.");
  const now = new Date().toISOString();
  // A plan without a start begins now, or at its cliff or end if that has passed, as in the API. Texts of times sort as times do.
  const [start = now] = [now, plan.cliffAt ?? now, plan.endsAt ?? now].sort();
  const times = {
    // The same for all transactions.
    starts_at: plan.startsAt ?? start,
    ...(plan.cliffAt !== undefined && { cliff_at: plan.cliffAt }),
    ...(plan.endsAt !== undefined && { ends_at: plan.endsAt }),
  };
  const granted: Omit<WalletLine, "line">[] =
    beneficiary === undefined ? [...lines] : [{ wallet_address: beneficiary, amount: plan.amount ?? "" }];
  return granted.map((line) => ({
    idempotency_key: line.key ?? `${key}:${line.wallet_address}`,
    beneficiary: line.wallet_address,
    amount: line.amount,
    revocable,
    ...times,
  }));
}

const grantColumns = [
  { head: "Key", value: (row: VestingGrants["grants"][number]) => row.idempotency_key },
  { head: "State", value: (row: VestingGrants["grants"][number]) => row.state },
  { head: "Schedule", value: (row: VestingGrants["grants"][number]) => row.schedule },
];
