// Payouts under mainnet's limits: on a ledger that closes every 5 seconds, on one that closes with each transaction, and what
// the ledger charges for them. Each figure is shown beside its baseline, one transaction per payout, from the same run.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { trustingWallets } from "../support/trusting-wallets.ts";
import { World } from "../support/world.ts";
import { cpuByStage, cpuSeconds, residentMegabytes } from "./cpu.ts";
import { median, percentile } from "./figures.ts";
import { Payer } from "./payer.ts";
import { Load } from "./payout-load.ts";

const WALLETS = 1_000;
const CLOSE_MS = 5_000;
/** Ledgers of 5 s that are measured, and rewards that keep them full. */
const LEDGERS = 20;
const REWARDS = 20_000;
const MERCHANTS = 4;
const SINGLE_LEDGERS = 3;
const INSTANT = 10_000;
const SINGLE_INSTANT = 1_000;
const MEMORY = 100_000;
const LATENCY_SAMPLES = 30;

export async function payouts(template: string): Promise<void> {
  await fullLedgers(template);
  await instant(template);
  await memory(template);
}

/** Payouts that a ledger takes under load, and a reward's delay when there is little load. */
async function fullLedgers(template: string): Promise<void> {
  const world = await World.open(template);
  try {
    const wallets = await trustingWallets(world, WALLETS);
    const load = await Load.open(world, MERCHANTS, REWARDS / MERCHANTS + 1_000);
    await world.ledger.closeEvery(CLOSE_MS);
    const waits = await load.ledgersToConfirm(wallets.slice(0, LATENCY_SAMPLES));
    console.log(
      `ledgers of 5 s, little to do: issue -> confirmed p50 ${median(waits)} ledgers, p99 ${percentile(waits, 0.99)} (goal: p50 at most 2)`,
    );
    const batched = await load.perLedger(wallets, REWARDS);
    // The first two take what has been issued by then.
    const full = batched.slice(2, LEDGERS + 2);
    console.log(
      `ledgers of 5 s, ${REWARDS} rewards of ${MERCHANTS} merchants: ${batched.join(" ")} payouts per ledger`,
    );
    console.log(
      `  ${full.length} ledgers after the first two: least ${Math.min(...full)}, median ${median(full)} (goal: 850 sustained)`,
    );
    await world.ledger.closeEvery(null);
    await world.server.kill("SIGTERM");
    await world.startServer({ WORKER_BATCH_SIZE: "1" });
    await world.ledger.closeEvery(CLOSE_MS);
    const single = await load.perLedger(wallets, SINGLE_LEDGERS * 16);
    console.log(`  one transaction each: ${single.join(" ")} payouts per ledger`);
  } finally {
    await world.end();
  }
}

/** Rate, CPU and fees where ledgers close with each transaction. */
async function instant(template: string): Promise<void> {
  const world = await World.open(template);
  const profiles = mkdtempSync(join(tmpdir(), "merit-profile-"));
  try {
    const wallets = await trustingWallets(world, WALLETS);
    const load = await Load.open(world, MERCHANTS, INSTANT + SINGLE_INSTANT);
    await world.server.kill("SIGTERM");
    const batched = await measured(world, load, wallets, INSTANT);
    await world.server.kill("SIGTERM");
    await world.startServer({ WORKER_BATCH_SIZE: "1" });
    const single = await measured(world, load, wallets, SINGLE_INSTANT);
    show(`closing at once, batches of 60, ${INSTANT} payouts`, batched);
    show(`closing at once, one transaction each, ${SINGLE_INSTANT} payouts`, single);
    console.log(
      `  ratio of the rates: ${(batched.perSecond / single.perSecond).toFixed(1)} (was 13, at 453 per second)`,
    );

    // Two senders must not share the channels.
    await world.server.kill("SIGTERM");
    const transfer = await new Payer(world).transfer(wallets);
    console.log(`  one transfer by its source account: ${transfer} stroops`);
    console.log(
      `  charged per payout, rent included: ${batched.stroops.toFixed(0)} stroops, ${(batched.stroops / Number(transfer)).toFixed(2)} of a transfer (goal: at most 12,000, below 1)`,
    );

    await world.startServer({ NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profiles}` });
    await load.pay(wallets, INSTANT / 4);
    await world.server.kill("SIGTERM");
    for (const [stage, micros] of cpuByStage(profiles, INSTANT / 4)) {
      console.log(`  CPU of the service per payout, ${stage}: ${micros.toFixed(0)} us`);
    }
  } finally {
    rmSync(profiles, { recursive: true, force: true });
    await world.end();
  }
}

interface Measured {
  perSecond: number;
  seconds: number;
  /** Charged by the ledger, per payout. */
  stroops: number;
  serviceCpuMs: number;
  ledgerCpuMs: number;
}

async function measured(world: World, load: Load, wallets: string[], count: number): Promise<Measured> {
  if (!world.server.running) await world.startServer();
  const payer = new Payer(world);
  const before = {
    service: cpuSeconds(world.server),
    ledger: cpuSeconds(world.ledger.process),
    funds: await payer.funds(),
  };
  const seconds = await load.pay(wallets, count);
  return {
    seconds,
    perSecond: count / seconds,
    stroops: Number(before.funds - (await payer.funds())) / count,
    serviceCpuMs: ((cpuSeconds(world.server) - before.service) / count) * 1_000,
    ledgerCpuMs: ((cpuSeconds(world.ledger.process) - before.ledger) / count) * 1_000,
  };
}

function show(name: string, { perSecond, seconds, serviceCpuMs, ledgerCpuMs }: Measured): void {
  console.log(
    `${name}: ${seconds.toFixed(1)} s, ${perSecond.toFixed(0)} per second; CPU per payout ${serviceCpuMs.toFixed(2)} ms of the service, ${ledgerCpuMs.toFixed(2)} ms of the ledger`,
  );
}

/** The service's memory over a long run. */
async function memory(template: string): Promise<void> {
  const world = await World.open(template);
  try {
    const wallets = await trustingWallets(world, WALLETS);
    const load = await Load.open(world, MERCHANTS, MEMORY);
    const megabytes: number[] = [];
    for (let paid = 0; paid < MEMORY; paid += MEMORY / 10) {
      await load.pay(wallets, MEMORY / 10);
      megabytes.push(residentMegabytes(world.server));
    }
    console.log(`memory of the service after each ${MEMORY / 10} payouts: ${megabytes.join(" ")} MB`);
  } finally {
    await world.end();
  }
}
