// `npm run bench [-- name ...]`: measurements with their baselines in the same run. Never part of the tests.
import { rmSync } from "node:fs";
import { api } from "../test/bench/api.ts";
import { contracts } from "../test/bench/contracts.ts";
import { indexer } from "../test/bench/indexer.ts";
import { leaderboard } from "../test/bench/leaderboard.ts";
import { live } from "../test/bench/live.ts";
import { localnet } from "../test/bench/localnet.ts";
import { payouts } from "../test/bench/payouts.ts";
import { scale } from "../test/bench/scale.ts";
import { web } from "../test/bench/web.ts";
import { webhooks } from "../test/bench/webhooks.ts";
import { createTemplate } from "../test/support/template.ts";
import { buildContracts, buildLocalnet } from "./lib/build.ts";
import { main, StepError, step } from "./lib/run.ts";

/** Benchmarks on a ledger with the contracts, deployed in the folder that they are given. */
const onLedger: Record<string, (template: string) => Promise<void>> = { payouts, contracts, live, web };
/** Benchmarks on the service's own database, and of localnet, which brings its own ledger. */
const alone: Record<string, () => Promise<void>> = { api, leaderboard, indexer, webhooks, scale, localnet };

await main(async () => {
  const chosen = process.argv.slice(2).filter((argument) => argument !== "--long");
  const all = [...Object.keys(alone), ...Object.keys(onLedger)];
  const unknown = chosen.find((name) => !all.includes(name));
  if (unknown) throw new StepError(`there is no bench "${unknown}". Benches: ${all.join(", ")}.`);
  const wanted = <Bench>(benches: Record<string, Bench>) =>
    Object.entries(benches).filter(([name]) => chosen.length === 0 || chosen.includes(name));
  for (const [name, bench] of wanted(alone)) {
    step(`bench ${name}`);
    await bench();
  }
  if (wanted(onLedger).length > 0) await benchOnLedger(wanted(onLedger));
});

async function benchOnLedger(benches: [string, (template: string) => Promise<void>][]): Promise<void> {
  await buildLocalnet();
  await buildContracts();
  const template = await createTemplate();
  try {
    for (const [name, bench] of benches) {
      step(`bench ${name}`);
      await bench(template);
    }
  } finally {
    rmSync(template, { recursive: true, force: true });
  }
}
