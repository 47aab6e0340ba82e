import type { BodyOf, RowOf } from "@merit/client/types.ts";
import { type Command, InvalidArgumentError, Option } from "commander";
import { take, withWallet } from "../envelopes.ts";
import { ApiProblem, Failure } from "../errors.ts";
import { hashOfFile } from "../hash.ts";
import type { Io } from "../io.ts";
import { withLogin } from "../login.ts";
import { record } from "../output.ts";
import type { Session } from "../session.ts";
import { amount, endInstant, hex32, positiveInteger, wholeNumber } from "../values.ts";
import { waitFor } from "../wait.ts";
import { escrowProposalCommands } from "./escrow-proposals.ts";
import { EXAMPLE_ID, escrowStepCommands, ID } from "./escrow-steps.ts";
import { escrowText } from "./escrow-text.ts";
import { type PageOptions, printList, printPage, withPages } from "./pages.ts";

type Escrow = BodyOf<"GET /escrows/:id">;
type Summary = RowOf<"GET /escrows">;
type Event = Escrow["events"]["data"][number];

const STATUSES: Summary["status"][] = ["awaiting", "active", "disputed", "ended"];
const ROLES: Summary["roles"] = ["depositor", "beneficiary", "arbiter"];

export function escrowCommands(program: Command, io: Io): void {
  const escrow = program
    .command("escrow")
    .description("tokens that the ledger holds between two parties, with an arbiter for disputes");
  createCommand(escrow, io);
  readCommands(escrow, io);
  escrowStepCommands(escrow, io);
  escrowProposalCommands(escrow, io);
}

interface CreateOptions {
  beneficiary: string;
  arbiter: string;
  part: Part[];
  agreement: string;
  disputeDays: number;
  undecidedShare: number;
  maxFee: number;
  reference?: string;
}

interface Part {
  amount: string;
  deadline: string;
}

function createCommand(escrow: Command, io: Io): void {
  withWallet<CreateOptions, []>(
    escrow
      .command("create")
      .description("create an escrow and deposit the sum of its milestones from your wallet")
      .requiredOption("--beneficiary <wallet>", "wallet that is to receive the money")
      .requiredOption("--arbiter <wallet>", "wallet that decides disputes")
      .requiredOption("--part <amount@deadline>", "a milestone; give it once for each, at most 16 times", part)
      .requiredOption("--agreement <file>", "what the parties agreed on; only its SHA-256 leaves this machine")
      .option("--dispute-days <number>", "days that the arbiter gets for a decision, at most 90", positiveInteger, 7)
      .option(
        "--undecided-share <number>",
        "beneficiary's share if the arbiter doesn't decide in time, basis points",
        wholeNumber,
        0,
      )
      .option("--max-fee <number>", "highest platform fee that you accept, basis points", wholeNumber, 0)
      .option(
        "--reference <hex>",
        "32 bytes in hex; each reference creates one escrow, so the command is safe to repeat",
        hex32,
      )
      .addHelpText(
        "after",
        `
Until beneficiary and arbiter have accepted, you can take everything back with \`merit escrow cancel\`.

Example:
  $ merit escrow create --beneficiary GABC... --arbiter GDEF... --part 10@2027-01-31 --part 20@2027-02-28 --agreement order.pdf`,
      ),
    io,
    async (session, signer, options) => {
      const { beneficiary, arbiter, part: parts, reference } = options;
      const submission = await take(session, signer, {
        call: "escrow.create",
        ...{ beneficiary, arbiter, parts },
        agreement: hashOfFile(options.agreement),
        dispute_window: options.disputeDays * 86_400,
        undecided_share: options.undecidedShare,
        max_fee: options.maxFee,
        ...(reference !== undefined && { reference }),
      });
      session.print(await seen(session, submission.escrow_id as string, signer.timeout), escrowText);
    },
  );
}

/** The escrow as soon as the indexer has read it from the ledger. */
function seen(session: Session, id: string, timeoutSeconds: number): Promise<Escrow> {
  return waitFor<Escrow | null>(session, {
    subject: "Escrow",
    timeoutSeconds,
    read: () =>
      readEscrow(session, id).catch((error: unknown) => {
        if (error instanceof ApiProblem && error.problem.status === 404) return null;
        throw error;
      }),
    state: (escrow) => (escrow ? escrow.status : "on the ledger, waiting for the indexer"),
    done: (escrow) => escrow !== null,
  }) as Promise<Escrow>;
}

async function readEscrow({ client }: Session, id: string): Promise<Escrow> {
  return (await client.call("GET /escrows/:id", { params: { id } })).body;
}

interface ListOptions extends PageOptions {
  status?: Summary["status"];
  role?: Summary["roles"][number];
  wallet?: string;
}

function readCommands(escrow: Command, io: Io): void {
  withLogin<ListOptions, []>(
    withPages(
      escrow
        .command("list")
        .description("list the escrows of which your wallets are parties, newest first, with what they can do now")
        .addOption(new Option("--status <status>", "escrows with this status").choices(STATUSES))
        .addOption(new Option("--role <role>", "escrows in which your wallet has this role").choices(ROLES))
        .option("--wallet <address>", "escrows of one of your wallets")
        .addHelpText("after", "\nExample:\n  $ merit escrow list --status disputed --role arbiter"),
    ),
    io,
    (session, { wallet: wallet_address, ...query }) =>
      printList(session, "GET /escrows", { query: { wallet_address, ...query } }, columns),
  );
  withLogin<object, [string]>(
    escrow
      .command("show")
      .description("show an escrow with its deadlines, and what your wallets can do now")
      .argument("<id>", ID, hex32)
      .addHelpText("after", `\nExample:\n  $ merit escrow show ${EXAMPLE_ID}`),
    io,
    async (session, _options, id) => session.print(await readEscrow(session, id), escrowText),
  );
  withLogin<PageOptions, [string]>(
    withPages(
      escrow
        .command("events")
        .description("list an escrow's events on the ledger, with the hashes of all evidence")
        .argument("<id>", ID, hex32)
        .addHelpText("after", `\nExample:\n  $ merit escrow events ${EXAMPLE_ID}`),
    ),
    io,
    async (session, { cursor, limit }, id) => {
      const request = { params: { id }, query: { cursor, limit } };
      const { body: escrow } = await session.client.call("GET /escrows/:id", request);
      printPage<Event>(session, escrow.events, eventColumns);
    },
  );
  withLogin<object, []>(
    escrow
      .command("fee")
      .description("show the platform's fee for new escrows")
      .addHelpText("after", "\nExample:\n  $ merit escrow fee"),
    io,
    async (session) => {
      const { body } = await session.client.call("GET /escrows", { query: { limit: 1 } });
      const { fee } = body;
      if (fee === null) throw new Failure("The service can't read the ledger now.", "Try again soon.");
      session.print({ fee }, () => record([["Fee (basis points)", fee]]));
    },
  );
}

/** `10@2027-01-31`, added to those before it. */
function part(text: string, before: Part[] | undefined): Part[] {
  const [tokens = "", time, ...rest] = text.split("@");
  if (time === undefined || rest.length > 0) {
    throw new InvalidArgumentError('It must be an amount and a deadline, such as "10@2027-01-31".');
  }
  return [...(before ?? []), { amount: amount(tokens), deadline: endInstant(time) }];
}

const columns = [
  { head: "Id", value: (row: Summary) => row.id },
  { head: "Status", value: (row: Summary) => row.status },
  { head: "Your role", value: (row: Summary) => row.roles.join(", ") },
  { head: "Amount", value: (row: Summary) => row.amount, right: true },
  { head: "Held", value: (row: Summary) => row.held, right: true },
  { head: "Next deadline", value: nextDeadline },
  { head: "You can", value: youCan },
  { head: "Created", value: (row: Summary) => row.created_at },
];

/** Earliest deadline of the open milestones: the dispute's, or the milestone's own. */
function nextDeadline({ milestones }: Summary): string | undefined {
  const open = (milestones ?? []).filter(({ status }) => status === "held" || status === "disputed");
  return open.map(({ deadline, decide_by }) => decide_by ?? deadline).toSorted()[0];
}

function youCan({ parties }: Summary): string {
  const actions = parties.flatMap(({ actions }) => actions ?? []);
  return [...new Set(actions.map(({ action }) => action.replaceAll("_", " ")))].join(", ");
}

const eventColumns = [
  { head: "Time", value: (row: Event) => row.ledger_closed_at },
  { head: "Event", value: (row: Event) => row.type },
  { head: "Data", value: (row: Event) => JSON.stringify(row.data) },
];
