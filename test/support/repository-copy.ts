import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { root } from "./processes.ts";

/** Copies everything that git knows or would add into an empty folder. */
export function copyRepository(copy: string): void {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const listed = execFileSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 });
  for (const file of listed.split("\0").filter((file) => file && existsSync(join(root, file)))) {
    // Cargo builds again what has a newer time.
    cpSync(join(root, file), join(copy, file), { preserveTimestamps: true });
  }
  linkPackages(copy);
}

/** Links the packages of this repository into a copy, which then finds them and its own. */
export function linkPackages(copy: string): void {
  mkdirSync(join(copy, "node_modules/@merit"), { recursive: true });
  const link = (name: string, target: string) => symlinkSync(target, join(copy, "node_modules", name));
  for (const name of readdirSync(join(root, "node_modules")).filter((name) => !/^\.|^@merit$/.test(name))) {
    link(name, join(root, "node_modules", name));
  }
  for (const name of readdirSync(join(root, "node_modules/@merit"))) link(`@merit/${name}`, join(copy, name));
}

/** Instructions to renew a patch that the code has left behind. */
export const renewal = (patch: string) =>
  `To renew ${patch}, run \`git apply --3way ${patch}\` in a clean working tree, mend the code, and run ` +
  `\`git diff -U1 HEAD -- . ':!test/walks' ':!core/src/store/db/migrations' ':!core/src/store/db/postgres/migrations' ':!Cargo.lock' >${patch}; git restore -SW . ':!test/walks'\`.`;
