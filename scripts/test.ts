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
/** Whether what the parts need was made, as soon as it is known. */
const made = new Map<Need, Promise<boolean>>();
const secondsSince = (began: number) => Math.round((Date.now() - began) / 1000);

/** Makes what the parts need, one after the other. What fails stops only the parts that need it. */
async function make(all: Record<string, () => Promise<unknown>>, chosen: Name[]): Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  for (const [need, work] of Object.entries(all) as [Need, () => Promise<unknown>][]) {
    const user = chosen.find((name) => (parts[name].needs as Need[]).includes(need));
    if (user === undefined) continue;
    const check = last.then(() => new Part("set-up", report).check(need, work, `npm test -- ${user}`));
    made.set(need, check);
    last = check;
  }
  await last;
}

async function play(name: Name, options: Options): Promise<void> {
  const part = new Part(name, report);
  const lacking: Need[] = [];
  for (const need of parts[name].needs) if (!(await made.get(need))) lacking.push(need);
  const began = Date.now();
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
  useMemory();
  // The network is slow, and the processor has other work meanwhile. Cargo waits for its own downloads.
  const downloaded = make(downloads, chosen);
  await playThese("lint");
  const began = Date.now();
  const built = make(builds, chosen).then(() => report.took.push(`builds ${secondsSince(began)} s`));
  // Compilers, unit tests and system tests leave a part of the processor idle, each in another way.
  await Promise.all([
    built.then(() => playThese("clippy", "bindings", "rust", "localnet", "schemathesis")),
    downloaded.then(() => playThese("unit", "postgres", "system")),
  ]);
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
