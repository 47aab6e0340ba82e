import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { type Command, Option } from "commander";
import { Failure, operatorFailure, UsageError } from "../errors.ts";
import type { Io } from "../io.ts";
import { jsonLine, record } from "../output.ts";
import { networkChoices } from "./start.ts";

interface CreateOptions {
  email: string;
  passwordStdin?: boolean;
  network?: string;
  data?: string;
  json?: boolean;
}

const MIN_PASSWORD = 8;

export function adminCommands(program: Command, io: Io): void {
  const admin = program.command("admin").description("administrators of the service on this machine");
  admin
    .command("create")
    .description("create an administrator; prints a new password once")
    .requiredOption("--email <email>", "e-mail address to log in by")
    .option("--password-stdin", "read the password from standard input instead of making one")
    .addOption(new Option("--network <name>", "network (MERIT_NETWORK; default local)").choices(networkChoices))
    .option("--data <folder>", "where data is kept (MERIT_DATA_DIR; default ./data of the repository)")
    .option("--json", "print JSON instead of a table")
    .addHelpText(
      "after",
      `
This command works on the data of this machine, whether the service runs or not. An account that has the address
already becomes an administrator: it gets the new password, and its sessions end.

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
  const password = made ?? (await readPassword());
  const { user, existed } = await createOnThisMachine(options, password, io).catch((error) => {
    throw operatorFailure(error);
  });
  const { id, email } = user;
  const view = { id, email, role: "admin", existed, ...(made && { password: made }) };
  io.out(options.json ? jsonLine(view) : record(Object.entries(view)));
  if (!options.json && made) io.err("The password is not shown again.\n");
}

async function createOnThisMachine({ email, network, data }: CreateOptions, password: string, io: Io) {
  // Loaded by the one command that needs them: the others answer faster.
  const { loadSettings } = await import("@merit/core/settings.ts");
  const { openDatabase } = await import("@merit/core/db/database.ts");
  const { createAdmin } = await import("@merit/core/users/create-admin.ts");
  const { dataDir } = loadSettings({
    ...io.env,
    ...(network !== undefined && { MERIT_NETWORK: network }),
    ...(data !== undefined && { MERIT_DATA_DIR: data }),
  });
  const path = join(dataDir, "merit.db");
  if (!existsSync(path)) {
    throw new Failure(`There is no database at ${path}.`, "Name the folder by --data, or start the service once.");
  }
  const db = openDatabase(path);
  try {
    return await createAdmin(db, { email, password }, new Date());
  } finally {
    await db.close();
  }
}

async function readPassword(): Promise<string> {
  const password = (await text(process.stdin)).replace(/\r?\n$/, "");
  if (password.length >= MIN_PASSWORD) return password;
  throw new UsageError(`The password has fewer than ${MIN_PASSWORD} characters.`);
}
