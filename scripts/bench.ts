// `npm run bench [-- name ...]`: measurements with their baselines in the same run. Never part of the tests.
import { rmSync } from "node:fs";
import { contracts } from "../test/bench/contracts.ts";
import { payouts } from "../test/bench/payouts.ts";
import { createTemplate } from "../test/support/template.ts";
import { buildContracts, buildLocalnet } from "./lib/build.ts";
import { main, StepError, step } from "./lib/run.ts";

const benches: Record<string, (template: string) => Promise<void>> = { payouts, contracts };

await main(async () => {
  const chosen = process.argv.slice(2);
  const unknown = chosen.find((name) => !(name in benches));
  if (unknown) throw new StepError(`there is no bench "${unknown}". Benches: ${Object.keys(benches).join(", ")}.`);
  await buildLocalnet();
  await buildContracts();
  const template = await createTemplate();
  try {
    for (const [name, bench] of Object.entries(benches)) {
      if (chosen.length > 0 && !chosen.includes(name)) continue;
      step(`bench ${name}`);
      await bench(template);
    }
  } finally {
    rmSync(template, { recursive: true, force: true });
  }
});
