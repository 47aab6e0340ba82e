// `npm test`: everything a change must pass, in the order in which it fails fastest. A name as argument runs that part alone;
// `--long` lets schemathesis try much more (`npm test -- schemathesis --long`, about ten minutes).
import { mkdtempSync, rmSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { routes } from "../api/src/routes/index.ts";
import { readSeen, SEEN_ANSWERS } from "../api/src/testing/seen-answers.ts";
import { unseen } from "../api/src/testing/unseen-answers.ts";
import { readStatements, SEEN_STATEMENTS } from "../core/src/testing/plans/collect.ts";
import { plansOnPostgres } from "../core/src/testing/plans/postgres.ts";
import { refused } from "../core/src/testing/plans/refused.ts";
import { plansOnSqlite } from "../core/src/testing/plans/sqlite.ts";
import { startPostgres } from "../core/src/testing/postgres-server.ts";
import { long, schemathesis, short } from "../test/schemathesis/run.ts";
import { createTemplate } from "../test/support/template.ts";
import { buildContracts, buildLocalnet, buildWeb } from "./lib/build.ts";
import { chromium } from "./lib/chromium.ts";
import { describeClient } from "./lib/client.ts";
import { postgres } from "./lib/postgres.ts";
import { pythonTools } from "./lib/python.ts";
import { capture, contractsFolder, main, run, StepError, step, targetFolder } from "./lib/run.ts";
import { checkRust } from "./lib/toolchain.ts";
import { checkTypes } from "./lib/types.ts";

const cargoTest = ["test", "--release", "--locked"];

/**
 * One selection for both cases: cargo unites the features of all selected packages, and each union compiles the host again.
 * Localnet is apart since the contracts' tests switch on the host's test utilities, which it must not have.
 */
const besideHost = [...cargoTest, "--workspace", "--exclude", "localnet", "--exclude", "localnet-ledger"];

/** Sequences per contract, random and kept ones, where the built wasm plays them: it takes several times as long as native code. */
const SEQUENCES_ON_WASM = "5";
const isLong = process.argv.includes("--long");

const parts: Record<string, () => Promise<void>> = {
  async lint() {
    await describeClient();
    step("Formatting, lint, dependencies, types");
    await run("biome", ["ci", "."]);
    await run("depcruise", [
      "--config",
      ".dependency-cruiser.json",
      "core",
      "api",
      "client",
      "indexer",
      "cli",
      "web",
      "bindings",
    ]);
    await run("depcruise", ["--config", ".dependency-cruiser-folders.json", "core/src"]);
    await run(process.execPath, [checkTypes, "--noEmit", "-p", "tsconfig.json"]);
    await run(process.execPath, [checkTypes, "--noEmit", "-p", "web/tsconfig.json"]);
    await run("cargo", ["fmt", "--all", "--check"]);
  },
  async unit() {
    await buildWeb();
    step("TypeScript unit tests");
    const folder = mkdtempSync(join(tmpdir(), "merit-answers-"));
    try {
      const file = join(folder, "seen.jsonl");
      // One worker for each core: by default, one core would be left idle.
      const statements = join(folder, "statements.jsonl");
      const env = { [SEEN_ANSWERS]: file, [SEEN_STATEMENTS]: statements };
      await run("vitest", ["run", "--project", "unit", "--maxWorkers=100%"], env);
      const missing = unseen(routes, readSeen(file));
      if (missing.length > 0) throw new StepError(`no unit test has seen these answers:\n${missing.join("\n")}`);
      requirePlans(await refused(await plansOnSqlite(readStatements(statements, "sqlite"))));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
  async postgres() {
    const bin = await postgres();
    step("Tests of core, API and indexer on PostgreSQL");
    // As many as for the system tests: they too wait much of the time, for the database and for faults to end.
    const folder = mkdtempSync(join(tmpdir(), "merit-statements-"));
    try {
      const statements = join(folder, "statements.jsonl");
      const env = { POSTGRES_BIN: bin, [SEEN_STATEMENTS]: statements };
      await run("vitest", ["run", "--project", "postgres", "--maxWorkers=3"], env);
      const server = await startPostgres(bin);
      try {
        requirePlans(await refused(await plansOnPostgres(server.folder, readStatements(statements, "postgres"))));
      } finally {
        await server.stop();
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
  async bindings() {
    await buildContracts();
    step("Bindings and pages against the built contracts");
    await run(process.execPath, ["scripts/bindings.ts", "--check"]);
    await run(process.execPath, ["scripts/contract-docs.ts", "--check"]);
  },
  async rust() {
    await buildContracts();
    step("Rust tests: building");
    await run("cargo", [...besideHost, "--no-run"]);
    step("Rust tests: contracts natively with random sequences, and on the built wasm");
    // Side by side, since each has programs that keep one core busy for a minute.
    const runs = await Promise.all([
      capture("cargo", besideHost),
      capture("cargo", besideHost, { env: { MERIT_WASM_DIR: contractsFolder, MERIT_CASES: SEQUENCES_ON_WASM } }),
    ]);
    if (runs.some(({ passed }) => !passed)) throw new StepError("Rust tests failed; see the output above.");
    process.stdout.write(cargoResult(runs.map(({ text }) => text).join("\n")));
    step("Rust tests: localnet");
    await run("cargo", [...cargoTest, "-p", "localnet", "-p", "localnet-ledger"]);
    step("Clippy");
    await run("cargo", ["clippy", "--release", "--locked", "--workspace", "--all-targets", "--", "-D", "warnings"]);
  },
  async system() {
    await buildWeb();
    await buildLocalnet();
    await buildContracts();
    const browser = await chromium();
    step("System tests: real contracts on localnet, and pages in Chromium");
    // Each file has services and ledgers of its own, which wait for each other much of the time. Most of the work is loading
    // modules, hundreds of times: kept in compiled form, they take a fifth less.
    await run("vitest", ["run", "--project", "system", "--fileParallelism", "--maxWorkers=3"], {
      CHROMIUM: browser,
      NODE_COMPILE_CACHE: join(targetFolder, "node-compile-cache"),
    });
  },
  async schemathesis() {
    await buildLocalnet();
    await buildContracts();
    const tools = await pythonTools("schemathesis", "test/schemathesis/requirements.txt");
    step(`The server against its description, by schemathesis${isLong ? ", at length" : ""}`);
    const template = await createTemplate();
    try {
      await schemathesis(template, join(tools, "schemathesis"), isLong ? long() : short);
    } finally {
      rmSync(template, { recursive: true, force: true });
    }
  },
};

/**
 * A part in a process of its own, whose output is shown if it fails. It takes what the others leave of the processor: these
 * test services and ledgers, which wait for each other much of the time.
 */
async function inBackground(name: string): Promise<void> {
  const { passed, text, seconds } = await capture(process.execPath, [import.meta.filename, name], {
    priority: constants.priority.PRIORITY_BELOW_NORMAL,
  });
  if (!passed)
    throw new StepError(`${name} failed; the end of its output again:\n\n${text.split("\n").slice(-80).join("\n")}`);
  process.stdout.write(`\n${name}: passed, in ${seconds} s beside the others.\n${cargoResult(text)}`);
}

/** The sum of the results in cargo's output, in cargo's own form. */
function cargoResult(output: string): string {
  const results = [...output.matchAll(/^test result: ok\. (\d+) passed; \d+ failed; (\d+) ignored/gm)];
  const sum = (group: number) => results.reduce((total, result) => total + Number(result[group]), 0);
  return `test result: ok. ${sum(1)} passed; 0 failed; ${sum(2)} ignored\n`;
}

/** What the tests' statements would do on large tables (core/src/testing/plans). */
function requirePlans(refused: string[]): void {
  if (refused.length === 0) return;
  throw new StepError(
    `these statements would read all of a large table. Give them an index, or list them with a reason in core/src/testing/plans:\n\n${refused.join("\n\n")}`,
  );
}

async function play(names: string[]): Promise<string> {
  const took: string[] = [];
  for (const name of names) took.push(`${name} ${await secondsOf(() => (parts[name] as () => Promise<void>)())} s`);
  return took.join(", ");
}

/** A failure is reported when both have ended, so that it is the last thing on the screen. */
async function playAll(): Promise<string> {
  const first = await play(["lint", "bindings"]);
  await buildLocalnet();
  const rust = inBackground("rust");
  rust.catch(() => {});
  try {
    return `${first}, ${await play(["unit", "postgres", "system", "schemathesis"])}`;
  } finally {
    await rust;
  }
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const began = Date.now();
  await work();
  return Math.round((Date.now() - began) / 1000);
}

await main(async () => {
  const chosen = process.argv.slice(2).filter((argument) => argument !== "--long");
  const unknown = chosen.find((name) => !(name in parts));
  if (unknown) throw new StepError(`there is no part "${unknown}". Parts: ${Object.keys(parts).join(", ")}.`);
  await checkRust();
  let took = "";
  const all = await secondsOf(async () => {
    took = await (chosen.length > 0 ? play(Object.keys(parts).filter((name) => chosen.includes(name))) : playAll());
  });
  process.stdout.write(`\nAll of it passed, in ${all} s: ${took}.\n`);
});
