import { parseArgs } from "node:util";
import { buildContracts, buildLocalnet } from "./lib/build.ts";
import { handOver } from "./lib/hand-over.ts";
import { exists, main, root } from "./lib/run.ts";

await main(async () => {
  const options = process.argv.slice(2);
  // As `merit start` will: flags win over the environment, and that over the file.
  if (exists(".env")) process.loadEnvFile(".env");
  const { values } = parseArgs({ args: options, options: { network: { type: "string" } }, strict: false });
  const network = values.network ?? process.env.MERIT_NETWORK ?? "local";
  if (network === "local") {
    await buildLocalnet();
    await buildContracts();
  }
  await handOver(process.execPath, [`${root}/cli/bin/merit.mjs`, "start", ...options]);
});
