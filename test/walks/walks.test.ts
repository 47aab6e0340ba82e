import { type ExecFileException, execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { SEEN_ANSWERS } from "../../api/src/testing/seen-answers.ts";
import { SEEN_STATEMENTS } from "../../core/src/testing/plans/collect.ts";
import { checkTypes } from "../../scripts/lib/types.ts";
import { root } from "../support/processes.ts";
import { copyRepository, renewal } from "../support/repository-copy.ts";
import { walks as all, filesOf } from "../support/walks.ts";

// The walks of CONTRIBUTING.md in TypeScript, in a copy of the repository; that of a contract is in new-contract.test.ts.

const walks = all.filter(({ title }) => title !== "Add a contract");

/** Run beside the tests that the patches change. Of the tests of all routes, only those of the changed routes run. */
const generalTests = ["core/src/store/db/migrations.test.ts", "core/src/store/event-log/types.test.ts"];
const routeTests = [
  "api/src/routes/access.test.ts",
  "api/src/routes/repeats.test.ts",
  "api/src/routes/unknown-fields.test.ts",
  "api/src/openapi/document.test.ts",
];
const CHANGED_ROUTES = "/shops|(POST|GET) /campaigns |PATCH /campaigns/:merchant_id/:id ";

const copy = mkdtempSync(join(tmpdir(), "merit-walks-"));
const seenAnswers = join(copy, "seen.jsonl");
afterAll(() => rmSync(copy, { recursive: true }));

const changed = walks.flatMap(({ patch }) => filesOf(patch));

/** Runs a program in the copy. Its output is the error if it fails. */
async function run(program: string, args: string[], { cwd = copy, hint = "" } = {}): Promise<string> {
  // Statements of the copy are for another schema.
  const inherited = Object.entries(process.env).filter(
    ([name]) => !name.startsWith("VITEST") && name !== SEEN_STATEMENTS,
  );
  const env = { ...Object.fromEntries(inherited), [SEEN_ANSWERS]: seenAnswers };
  try {
    return (await promisify(execFile)(program, args, { cwd, env, maxBuffer: 2 ** 26 })).stdout;
  } catch (error) {
    const { stdout, stderr } = error as ExecFileException;
    throw new Error(`${program} ${args.join(" ")} failed:\n${stdout}\n${stderr}\n${hint}`);
  }
}

const runTool = (name: string, args: string[], cwd = copy) =>
  run(process.execPath, [join(root, "node_modules/.bin", name), ...args], {
    cwd,
    hint: walks.map(({ patch }) => renewal(patch)).join("\n"),
  });
const runTests = (...args: string[]) =>
  runTool("vitest", ["run", "--project", "unit", "--maxWorkers", "1", "--reporter", "dot", ...args]);

beforeAll(async () => {
  copyRepository(copy);
  for (const { patch } of walks) await run("git", ["apply", patch], { hint: renewal(patch) });
  await runTool("drizzle-kit", ["generate"], join(copy, "core"));
  await run(process.execPath, ["core/src/store/db/postgres/generate.ts", "walks"]);
  await run(process.execPath, ["scripts/client.ts", "--types"]);
});

it("all pass types, lint and the tests that concern them", async () => {
  const changedTests = changed.filter((file) => file.endsWith(".test.ts"));
  const results = await Promise.allSettled([
    run(process.execPath, [checkTypes, "--noEmit", "-p", "tsconfig.json"]).then(() =>
      runTool("biome", ["ci", ...changed]),
    ),
    runTests(...changedTests, ...generalTests).then(() => runTests(...routeTests, "-t", CHANGED_ROUTES)),
  ]);
  // All have ended: none works in the copy while it is removed.
  for (const result of results) if (result.status === "rejected") throw result.reason;
  const unseen = `
    import { routes } from "./api/src/routes/index.ts";
    import { readSeen } from "./api/src/testing/seen-answers.ts";
    import { unseen } from "./api/src/testing/unseen-answers.ts";
    console.log(unseen(routes, readSeen("${seenAnswers}")).filter((line) => line.includes("/shops")).join());`;
  expect((await run(process.execPath, ["--input-type=module", "-e", unseen])).trim()).toBe("");
});
