import type { Command } from "commander";
import { openClient } from "../client.ts";
import { ApiProblem, Failure } from "../errors.ts";
import type { Io } from "../io.ts";
import { knownService } from "../known-service.ts";
import { forgetLogin, saveLogin } from "../login.ts";
import { record } from "../output.ts";
import { readPassword } from "../password.ts";
import { serverOf, sessionOf, withServer } from "../session.ts";

interface Options {
  url?: string;
  json?: boolean;
}

interface LoginOptions extends Options {
  email: string;
  passwordStdin?: boolean;
}

export function loginCommands(program: Command, io: Io): void {
  withServer(
    program
      .command("login")
      .description("log in with e-mail address and password, for commands of users and administrators")
      .requiredOption("--email <email>", "e-mail address of the account")
      .option("--password-stdin", "read the password from standard input instead of asking for it"),
  )
    .addHelpText(
      "after",
      `
The session is saved in ~/.config/merit/config.json, which only you can read, and used for this server only.

Examples:
  $ merit login --email ops@rewards.example
  $ pass merit/admin | merit login --email ops@rewards.example --password-stdin`,
    )
    .action((options: LoginOptions) => login(options, io));

  withServer(program.command("logout").description("end the session that `merit login` has saved"))
    .addHelpText("after", "\nExample:\n  $ merit logout")
    .action((options: Options) => logout(options, io));
}

async function login(options: LoginOptions, io: Io): Promise<void> {
  const server = serverOf(options, io);
  const password = await readPassword(io, options.passwordStdin);
  const client = openClient({ url: server.url, signal: io.signal });
  const { body } = await client.call("POST /auth/login", { body: { email: options.email, password } });
  const { user, accessToken, refreshToken } = body;
  saveLogin(server.path, server.url, {
    user_id: user.id,
    email: user.email,
    access_token: accessToken,
    refresh_token: refreshToken,
  });
  const session = sessionOf(client, io, options, server);
  // The login holds without it; commands that sign ask again.
  await knownService(session).catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error;
    if (!(error instanceof ApiProblem)) session.note(`${error.message}\n${error.hint ?? ""}`);
  });
  session.print({ id: user.id, email: user.email, role: user.role, url: server.url }, () =>
    record([
      ["Id", user.id],
      ["E-mail", user.email],
      ["Role", user.role],
    ]),
  );
  session.note(`The session is saved in ${server.path}.`);
}

/** Ends the session on the server and removes it from the file, if it is there. */
async function logout(options: Options, io: Io): Promise<void> {
  const server = serverOf(options, io);
  const saved = server.profile.logins?.[server.url];
  const client = openClient({ url: server.url, signal: io.signal });
  if (saved) await client.call("POST /auth/logout", { body: { refreshToken: saved.refresh_token } });
  forgetLogin(server.path, server.url);
  const session = sessionOf(client, io, options, server);
  session.print({ logged_out: saved !== undefined }, () =>
    saved ? `${saved.email ?? saved.user_id} is logged out.\n` : "",
  );
  if (!saved) session.note(`Nobody was logged in at ${server.url}.`);
}
