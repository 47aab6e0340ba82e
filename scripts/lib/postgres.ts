import { existsSync } from "node:fs";
import { join } from "node:path";
import { installPackages } from "./debian.ts";
import { run, StepError } from "./run.ts";

/** Debian's version of PostgreSQL: 15 in its release 12. */
const FOLDERS = ["15", "16", "17", "18"].map((version) => `/usr/lib/postgresql/${version}/bin`);

const isThere = (folder: string) => existsSync(join(folder, "initdb"));

/** Folder of PostgreSQL's programs for tests: POSTGRES_BIN, or one that is installed, or Debian's package, which is installed if need be. */
export async function postgres(): Promise<string> {
  const found = process.env.POSTGRES_BIN ?? FOLDERS.find(isThere);
  if (found !== undefined) return found;
  const otherwise =
    "The tests on PostgreSQL need its server, 15 or newer. Install it, or set POSTGRES_BIN to the folder of initdb.";
  await installPackages(["postgresql-common"], otherwise);
  // Otherwise the next package starts a server: tests have servers of their own.
  const settings = "/etc/postgresql-common/createcluster.conf";
  await run("sed", ["-i", "s/^#*create_main_cluster.*/create_main_cluster = false/", settings]);
  await installPackages(["postgresql"], otherwise);
  const installed = FOLDERS.find(isThere);
  if (installed === undefined)
    throw new StepError("There is no PostgreSQL 15 or newer. Set POSTGRES_BIN to the folder of initdb.");
  return installed;
}
