// A merchant that does its worst beside ten honest ones, at length, with what it costs them.
import { rmSync } from "node:fs";
import { createTemplate } from "../../../test/support/template.ts";
import { createTenants, held, p99, steps, TENANTS, type Times } from "../../../test/support/tenants.ts";
import { World } from "../../../test/support/world.ts";
import { buildContracts, buildLocalnet } from "../build.ts";
import { step } from "../run.ts";
import type { Row } from "./record.ts";

/** A part without the hostile merchant, and one with it, five times: the machine's load is the same for both. */
const ROUNDS = 5;

/** An honest merchant's calls may be so many times slower. */
const MOST_RATIO = 3;

/** Growth from the end of the first round to that of the last, in MB. */
const MOST_GROWTH = { memory: 300, disk: 1_000 };

/** @param minutes of the hostile merchant's work, in all rounds together */
export async function tenants(minutes: number): Promise<Row[]> {
  await buildLocalnet();
  await buildContracts();
  const template = await createTemplate();
  try {
    return await proveWith(await World.open(template, TENANTS), minutes);
  } finally {
    rmSync(template, { recursive: true, force: true });
  }
}

async function proveWith(world: World, minutes: number): Promise<Row[]> {
  const part = (minutes * 60_000) / ROUNDS;
  const [calm, hostile] = [empty(), empty()];
  const states: ReturnType<typeof held>[] = [];
  try {
    await using all = await createTenants(world);
    for (let round = 1; round <= ROUNDS; round++) {
      step(`Tenants: round ${round} of ${ROUNDS}, ${Math.round((2 * part) / 60_000)} minutes`);
      add(calm, await all.work(part / 2, { hostile: false }));
      add(hostile, await all.work(part, { hostile: true }));
      states.push(held(world));
      const { memory, disk } = held(world);
      console.log(`  ${Math.round(memory)} MB of memory, ${Math.round(disk)} MB on the disk`);
    }
  } finally {
    await world.end();
  }
  const [first, last] = [states[0], states.at(-1)];
  const grown = (what: "memory" | "disk") => Math.round((last?.[what] ?? 0) - (first?.[what] ?? 0));
  return [
    ...steps.map((name) => {
      const [before, beside] = [p99(calm[name]), p99(hostile[name])];
      const ratio = beside / before;
      const measured = `p99 ${Math.round(before)} ms alone, ${Math.round(beside)} ms beside a hostile merchant: ${ratio.toFixed(1)} times, of ${hostile[name].length}`;
      return { subject: name, measured, passed: ratio < MOST_RATIO };
    }),
    ...(["memory", "disk"] as const).map((what) => {
      const measured = `grew by ${grown(what)} MB in ${minutes} minutes, to ${Math.round(last?.[what] ?? 0)} MB`;
      return { subject: what, measured, passed: grown(what) < MOST_GROWTH[what] };
    }),
  ];
}

const empty = (): Times => ({ issue: [], list: [], confirmation: [], webhook: [] });

function add(to: Times, times: Times): void {
  for (const name of steps) to[name].push(...times[name]);
}
