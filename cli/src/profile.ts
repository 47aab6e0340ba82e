import { mkdirSync, readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import type { Service } from "@merit/client/signing/check.ts";
import type { BodyOf } from "@merit/client/types.ts";
import { writeFileAtomically } from "@merit/core/base/atomic-file.ts";
import { Failure } from "./errors.ts";

/** Data that `merit merchant register`, `merit login` and signing commands save, by server, so that a key is never sent to another one. */
export interface Profile {
  url?: string;
  servers: Record<string, SavedMerchant>;
  logins?: Record<string, SavedLogin>;
  services?: Record<string, KnownService>;
}

/** A server's data from when this machine first logged in or signed there. */
export type KnownService = Service & Pick<BodyOf<"GET /network">, "rpc_url">;

export interface SavedLogin {
  user_id: number;
  email: string | null;
  access_token: string;
  /** Works once: the next token replaces it here. */
  refresh_token: string;
}

export interface SavedMerchant {
  api_key: string;
  merchant_id: number;
  name: string;
}

export function profilePath(env: Record<string, string | undefined>): string {
  return join(env.XDG_CONFIG_HOME || join(homedir(), ".config"), "merit", "config.json");
}

/** @throws Failure when the file can't be read or others may read it. */
export function readProfile(path: string): Profile {
  const text = readOwnFile(path);
  if (text === undefined) return { servers: {} };
  try {
    const profile = JSON.parse(text) as Partial<Profile>;
    return { ...profile, servers: profile.servers ?? {} };
  } catch {
    throw new Failure(
      `${path} is not valid JSON.`,
      "Repair or remove the file; it holds the keys of registered merchants.",
    );
  }
}

function readOwnFile(path: string): string | undefined {
  try {
    const looser = process.platform !== "win32" && statSync(path).mode & 0o077;
    if (looser) throw new Failure(`${path} holds API keys, and others may read it.`, `Run: chmod 600 ${path}`);
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Failure) throw error;
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw new Failure(`${path} can't be read: ${(error as Error).message}`);
  }
}

/** Replaces the file as a whole, so that a crash leaves the old keys or the new ones. */
export function writeProfile(path: string, profile: Profile): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileAtomically(path, `${JSON.stringify(profile, null, 2)}\n`, 0o600);
  } catch (error) {
    throw new Failure(`${path} can't be written: ${(error as Error).message}`);
  }
}
