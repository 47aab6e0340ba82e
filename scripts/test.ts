// `npm test`: everything a change must pass. Names as arguments run these parts alone (scripts/lib/test/parts.ts). All of them
// run though one fails; the last screen names each failure.
import { constants } from "node:os";
import { parseArgs } from "node:util";
import { main, StepError } from "./lib/run.ts";
import { useMemory } from "./lib/test/memory.ts";
import { builds, downloads, type Need } from "./lib/test/needs.ts";
import { type Options, parts } from "./lib/test/parts.ts";
import { Part, Report } from "./lib/test/report.ts";
import { checkRust } from "./lib/toolchain.ts";

type Name = keyof typeof parts;
const names = Object.keys(parts) as Name[];

function readArguments(): { chosen: Name[]; options: Options } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      allowNegative: true,
      options: {
        /** Lets schemathesis try much more, for about ten minutes. */
        long: { type: "boolean", default: false },
        /** Whole-system tests that fail get a second try. */
        retry: { type: "boolean", default: true },
      },
    });
    const unknown = positionals.find((name) => !names.includes(name as Name));
    if (unknown) throw new Error(`there is no part "${unknown}".`);
    return { chosen: names.filter((name) => positionals.length === 0 || positionals.includes(name)), options: values };
  } catch (error) {
    throw new StepError(`${(error as Error).message}\nParts: ${names.join(", ")}. Options: --long, --no-retry.`);
  }
}

const report = new Report();
const missing = new Set<Need>();
const secondsSince = (began: number) => Math.round((Date.now() - began) / 1000);

/** Makes what the parts need. What fails stops only the parts that need it. */
async function make(all: Record<string, () => Promise<unknown>>, chosen: Name[]): Promise<void> {
  for (const [need, work] of Object.entries(all) as [Need, () => Promise<unknown>][]) {
    const user = chosen.find((name) => (parts[name].needs as Need[]).includes(need));
    if (user === undefined) continue;
    if (!(await new Part("set-up", report).check(need, work, `npm test -- ${user}`))) missing.add(need);
  }
}

async function play(name: Name, options: Options): Promise<void> {
  const began = Date.now();
  const part = new Part(name, report);
  const lacking = (parts[name].needs as Need[]).filter((need) => missing.has(need));
  if (lacking.length > 0) {
    part.fail({ test: "all", error: `not run without ${lacking.join(", ")}`, again: `npm test -- ${name}` });
  } else {
    await part.check("all", () => parts[name].play(part, options));
  }
  report.took.push(`${name} ${secondsSince(began)} s`);
}

async function playAll(chosen: Name[], options: Options): Promise<void> {
  const playThese = async (...these: Name[]) => {
    for (const name of these.filter((name) => chosen.includes(name))) await play(name, options);
  };
  // The network is slow, and the processor has other work meanwhile. Cargo waits for its own downloads.
  const downloaded = make(downloads, chosen);
  await playThese("lint");
  const began = Date.now();
  await make(builds, chosen);
  await downloaded;
  report.took.push(`set-up ${secondsSince(began)} s`);
  await playThese("clippy", "bindings");
  // Unit and system tests wait much of the time. Rust's tests, and then schemathesis, use the processor meanwhile. Nothing is compiled
  // beside them.
  useMemory();
  await Promise.all([playThese("rust", "localnet", "schemathesis"), playThese("unit", "postgres", "system")]);
}

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    process.stdout.write(`\n${report.lastScreen}\nmerit: ended by ${signal}, after ${report.took.join(", ")}.\n`);
    process.exit(128 + constants.signals[signal]);
  });
}

await main(async () => {
  const { chosen, options } = readArguments();
  await checkRust();
  const began = Date.now();
  await playAll(chosen, options);
  process.stdout.write(`\n${report.lastScreen}`);
  const took = `in ${secondsSince(began)} s: ${report.took.join(", ")}.`;
  const failed = report.failures.length;
  if (failed > 0) throw new StepError(`${failed} ${failed === 1 ? "check" : "checks"} failed, ${took}`);
  process.stdout.write(`\nAll of it passed, ${took}\n`);
});
