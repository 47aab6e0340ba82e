// `npm run costs`: measures every call of every contract on the built wasm and rewrites contracts/costs.json.
import { buildContracts } from "./lib/build.ts";
import { contractsFolder, main, run } from "./lib/run.ts";

await main(async () => {
  await buildContracts();
  await run("cargo", ["test", "--release", "--locked", "-p", "merit-costs", "--test", "ledger"], {
    MERIT_WASM_DIR: contractsFolder,
    UPDATE_COSTS: "1",
  });
  process.stdout.write("contracts/costs.json is up to date: commit it with the change that moved the figures.\n");
});
