// Builds all contracts, or those whose names are given.
import { buildContracts } from "./lib/build.ts";
import { contractsFolder, main, root } from "./lib/run.ts";

await main(async () => {
  await buildContracts(process.argv.slice(2));
  process.stdout.write(`Contracts are in ${contractsFolder.replace(`${root}/`, "")}\n`);
});
