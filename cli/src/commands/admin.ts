import { randomBytes } from "node:crypto";
import type { Command } from "commander";
import { orFailure, UsageError } from "../errors.ts";
import type { Io } from "../io.ts";
import { databaseIn, type MachineOptions, settingsOf, withMachine } from "../machine.ts";
import { jsonLine, record } from "../output.ts";
import { readPassword } from "../password.ts";
import { adminPointCommands } from "./admin-points.ts";
import { adminRecordCommands } from "./admin-records.ts";
import { adminWorkCommands } from "./admin-work.ts";

interface CreateOptions extends MachineOptions {
  email: string;
  passwordStdin?: boolean;
}

const MIN_PASSWORD = 8;

export function adminCommands(program: Command, io: Io): void {
  const admin = program
    .command("admin")
    .description("for administrators: create is for this machine, all others need `merit login`");
  adminRecordCommands(admin, io);
  adminPointCommands(admin, io);
  adminWorkCommands(admin, io);
  withMachine(
    admin
      .command("create")
      .description("create an administrator; prints a new password once")
      .requiredOption("--email <email>", "e-mail address to log in by")
      .option("--password-stdin", "read the password from standard input instead of making one"),
  )
    .addHelpText(
      "after",
      `
This command works on the data of this machine, whether the service runs or not. An account that has the address
already becomes an administrator: it gets the new password, and its sessions, its wallets and a change of its address
that waits end, since somebody else may have registered it.

Examples:
  $ merit admin create --email ops@rewards.example
  $ pass merit/admin | merit admin create --email ops@rewards.example --password-stdin`,
    )
    .action((options: CreateOptions) => create(options, io));
}

async function create(options: CreateOptions, io: Io): Promise<void> {
  if (!/^[^\s@]+@[^\s@]+$/.test(options.email)) {
    throw new UsageError(`"${options.email}" is not an e-mail address.`, "It looks like ops@rewards.example.");
  }
  const made = options.passwordStdin ? undefined : randomBytes(18).toString("base64url");
  const password = made ?? (await givenPassword(io));
  const { user, existed } = await orFailure(() => createOnThisMachine(options, password, io));
  const { id, email } = user;
  const view = { id, email, role: "admin", existed, ...(made && { password: made }) };
  io.out(options.json ? jsonLine(view) : record(Object.entries(view)));
  if (!options.json && made) io.err("The password is not shown again.\n");
}

async function createOnThisMachine(options: CreateOptions, password: string, io: Io) {
  const { openDatabase } = await import("@merit/core/db/database.ts");
  const { createAdmin } = await import("@merit/core/users/create-admin.ts");
  const settings = await settingsOf(options, io);
  const db = openDatabase(databaseIn(settings.dataDir));
  try {
    return await createAdmin({ db, settings }, { email: options.email, password }, new Date());
  } finally {
    await db.close();
  }
}

async function givenPassword(io: Io): Promise<string> {
  const password = await readPassword(io, true);
  if (password.length >= MIN_PASSWORD) return password;
  throw new UsageError(`The password has fewer than ${MIN_PASSWORD} characters.`);
}
