import type { BodyOf, Endpoint, RequestOf } from "@merit/client/types.ts";
import { type Command, Option } from "commander";
import { baseUrl, type Client, DEFAULT_URL, type Merchant, openClient } from "./client.ts";
import { Failure } from "./errors.ts";
import type { Io } from "./io.ts";
import { jsonLine } from "./output.ts";
import { readSecret } from "./password.ts";
import { type Profile, profilePath, readProfile, writeProfile } from "./profile.ts";

/** The tools of a command that calls the API. */
export interface Session {
  client: Client;
  io: Io;
  json: boolean;
  profile: Profile;
  profilePath: string;
  /** Id of the user that the access token names, if there is one and it can be read. */
  userId?: number | undefined;
  /** The result: JSON for scripts, `text` for people. */
  print<Value>(value: Value, text: (value: Value) => string): void;
  /** Makes a call and prints what it answers. */
  printAnswer<E extends Endpoint>(endpoint: E, request: RequestOf<E>, text: (body: BodyOf<E>) => string): Promise<void>;
  /** A remark for people; scripts don't get it. */
  note(text: string): void;
}

export interface ServerOptions {
  json?: boolean;
  url?: string;
}

export interface ApiOptions extends ServerOptions {
  apiKey?: string;
}

/** A server that a command talks to, and what is saved about servers. */
interface Server {
  url: string;
  path: string;
  profile: Profile;
}

export const withServer = (command: Command): Command =>
  command
    .option("--json", "print JSON instead of a table")
    .addOption(
      new Option(
        "--url <url>",
        `base URL of the API (MERIT_URL; default: the server of the key saved last, else ${DEFAULT_URL})`,
      ),
    );

/** Gives a command --json, --url and --api-key, and its action a session. */
export function withApi<Options, Arguments extends unknown[]>(
  command: Command,
  io: Io,
  action: (session: Session, options: Options, ...args: Arguments) => Promise<void>,
): Command {
  return withServer(command)
    .addOption(apiKeyOption())
    .action(async (...given: unknown[]) => {
      const args = given.slice(0, -2) as Arguments;
      const { server, own } = parted<Options>(given.at(-2), "apiKey");
      await action(await openSession(server, io), own, ...args);
    });
}

/** A command's own options apart from those of every command, so that it can hand them on as a call's fields. */
export function parted<Options>(
  given: unknown,
  ...credentials: ("apiKey" | "token")[]
): { server: ApiOptions & { token?: string }; own: Options } {
  const parts = Object.groupBy(Object.entries(given as object), ([name]) =>
    ["json", "url", ...credentials].includes(name) ? "server" : "own",
  );
  return { server: Object.fromEntries(parts.server ?? []), own: Object.fromEntries(parts.own ?? []) as Options };
}

export const apiKeyOption = () =>
  new Option(
    "--api-key <key>",
    "the merchant's API key, or - to read it from standard input (MERIT_API_KEY; default: the saved one)",
  );

export async function openSession(options: ApiOptions, io: Io): Promise<Session> {
  const server = serverOf(options, io);
  const given = options.apiKey && (await readSecret(io, options.apiKey));
  const apiKey = given ?? io.env.MERIT_API_KEY ?? server.profile.servers[server.url]?.api_key;
  return sessionOf(openClient({ url: server.url, apiKey, signal: io.signal }), io, options, server);
}

export function serverOf({ url: given }: ServerOptions, { env }: Io): Server {
  const path = profilePath(env);
  const profile = readProfile(path);
  return { url: baseUrl(given ?? env.MERIT_URL ?? profile.url ?? DEFAULT_URL), path, profile };
}

export function sessionOf(
  client: Client,
  io: Io,
  { json = false }: ServerOptions,
  { profile, path }: Pick<Server, "profile" | "path">,
): Session {
  const print: Session["print"] = (value, text) => io.out(json ? jsonLine(value) : text(value));
  return {
    client,
    io,
    json,
    profile,
    profilePath: path,
    print,
    printAnswer: async (endpoint, request, text) => {
      const { body } = await client.call<Endpoint>(endpoint, request as never);
      print(body as BodyOf<typeof endpoint>, text);
    },
    note: (text) => {
      if (!json) io.err(`${text}\n`);
    },
  };
}

/** Saves a key that was just printed, for the next commands of its server. */
export function saveKey(session: Session, { id, name }: Pick<Merchant, "id" | "name">, apiKey: string): void {
  const { client, profile, profilePath } = session;
  profile.servers[client.url] = { api_key: apiKey, merchant_id: id, name };
  profile.url = client.url;
  try {
    writeProfile(profilePath, profile);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Failure(`The server has made the key, but it is not saved: ${reason}`, "Keep the key printed above.");
  }
  session.note(`The key won't be shown again. It is saved in ${profilePath}.`);
}
