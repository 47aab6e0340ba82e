import type { RowOf } from "@merit/client/types.ts";
import { writeFileAtomically } from "@merit/core/base/atomic-file.ts";
import { type Command, Option } from "commander";
import type { Issuance } from "../client.ts";
import type { Io } from "../io.ts";
import { withLogin } from "../login.ts";
import { record, table } from "../output.ts";
import type { Session } from "../session.ts";
import { fromOption, positiveInteger, untilOption } from "../values.ts";
import { campaignColumns } from "./campaign.ts";
import { printLog } from "./mail.ts";
import { addressOf } from "./merchant.ts";
import { type PageOptions, printList, withPages } from "./pages.ts";
import { rewardColumns, statusOption } from "./reward.ts";

type User = RowOf<"GET /admin/users">;
type Merchant = RowOf<"GET /admin/merchants">;
type Entry = RowOf<"GET /admin/audit-log">;
type Report = RowOf<"GET /admin/reports">;

const KINDS: Report["kind"][] = ["users", "campaigns", "transactions", "revenue"];
const FORMATS: Report["format"][] = ["csv", "json"];
const ROLES: User["role"][] = ["user", "admin"];

/** Users, merchants, mails, what administrators changed, reports. */
export function adminRecordCommands(admin: Command, io: Io): void {
  userCommands(admin, io);
  withLogin<PageOptions & { email?: string }, []>(
    withPages(
      admin
        .command("merchants")
        .description("list merchants, newest first")
        .option("--email <text>", "merchants whose e-mail address begins with this text")
        .addHelpText("after", "\nExample:\n  $ merit admin merchants --email owner@"),
    ),
    io,
    (session, query) => printList(session, "GET /admin/merchants", { query }, merchantColumns),
  );
  withLogin<PageOptions, [number]>(
    withPages(
      admin
        .command("campaigns")
        .description("list a merchant's campaigns, drafts and failed ones too, newest first")
        .argument("<merchant>", "id of the merchant", positiveInteger)
        .addHelpText("after", "\nExample:\n  $ merit admin campaigns 3"),
    ),
    io,
    (session, query, merchant_id) =>
      printList(session, "GET /campaigns/:merchant_id", { params: { merchant_id }, query }, campaignColumns),
  );
  withLogin<PageOptions & { status?: Issuance["status"] }, [number]>(
    withPages(
      admin
        .command("rewards")
        .description("list a merchant's rewards, newest first")
        .argument("<merchant>", "id of the merchant", positiveInteger)
        .addOption(statusOption())
        .addHelpText("after", "\nExample:\n  $ merit admin rewards 3 --status failed"),
    ),
    io,
    (session, query, merchant_id) =>
      printList(session, "GET /rewards/issuances", { query: { merchant_id, ...query } }, rewardColumns),
  );
  withLogin<PageOptions, []>(
    withPages(
      admin
        .command("mails")
        .description("list all mails that went out, newest first")
        .addHelpText("after", "\nExample:\n  $ merit admin mails --limit 100"),
    ),
    io,
    printLog,
  );
  auditLogCommand(admin, io);
  reportCommands(admin, io);
}

function userCommands(admin: Command, io: Io): void {
  withLogin<PageOptions & { email?: string; wallet?: string; role?: User["role"] }, []>(
    withPages(
      admin
        .command("users")
        .description("list accounts, newest first")
        .option("--email <text>", "accounts whose e-mail address begins with this text")
        .option("--wallet <address>", "the account that has this wallet")
        .addOption(new Option("--role <role>", "accounts with this role").choices(ROLES))
        .addHelpText("after", "\nExample:\n  $ merit admin users --email ada@"),
    ),
    io,
    (session, { wallet: wallet_address, ...query }) =>
      printList(session, "GET /admin/users", { query: { wallet_address, ...query } }, userColumns),
  );
  withLogin<object, [number, User["role"]]>(
    admin
      .command("role")
      .description("give a user another role")
      .argument("<id>", "id of the user", positiveInteger)
      .addArgument(admin.createArgument("<role>", "user or admin").choices(ROLES))
      .addHelpText("after", "\nExample:\n  $ merit admin role 7 admin"),
    io,
    (session, _options, id, role) =>
      session.printAnswer("PATCH /users/:id", { params: { id }, body: { role } }, (user) =>
        table<User>(userColumns, [user]),
      ),
  );
}

interface AuditLogOptions extends PageOptions {
  actor?: string;
  action?: string;
  subject?: string;
  from?: string;
  to?: string;
}

function auditLogCommand(admin: Command, io: Io): void {
  withLogin<AuditLogOptions, []>(
    withPages(
      admin
        .command("audit-log")
        .description("list what administrators changed, newest first")
        .option("--actor <actor>", "who made the change, such as user:1 or operator")
        .option("--action <action>", "kind of change, such as user.role")
        .option("--subject <subject>", "what was changed, such as user:7")
        .addOption(fromOption("--from <time>", "changes at this time or later"))
        .addOption(untilOption("--to <time>", "changes before this time"))
        .addHelpText("after", "\nExample:\n  $ merit admin audit-log --subject user:7"),
    ),
    io,
    (session, query) => printList(session, "GET /admin/audit-log", { query }, entryColumns),
  );
}

function reportCommands(admin: Command, io: Io): void {
  const reports = admin.command("reports").description("create and download reports, as CSV or JSON files");
  withLogin<PageOptions, []>(
    withPages(
      reports
        .command("list")
        .description("list the reports, newest first")
        .addHelpText("after", "\nExample:\n  $ merit admin reports list"),
    ),
    io,
    (session, query) => printList(session, "GET /admin/reports", { query }, reportColumns),
  );
  withLogin<{ format: Report["format"]; from?: string; to?: string }, [Report["kind"]]>(
    reports
      .command("create")
      .description("request a report")
      .addArgument(reports.createArgument("<kind>", "what the report lists").choices(KINDS))
      .addOption(new Option("--format <format>", "file format").choices(FORMATS).default("csv"))
      .addOption(
        fromOption(
          "--from <time>",
          "include what was created (revenue: paid) at this time or later (default: 30 days before --to)",
        ),
      )
      .addOption(untilOption("--to <time>", "include what was created (revenue: paid) before this time (default: now)"))
      .addHelpText("after", "\nExample:\n  $ merit admin reports create revenue --from 2027-01-01 --to 2027-02-01"),
    io,
    (session, { format, from, to }, kind) => {
      const body = { kind, format, ...(from && { from }), ...(to && { to }) };
      return session.printAnswer("POST /admin/reports", { body }, (report) => table<Report>(reportColumns, [report]));
    },
  );
  withLogin<{ out?: string }, [number]>(
    reports
      .command("download")
      .description("print a report, or write it to a file")
      .argument("<id>", "id of the report", positiveInteger)
      .option("--out <file>", "file to write; only you can read it")
      .addHelpText("after", "\nExample:\n  $ merit admin reports download 4 --out january.csv"),
    io,
    download,
  );
}

const DOWNLOAD_TIMEOUT_MS = 600_000;

async function download(session: Session, { out }: { out?: string }, id: number): Promise<void> {
  const request = { params: { id }, query: { file: true }, timeoutMs: DOWNLOAD_TIMEOUT_MS };
  const body: unknown = (await session.client.call("GET /admin/reports/:id", request)).body;
  const file = typeof body === "string" ? body : `${JSON.stringify(body, null, 1)}\n`;
  if (out === undefined) return session.io.out(file);
  writeFileAtomically(out, file, 0o600);
  session.print({ file: out }, () => record([["File", out]]));
}

const userColumns = [
  { head: "Id", value: (row: User) => row.id, right: true },
  { head: "E-mail", value: addressOf },
  { head: "Role", value: (row: User) => row.role },
  { head: "First name", value: (row: User) => row.first_name },
  { head: "Created", value: (row: User) => row.created_at },
];

const merchantColumns = [
  { head: "Id", value: (row: Merchant) => row.id, right: true },
  { head: "Name", value: (row: Merchant) => row.name },
  { head: "E-mail", value: addressOf },
  { head: "Created", value: (row: Merchant) => row.created_at },
];

const entryColumns = [
  { head: "Time", value: (row: Entry) => row.created_at },
  { head: "Actor", value: (row: Entry) => row.actor },
  { head: "Action", value: (row: Entry) => row.action },
  { head: "Subject", value: (row: Entry) => row.subject },
  { head: "Detail", value: (row: Entry) => JSON.stringify(row.detail) },
];

const reportColumns = [
  { head: "Id", value: (row: Report) => row.id, right: true },
  { head: "Kind", value: (row: Report) => row.kind },
  { head: "Format", value: (row: Report) => row.format },
  { head: "From", value: (row: Report) => row.from },
  { head: "To", value: (row: Report) => row.to },
  { head: "Status", value: (row: Report) => row.status },
  { head: "Rows", value: (row: Report) => row.rows, right: true },
];
