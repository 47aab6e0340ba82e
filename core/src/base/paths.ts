import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const repository = fileURLToPath(new URL("../../..", import.meta.url));

/** Folder in which cargo builds; CARGO_TARGET_DIR moves it, as it does for cargo itself. */
export const targetFolder = process.env.CARGO_TARGET_DIR ?? join(repository, "target");

/** Optimised wasm of the contracts and its manifest.json, written by `npm run contracts`. */
export const contractsFolder = join(targetFolder, "contracts");

/** A Rust binary of the workspace, built with the release profile. */
export function binary(name: string): string {
  return join(targetFolder, "release", process.platform === "win32" ? `${name}.exe` : name);
}

/** The embedded ledger; MERIT_LOCALNET names another build of it. */
export const localnetBinary = process.env.MERIT_LOCALNET ?? binary("localnet");
