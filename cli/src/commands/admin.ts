import { randomBytes } from "node:crypto";
import type { Database } from "@merit/core/store/db/database.ts";
import type { Command } from "commander";
import { confirm } from "../confirm.ts";
import { Failure, orFailure, UsageError } from "../errors.ts";
import type { Io } from "../io.ts";
import { type MachineOptions, openDatabase, settingsOf, withMachine } from "../machine.ts";
import { jsonLine, record } from "../output.ts";
import { readPassword } from "../password.ts";
import { positiveInteger } from "../values.ts";
import { adminPointCommands } from "./admin-points.ts";
import { adminRecordCommands } from "./admin-records.ts";
import { adminWorkCommands } from "./admin-work.ts";

interface CreateOptions extends MachineOptions {
  email: string;
  passwordStdin?: boolean;
  reset?: boolean;
}

const MIN_PASSWORD = 8;

export function adminCommands(program: Command, io: Io): void {
  const admin = program
    .command("admin")
    .description("commands for administrators; all but `create` and `new-key` need `merit login`");
  adminRecordCommands(admin, io);
  adminPointCommands(admin, io);
  adminWorkCommands(admin, io);
  withMachine(
    admin
      .command("create")
      .description("create an administrator; prints a new password once")
      .requiredOption("--email <email>", "e-mail address to log in with")
      .option("--password-stdin", "read the password from standard input instead of generating one")
      .option("--reset", "replace the password of an existing administrator without asking"),
  )
    .addHelpText(
      "after",
      `
This command works on this machine's data, whether or not the service runs. If an account with this address exists, it
becomes an administrator. Since somebody else may have registered it, it gets the new password, and loses its sessions,
its linked wallets and any pending change of its address. If it is an administrator already, the command asks first;
scripts add --reset.

Examples:
  $ merit admin create --email ops@rewards.example
  $ pass merit/admin | merit admin create --email ops@rewards.example --password-stdin`,
    )
    .action((options: CreateOptions) => create(options, io));
  newKeyCommand(admin, io);
}

function newKeyCommand(admin: Command, io: Io): void {
  withMachine(
    admin
      .command("new-key")
      .description("give a merchant that has lost its API keys another one; prints it once")
      .argument("<merchant>", "id of the merchant", positiveInteger),
  )
    .addHelpText(
      "after",
      `
This command works on this machine's data, whether or not the service runs. Merchants get a key themselves with
\`merit merchant recover\`, if the service can send mails. Make sure whom you give the key to: it has all scopes. The
merchant's other keys keep working; it revokes those that it has lost. The audit log records it.

Examples:
  $ merit admin merchants --email owner@corner.example
  $ merit admin new-key 7`,
    )
    .action((id: number, options: MachineOptions) => orFailure(() => newKey(id, options, io)));
}

async function newKey(id: number, options: MachineOptions, io: Io): Promise<void> {
  const { giveKey } = await import("@merit/core/parties/merchants/recovery.ts");
  const settings = await settingsOf(options, io);
  const db = await openDatabase(settings);
  const given = await db.commit((store) => giveKey({ settings }, store, id, new Date())).finally(() => db.close());
  const { name, email } = given.merchant;
  const view = { id, name, email, api_key: given.apiKey };
  io.out(options.json ? jsonLine(view) : record(Object.entries(view)));
  if (!options.json) io.err("The key is not shown again.\n");
}

async function create(options: CreateOptions, io: Io): Promise<void> {
  if (!/^[^\s@]+@[^\s@]+$/.test(options.email)) {
    throw new UsageError(`"${options.email}" is not an e-mail address.`, "Give one such as ops@rewards.example.");
  }
  const { user, existed, made } = await orFailure(() => createOnThisMachine(options, io));
  const { id, email } = user;
  const view = { id, email, role: "admin", existed, ...(made && { password: made }) };
  io.out(options.json ? jsonLine(view) : record(Object.entries(view)));
  if (!options.json && made) io.err("The password is not shown again.\n");
}

/** `made` is the password, unless it was given. */
async function createOnThisMachine({ email, passwordStdin, reset, ...options }: CreateOptions, io: Io) {
  const { createAdmin } = await import("@merit/core/accounts/create-admin.ts");
  const settings = await settingsOf(options, io);
  const db = await openDatabase(settings);
  try {
    if (!reset && (await isAdmin(db, email))) {
      const question = `${email} is an administrator already. Replace the password and end all sessions?`;
      if (!(await confirm(io, question, "--reset"))) throw new Failure("Nothing was changed.");
    }
    const made = passwordStdin ? undefined : randomBytes(18).toString("base64url");
    const password = made ?? (await givenPassword(io));
    return { ...(await createAdmin({ db, settings }, { email, password }, new Date())), made };
  } finally {
    await db.close();
  }
}

async function isAdmin(db: Database, email: string): Promise<boolean> {
  const { byEmail } = await import("@merit/core/parties/users/store.ts");
  const { normalEmail } = await import("@merit/core/accounts/service.ts");
  return (await db.read((store) => byEmail(store, normalEmail(email))))?.role === "admin";
}

async function givenPassword(io: Io): Promise<string> {
  const password = await readPassword(io, true);
  if (password.length >= MIN_PASSWORD) return password;
  throw new UsageError(`The password has fewer than ${MIN_PASSWORD} characters.`);
}
