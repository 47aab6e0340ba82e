// localnet's own numbers: start, transfers beside the bare host in the same run, pages of a long history.
import { run } from "../../scripts/lib/run.ts";
import { localnetPackages } from "../../scripts/lib/test/needs.ts";

export async function localnet(): Promise<void> {
  await run("cargo", ["bench", "--locked", ...localnetPackages, "--bench", "numbers"]);
}
