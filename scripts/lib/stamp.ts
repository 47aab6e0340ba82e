import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { exists, root } from "./run.ts";

/** Hash over the names and contents of all files below the given paths (relative to the root). */
export function hashOf(paths: string[]): string {
  const hash = createHash("sha256");
  for (const path of paths.flatMap((path) => filesBelow(join(root, path)))) {
    hash.update(relative(root, path)).update("\0").update(readFileSync(path)).update("\0");
  }
  return hash.digest("hex");
}

function filesBelow(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => filesBelow(join(path, entry.name)));
}

/** True if the file `stamp` shows that the work was done for the same inputs. */
export const isDone = (stamp: string, inputs: string): boolean =>
  exists(stamp) && readFileSync(stamp, "utf8") === inputs;

/** Does the work unless the file `stamp` shows that it was done for the same inputs. */
export async function unlessDone(stamp: string, inputs: string, work: () => Promise<void>): Promise<void> {
  if (isDone(stamp, inputs)) return;
  await work();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, inputs);
}
