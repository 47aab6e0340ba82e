import { buildContracts } from "./lib/build.ts";
import { contractsFolder, main, root } from "./lib/run.ts";

await main(async () => {
  await buildContracts();
  process.stdout.write(`Contracts are in ${contractsFolder.replace(`${root}/`, "")}\n`);
});
