import type { KeptMail } from "@merit/core/parties/mail/local-outbox.ts";
import type { Command } from "commander";
import type { EmailLog } from "../client.ts";
import { Failure, orFailure } from "../errors.ts";
import { type Io, plain } from "../io.ts";
import { withApiOrLogin } from "../login.ts";
import { type MachineOptions, settingsOf, withMachine } from "../machine.ts";
import { jsonLine, record, table } from "../output.ts";
import { type Session, withApi } from "../session.ts";
import { positiveInteger } from "../values.ts";
import { moreNote, type PageOptions, printList, withPages } from "./pages.ts";

const ON_MACHINE = `
This command reads the outbox of this machine's local service, which keeps its mails as files if SMTP_URL isn't set.`;

export function mailCommands(program: Command, io: Io): void {
  const mail = program.command("mail").description("mails of the service");

  withPages(
    withMachine(mail.command("list").description("list the mails in the outbox of a local service, newest first")),
  )
    .addHelpText("after", `${ON_MACHINE}\n\nExample:\n  $ merit mail list`)
    .action((options: MachineOptions & PageOptions) => orFailure(() => printOutbox(options, io)));

  withMachine(mail.command("show").description("show a mail of the outbox with its links and tokens"))
    .argument("<id>", "id of the mail", positiveInteger)
    .option("--html", "print its HTML instead of its text")
    .addHelpText("after", `${ON_MACHINE}\n\nExamples:\n  $ merit mail show 3\n  $ merit mail show 3 --html`)
    .action((id: number, options: MachineOptions & { html?: boolean }) =>
      orFailure(async () => {
        const { keptMail } = await import("@merit/core/parties/mail/local-outbox.ts");
        const found = await keptMail(await outboxOf(options, io), id);
        if (!found) throw new Failure(`The outbox has no mail ${id}.`, "merit mail list shows those that it has.");
        if (options.json) return io.out(jsonLine(found));
        io.out(options.html ? found.html : `${record(headOf(found))}\n${found.text.split("\n").map(plain).join("\n")}`);
      }),
    );

  withApi<PageOptions, []>(
    withPages(
      mail
        .command("log")
        .description("list the mails that went out on the merchant's behalf, newest first")
        .addHelpText("after", "\nThe log has no texts. Example:\n  $ merit mail log"),
    ),
    io,
    printLog,
  );

  preferenceCommand(mail, io);
}

function preferenceCommand(mail: Command, io: Io): void {
  withApiOrLogin<{ on?: string[]; off?: string[] }, []>(
    mail
      .command("preferences")
      .description("show which mails the merchant gets, or switch some on or off")
      .option("--on <topic...>", "send mails about this")
      .option("--off <topic...>", "send no mails about this")
      .addHelpText(
        "after",
        "\nExamples:\n  $ merit mail preferences\n  $ merit mail preferences --off statements\n  $ merit mail preferences --mine --off rewards points",
      ),
    io,
    async (session, { on = [], off = [], mine }) => {
      // Unknown topics are refused by the service, which names those that there are.
      const mail_preferences: Record<string, boolean> = Object.fromEntries([
        ...on.map((topic) => [topic, true] as const),
        ...off.map((topic) => [topic, false] as const),
      ]);
      const { client } = session;
      const change = Object.keys(mail_preferences).length > 0 ? { body: { mail_preferences } } : undefined;
      const params = { id: "me" };
      const ofUser = () =>
        change ? client.call("PATCH /users/:id", { params, ...change }) : client.call("GET /users/:id", { params });
      const ofMerchant = () => (change ? client.call("PATCH /merchants/me", change) : client.call("GET /merchants/me"));
      const { mail_preferences: wanted } = (await (mine ? ofUser() : ofMerchant())).body;
      session.print(wanted, () => record(Object.entries(wanted).map(([topic, isOn]) => [topic, isOn ? "on" : "off"])));
    },
  );
}

/** The merchant's own mails; all of them for administrators. */
export const printLog = (session: Session, query: PageOptions) =>
  printList(session, "GET /admin/email-logs", { query }, logColumns);

async function printOutbox({ limit = 20, cursor, ...options }: MachineOptions & PageOptions, io: Io): Promise<void> {
  const { keptMails } = await import("@merit/core/parties/mail/local-outbox.ts");
  if (cursor !== undefined && !/^\d{1,15}$/.test(cursor))
    throw new Failure("--cursor must be one that a page ended with");
  const before = cursor === undefined ? undefined : Number(cursor);
  const found = await keptMails(await outboxOf(options, io), { limit: limit + 1, before });
  const mails = found.slice(0, limit);
  const has_more = found.length > limit;
  const page = { data: mails, has_more, next_cursor: has_more ? String(mails.at(-1)?.id) : null };
  if (options.json) {
    return io.out(jsonLine({ ...page, data: mails.map(({ html: _, text: __, ...head }) => head) }));
  }
  io.out(table(columns, mails));
  moreNote({ note: (text) => io.err(`${text}\n`) }, page);
}

/** @throws Failure where mails aren't kept */
async function outboxOf(options: MachineOptions, io: Io): Promise<string> {
  const { localOutbox } = await import("@merit/core/parties/mail/local-outbox.ts");
  const folder = localOutbox(await settingsOf(options, io));
  if (folder !== null) return folder;
  throw new Failure(
    "Only a service on `local` without SMTP_URL has an outbox.",
    "merit mail log lists what was sent for a merchant, merit admin mails everything.",
  );
}

const columns = [
  { head: "Id", value: (mail: KeptMail) => mail.id, right: true },
  { head: "Time", value: (mail: KeptMail) => mail.date?.toISOString() },
  { head: "To", value: (mail: KeptMail) => mail.to },
  { head: "Subject", value: (mail: KeptMail) => mail.subject },
];

const logColumns = [
  { head: "Id", value: (row: EmailLog) => row.id, right: true },
  { head: "Time", value: (row: EmailLog) => row.created_at },
  { head: "To", value: (row: EmailLog) => row.recipient },
  { head: "Subject", value: (row: EmailLog) => row.subject },
  { head: "Status", value: (row: EmailLog) => row.status },
  { head: "Reason", value: (row: EmailLog) => row.error_message },
];

const headOf = ({ from, to, date, subject, attachments }: KeptMail): [string, string | undefined][] => [
  ["From", from],
  ["To", to],
  ["Time", date?.toISOString()],
  ["Subject", subject],
  ["Attachments", attachments.length > 0 ? attachments.join(", ") : undefined],
];
