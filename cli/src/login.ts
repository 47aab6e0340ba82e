import { type Command, Option } from "commander";
import { openClient } from "./client.ts";
import { ApiProblem, Failure } from "./errors.ts";
import type { Io } from "./io.ts";
import { readSecret } from "./password.ts";
import { type Profile, readProfile, type SavedLogin, writeProfile } from "./profile.ts";
import {
  apiKeyOption,
  openSession,
  parted,
  type ServerOptions,
  type Session,
  serverOf,
  sessionOf,
  withServer,
} from "./session.ts";

interface LoginOptions extends ServerOptions {
  token?: string;
}

/** Gives a command --json, --url and --token, and its action a session of the user who is logged in. */
export function withLogin<Options, Arguments extends unknown[]>(
  command: Command,
  io: Io,
  action: (session: Session, options: Options, ...args: Arguments) => Promise<void>,
): Command {
  return withServer(command)
    .addOption(tokenOption())
    .action(async (...given: unknown[]) => {
      const args = given.slice(0, -2) as Arguments;
      const { server, own } = parted<Options>(given.at(-2), "token");
      await action(await openLogin(server, io), own, ...args);
    });
}

/** Gives a merchant's command the option --mine, with which it is the command of the user who is logged in. */
export function withApiOrLogin<Options, Arguments extends unknown[]>(
  command: Command,
  io: Io,
  action: (session: Session, options: Options & { mine: boolean }, ...args: Arguments) => Promise<void>,
): Command {
  return withServer(command)
    .option("--mine", "your own as a user, after merit login, instead of the merchant's", false)
    .addOption(apiKeyOption())
    .addOption(tokenOption())
    .action(async (...given: unknown[]) => {
      const args = given.slice(0, -2) as Arguments;
      const { server, own } = parted<Options & { mine: boolean }>(given.at(-2), "apiKey", "token");
      await action(own.mine ? await openLogin(server, io) : await openSession(server, io), own, ...args);
    });
}

const tokenOption = () =>
  new Option(
    "--token <token>",
    "access token, or - to read it from standard input (MERIT_TOKEN; default: that of `merit login`)",
  );

async function openLogin(options: LoginOptions, io: Io): Promise<Session> {
  const server = serverOf(options, io);
  const given = options.token ? await readSecret(io, options.token) : io.env.MERIT_TOKEN;
  const accessToken = given ?? (await savedToken(server, io));
  const session = sessionOf(openClient({ url: server.url, accessToken, signal: io.signal }), io, options, server);
  return { ...session, userId: Number(claimsOf(accessToken).sub) || undefined };
}

/** A token that is valid for less time than this is exchanged first: it could expire on the way. */
const MARGIN_MS = 30_000;

async function savedToken(
  { url, path, profile }: { url: string; path: string; profile: Profile },
  io: Io,
): Promise<string> {
  const saved = profile.logins?.[url];
  if (!saved) throw new Failure(`Nobody is logged in at ${url}.`, "Log in with `merit login --email <email>`.");
  if (expiryOf(saved.access_token) > Date.now() + MARGIN_MS) return saved.access_token;
  const client = openClient({ url, signal: io.signal });
  const { body } = await client
    .call("POST /auth/refresh", { body: { refreshToken: saved.refresh_token } })
    .catch((error) => {
      if (!(error instanceof ApiProblem) || error.problem.status !== 401) throw error;
      throw new Failure(`The login at ${url} has ended.`, "Log in again with `merit login --email <email>`.");
    });
  saveLogin(path, url, { ...saved, access_token: body.accessToken, refresh_token: body.refreshToken });
  return body.accessToken;
}

/** The file as it is now: another command may have saved something since this one has read it. */
export function saveLogin(path: string, url: string, login: SavedLogin): void {
  const profile = readProfile(path);
  writeProfile(path, { ...profile, url, logins: { ...profile.logins, [url]: login } });
}

export function forgetLogin(path: string, url: string): void {
  const profile = readProfile(path);
  const { [url]: _, ...logins } = profile.logins ?? {};
  writeProfile(path, { ...profile, logins });
}

/** Milliseconds since 1970; 0 if the token has no expiry. Only the server decides whether it is valid. */
const expiryOf = (accessToken: string): number => Number(claimsOf(accessToken).exp) * 1000 || 0;

function claimsOf(accessToken: string): { sub?: unknown; exp?: unknown } {
  try {
    return JSON.parse(Buffer.from(accessToken.split(".")[1] ?? "", "base64url").toString("utf8")) ?? {};
  } catch {
    return {};
  }
}
