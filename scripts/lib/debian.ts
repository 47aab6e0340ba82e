import { download } from "./download.ts";
import { exists, run, StepError, step } from "./run.ts";

/** Runs wait for each other: apt-get locks its lists. */
let last: Promise<unknown> = Promise.resolve();

/** Installs Debian's packages. @throws StepError that says `otherwise`, where that can't be done */
export async function installPackages(packages: readonly string[], otherwise: string): Promise<void> {
  if (!exists("/usr/bin/apt-get") || process.getuid?.() !== 0) throw new StepError(otherwise);
  const installed = last.then(() => install(packages));
  last = installed.catch(() => {});
  try {
    await installed;
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    throw new StepError(`${otherwise} (${error.message})`);
  }
}

async function install(packages: readonly string[]): Promise<void> {
  step(`Installing ${packages.join(", ")}`);
  await download(packages.join(", "), async () => {
    await run("apt-get", ["update", "-qq"]);
    await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages]);
  });
}
