// The parts of `npm test`.
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { routes } from "../../../api/src/routes/index.ts";
import { readSeen, SEEN_ANSWERS } from "../../../api/src/testing/seen-answers.ts";
import { unseen } from "../../../api/src/testing/unseen-answers.ts";
import { contractNames } from "../../../core/src/ledger/chain/bindings.ts";
import { readStatements, SEEN_STATEMENTS } from "../../../core/src/testing/plans/collect.ts";
import { plansOnPostgres } from "../../../core/src/testing/plans/postgres.ts";
import { refused } from "../../../core/src/testing/plans/refused.ts";
import { plansOnSqlite } from "../../../core/src/testing/plans/sqlite.ts";
import { startPostgres } from "../../../core/src/testing/postgres-server.ts";
import { long, schemathesis, short } from "../../../test/schemathesis/run.ts";
import { validateDescription } from "../../../test/schemathesis/validators.ts";
import { createTemplate } from "../../../test/support/template.ts";
import { chromium } from "../chromium.ts";
import { describeClient } from "../client.ts";
import { postgres } from "../postgres.ts";
import { pythonTools } from "../python.ts";
import { contractsFolder, StepError, step, targetFolder } from "../run.ts";
import { checkTypes } from "../types.ts";
import { cargoTest } from "./cargo.ts";
import { contractTests, localnetTests, type Need } from "./needs.ts";
import { BESIDE, type Part } from "./report.ts";
import { vitest, vitestTwice } from "./vitest.ts";
import { checkWalks } from "./walks.ts";

export interface Options {
  /** Lets schemathesis try much more. */
  long: boolean;
  /** Gives whole-system tests a second try. */
  retry: boolean;
}

interface Plan {
  needs: Need[];
  play(part: Part, options: Options): Promise<void>;
}

/** Sequences per contract, random and kept ones, where the built wasm plays them: it takes several times as long as native code. */
const SEQUENCES_ON_WASM = "5";

/** More workers than two cores: tests wait much of the time, for databases, for ledgers and for faults to end. */
const WORKERS = { unit: Math.ceil(1.5 * availableParallelism()), postgres: 3, system: 4 };

const folders = ["core", "api", "client", "indexer", "cli", "web", "bindings"];

/** Parts in the order in which they are played. */
export const parts = {
  lint: {
    needs: [],
    async play(part) {
      await part.check("the client's types", describeClient, "npm run client -- --types");
      step("Formatting, lint, dependencies, types");
      const types = (config: string) => [checkTypes, "--noEmit", "-p", config];
      const depcruise = (config: string, ...paths: string[]) => ["--config", config, ...paths];
      // All at once: some of them use one core only.
      await Promise.all([
        part.command("format and lint", "biome", ["ci", "."]),
        part.command("dependencies", "depcruise", depcruise(".dependency-cruiser.json", ...folders)),
        part.command("folders of core", "depcruise", depcruise(".dependency-cruiser-folders.json", "core/src")),
        part.command("types", process.execPath, types("tsconfig.json")),
        part.command("types of the pages", process.execPath, types("web/tsconfig.json")),
        part.command("format of Rust", "cargo", ["fmt", "--all", "--check"]),
        part.check("the walks' files", async () => checkWalks(), "npm run prove -- walks"),
      ]);
    },
  },
  clippy: {
    needs: ["crates"],
    async play(part) {
      step("Clippy");
      const args = ["clippy", "--release", "--locked", "--workspace", "--all-targets", "--", "-D", "warnings"];
      await part.command("clippy", "cargo", args);
    },
  },
  bindings: {
    needs: ["contracts"],
    async play(part) {
      step("Bindings and pages against the built contracts");
      await part.command("bindings", process.execPath, ["scripts/bindings.ts", "--check"]);
      await part.command("pages", process.execPath, ["scripts/contract-docs.ts", "--check"]);
    },
  },
  unit: {
    needs: ["web"],
    async play(part) {
      step("TypeScript unit tests");
      await inFolder(async (folder) => {
        const answers = join(folder, "seen.jsonl");
        const statements = join(folder, "statements.jsonl");
        const env = { [SEEN_ANSWERS]: answers, [SEEN_STATEMENTS]: statements };
        await vitest(part, { project: "unit", args: [`--maxWorkers=${WORKERS.unit}`], env });
        await part.check("answers", async () => requireAnswers(unseen(routes, readSeen(answers))));
        await part.check("plans", async () =>
          requirePlans(await refused(await plansOnSqlite(readStatements(statements, "sqlite")))),
        );
      });
    },
  },
  postgres: {
    needs: ["postgres"],
    async play(part) {
      step("Tests of core, API and indexer on PostgreSQL");
      const bin = await postgres();
      await inFolder(async (folder) => {
        const statements = join(folder, "statements.jsonl");
        const env = { POSTGRES_BIN: bin, [SEEN_STATEMENTS]: statements };
        await vitest(part, { project: "postgres", args: [`--maxWorkers=${WORKERS.postgres}`], env });
        await part.check("plans", async () => {
          const server = await startPostgres(bin);
          try {
            requirePlans(await refused(await plansOnPostgres(server.folder, readStatements(statements, "postgres"))));
          } finally {
            await server.stop();
          }
        });
      });
    },
  },
  system: {
    needs: ["web", "contracts", "localnet", "chromium", "postgres", "receivers", "clients", "stellar-sdk"],
    async play(part, { retry }) {
      step("System tests: real contracts on localnet, and pages in Chromium");
      const args = ["--fileParallelism", `--maxWorkers=${WORKERS.system}`];
      // Much of the work is loading modules, hundreds of times: kept in compiled form, they take a fifth less.
      const env = { CHROMIUM: await chromium(), NODE_COMPILE_CACHE: join(targetFolder, "node-compile-cache") };
      await (retry ? vitestTwice : vitest)(part, { project: "system", args, env });
    },
  },
  schemathesis: {
    needs: ["contracts", "localnet", "schemathesis"],
    async play(part, options) {
      const tools = await pythonTools("schemathesis");
      step("The API's description, by openapi-spec-validator and Redocly");
      await part.check("description", () => validateDescription(tools));
      step(`The server against its description, by schemathesis${options.long ? ", at length" : ""}`);
      await part.check("schemathesis", async () => {
        const template = await createTemplate();
        try {
          await schemathesis(template, join(tools, "schemathesis"), options.long ? long() : short, (failure) =>
            part.fail({ ...failure, again: "npm test -- schemathesis" }),
          );
        } finally {
          rmSync(template, { recursive: true, force: true });
        }
      });
    },
  },
  rust: {
    needs: ["contracts", "tests of the contracts"],
    async play(part) {
      // The programs that can run on wasm. Others use it in both cases, or never.
      const programs = [...contractNames, "lifecycle", "properties", "corpus"].flatMap((name) => ["--test", name]);
      const onWasm = { MERIT_WASM_DIR: contractsFolder, MERIT_CASES: SEQUENCES_ON_WASM };
      // Side by side, since each has programs that keep one core busy for a minute.
      await Promise.all([
        cargoTest(part, contractTests, BESIDE),
        cargoTest(part, [...contractTests, ...programs, "--", "--skip", "_wasm::"], { ...BESIDE, env: onWasm }),
      ]);
    },
  },
  localnet: {
    needs: ["tests of localnet"],
    async play(part) {
      for (const options of localnetTests) await cargoTest(part, options, BESIDE);
    },
  },
} satisfies Record<string, Plan>;

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "merit-seen-"));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function requireAnswers(missing: string[]): void {
  if (missing.length > 0) throw new StepError(`no unit test has seen these answers:\n${missing.join("\n")}`);
}

/** Fails if the tests' statements would read all of a large table (core/src/testing/plans). */
function requirePlans(refused: string[]): void {
  if (refused.length === 0) return;
  throw new StepError(
    `these statements would read all of a large table. Give them an index, or list them with a reason in core/src/testing/plans:\n\n${refused.join("\n\n")}`,
  );
}
