import { existsSync } from "node:fs";
import { databasePath } from "@merit/core/base/data-folder.ts";
import type { Settings } from "@merit/core/base/settings/settings.ts";
import type { Database } from "@merit/core/store/db/database.ts";
import { type Command, Option } from "commander";
import { Failure, orFailure } from "./errors.ts";
import type { Io } from "./io.ts";

// For commands that work on the data of this machine, beside the service or without it.

export interface MachineOptions {
  network?: string;
  data?: string;
  json?: boolean;
}

export const networkChoices = ["local", "quickstart", "testnet", "mainnet"];

export function withMachine(command: Command): Command {
  return command
    .addOption(new Option("--network <name>", "network (MERIT_NETWORK; default: local)").choices(networkChoices))
    .option("--data <folder>", "folder for data (MERIT_DATA_DIR; default: ./data of the repository)")
    .option("--json", "print JSON instead of a table");
}

/** What the help of a command says beneath its options. */
export const machineHelp = (what: string, example: string) => `
This command reads this machine's data and asks its ledger. ${what}

Example:
  $ ${example}`;

/** Settings that flags override. */
interface Flags extends MachineOptions {
  host?: string;
  port?: string;
}

/** The settings. Warns first about each variable that looks like a setting but is not one. @throws SettingsError */
export async function settingsOf({ network, data, host, port }: Flags, io: Io) {
  // Loaded by the commands that need them: the others answer faster.
  const { loadSettings } = await import("@merit/core/base/settings/settings.ts");
  const { unknownSettings } = await import("@merit/core/base/settings/names.ts");
  for (const line of unknownSettings(io.env)) io.err(`warning: ${line}\n`);
  const flags = { MERIT_NETWORK: network, MERIT_DATA_DIR: data, HOST: host, PORT: port };
  return loadSettings({
    ...io.env,
    ...Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined)),
  });
}

/** @throws Failure if there is none */
export function databaseIn(dataDir: string): string {
  const path = databasePath(dataDir);
  if (existsSync(path)) return path;
  throw new Failure(`There is no database at ${path}.`, "Give the folder with --data, or start the service once.");
}

/** The database of a service that has run before, and may be busy now. @throws Failure if there is none, or it was moved away */
export async function openDatabase(settings: Settings): Promise<Database> {
  const { openDatabase: open } = await import("@merit/core/store/db/open.ts");
  const { PATIENT_MS } = await import("@merit/core/store/db/sqlite/open.ts");
  const { requireUnmoved } = await import("@merit/core/store/db/moved.ts");
  if (settings.databaseUrl === null) databaseIn(settings.dataDir);
  const db = open(settings, undefined, PATIENT_MS);
  try {
    await orFailure(() => db.read(requireUnmoved));
  } catch (error) {
    await db.close();
    throw error;
  }
  return db;
}

export const START = "Start the service first, which also runs the local ledger: `npm start` in the repository.";

/**
 * Work that asks the ledger's node. If the node doesn't answer, says which one it is, without what may be a key in its URL.
 * @param option that named it; undefined: the settings did
 */
export async function askingNode<T>(
  settings: Pick<Settings, "dataDir" | "network" | "rpcUrl">,
  work: () => Promise<T>,
  option?: string,
): Promise<T> {
  const { RpcUnavailable } = await import("@merit/core/ledger/chain/errors.ts");
  const { rpcUrl } = await import("@merit/core/ledger/chain/chain.ts");
  return work().catch((error: unknown) => {
    if (!(error instanceof RpcUnavailable)) throw error;
    const asked = `It was asked at ${new URL(rpcUrl(settings)).origin} (${option ?? "MERIT_RPC_URL"}).`;
    const mayStart = settings.network === "local" && option === undefined;
    throw new Failure(error.message, mayStart ? `${asked}\n${START}` : asked);
  });
}
