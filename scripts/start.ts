import { parseArgs } from "node:util";
import { loadEnvFile } from "../core/src/base/env-file.ts";
import { buildContracts, buildLocalnet, buildWeb } from "./lib/build.ts";
import { handOver } from "./lib/hand-over.ts";
import { main, root, StepError } from "./lib/run.ts";

await main(async () => {
  const options = process.argv.slice(2);
  // As in `merit start`: flags override the environment, which overrides the file.
  try {
    loadEnvFile();
  } catch (error) {
    throw new StepError((error as Error).message);
  }
  const { values } = parseArgs({ args: options, options: { network: { type: "string" } }, strict: false });
  const network = values.network ?? process.env.MERIT_NETWORK ?? "local";
  await buildWeb();
  if (network === "local") {
    await buildLocalnet();
    await buildContracts();
  }
  await handOver(process.execPath, [`${root}/cli/bin/merit.mjs`, "start", ...options]);
});
