// `npm run bench [-- name ...]`: measurements with their baselines in the same run. Never part of the tests.
import { rmSync } from "node:fs";
import { contracts } from "../test/bench/contracts.ts";
import { leaderboard } from "../test/bench/leaderboard.ts";
import { payouts } from "../test/bench/payouts.ts";
import { createTemplate } from "../test/support/template.ts";
import { buildContracts, buildLocalnet } from "./lib/build.ts";
import { main, StepError, step } from "./lib/run.ts";

type Benches<Needs extends unknown[]> = Record<string, (...needs: Needs) => Promise<void>>;

const withoutLedger: Benches<[]> = { leaderboard };
const onLedger: Benches<[template: string]> = { payouts, contracts };

await main(async () => {
  const names = [...Object.keys(withoutLedger), ...Object.keys(onLedger)];
  const chosen = process.argv.length > 2 ? process.argv.slice(2) : names;
  const unknown = chosen.find((name) => !names.includes(name));
  if (unknown) throw new StepError(`there is no bench "${unknown}". Benches: ${names.join(", ")}.`);
  await run(withoutLedger, chosen);
  if (!chosen.some((name) => name in onLedger)) return;
  await buildLocalnet();
  await buildContracts();
  const template = await createTemplate();
  try {
    await run(onLedger, chosen, template);
  } finally {
    rmSync(template, { recursive: true, force: true });
  }
});

async function run<Needs extends unknown[]>(benches: Benches<Needs>, chosen: string[], ...needs: Needs) {
  for (const [name, bench] of Object.entries(benches)) {
    if (!chosen.includes(name)) continue;
    step(`bench ${name}`);
    await bench(...needs);
  }
}
