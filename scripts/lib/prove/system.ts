// The long variants of the proofs of which `npm test` plays short ones.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { buildContracts, buildLocalnet, buildWeb } from "../build.ts";
import { chromium } from "../chromium.ts";
import { capture, root, step } from "../run.ts";
import type { Row } from "./record.ts";

/** Time limit of a test: ten thousand rewards, or every crash of a series. */
const TEST_MS = 1_800_000;

export async function system(): Promise<Row[]> {
  await buildWeb();
  await buildLocalnet();
  await buildContracts();
  const env = { LONG: "1", CHROMIUM: await chromium() };
  step("System tests at length");
  const files = globSync("test/*/*.test.ts", { cwd: root }).filter((file) =>
    /support\/(long|turned-back)\.ts"/.test(readFileSync(join(root, file), "utf8")),
  );
  const args = ["run", "--project", "system", `--testTimeout=${TEST_MS}`, ...files];
  const { passed, seconds } = await capture("vitest", args, { env });
  return [{ subject: "system tests", measured: `${files.length} files at length in ${seconds} s`, passed }];
}
