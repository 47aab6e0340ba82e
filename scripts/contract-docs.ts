// Writes docs/contracts: each page's lower part from the built wasm, its upper part as it is. With --check (`npm test`)
// nothing is written; outdated pages, and statements that contradict the code, make it fail.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { contract } from "@stellar/stellar-sdk";
import { contractNames } from "../core/src/ledger/chain/bindings.ts";
import { buildContracts } from "./lib/build.ts";
import { entryPoints, roleNames } from "./lib/docs/authority.ts";
import { checkPage, checkReferences, checkThreats, contractsWithoutPage } from "./lib/docs/check.ts";
import { checkHolders, checkTerms, rolesTable, termsTable } from "./lib/docs/deployment.ts";
import { complete, handWritten, summaryOf } from "./lib/docs/page.ts";
import { caseNames, functionNames, specMarkdown, table } from "./lib/docs/spec-markdown.ts";
import { proof, proofPage } from "./lib/prove/record.ts";
import { contractsFolder, main, root, StepError, step } from "./lib/run.ts";

const KIB = 1024;
/** Limit for the size of a contract's wasm: callers pay for every byte that is loaded. */
const BUDGET = 56 * KIB;
/** Mainnet's largest wasm. */
const NETWORK_MAX = 128 * KIB;

const index = "docs/contracts/README.md";
const threats = "docs/threat-model.md";
const pageOf = (name: string) => `docs/contracts/${name}.md`;

const read = (path: string) => (existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : undefined);
const source = (name: string, file: string) => read(`contracts/${name}/src/${file}`) ?? "";

/** All entry points: those that `lifecycle!` can add, then `contract.rs` and the files below `contract/`. */
function contractSources(name: string): string {
  const folder = join(root, `contracts/${name}/src/contract`);
  const parts = existsSync(folder) ? readdirSync(folder).sort() : [];
  const own = ["contract.rs", ...parts.map((part) => `contract/${part}`)].map((file) => source(name, file));
  // Within the macro they are indented by two levels more.
  return [source("common", "lifecycle.rs").replaceAll(/^ {8}/gm, ""), ...own].join("");
}

const contracts = () =>
  contractNames.map((name) => {
    const wasm = readFileSync(join(contractsFolder, `${name}.wasm`));
    return { name, size: wasm.length, spec: contract.Spec.fromWasm(wasm), written: upperPart(pageOf(name)) };
  });
type Contract = ReturnType<typeof contracts>[number];

const upperPart = (path: string) => handWritten(path, read(path));

/** Pages by path. */
function pages(all: Contract[]): Map<string, string> {
  const rows = all.map(({ name, written }) => [`[${name}](${name}.md)`, summaryOf(written)]);
  return new Map([
    [index, complete(upperPart(index), overview(rows))],
    ...all.map(({ name, spec, written }): [string, string] => {
      const facts = `Stored data: schema version ${schemaOf(name)}.`;
      return [pageOf(name), complete(written, `${facts}\n\n${specMarkdown(spec)}`)];
    }),
    [proofPage, proof()],
  ]);
}

const overview = (rows: string[][]) =>
  [
    table(["contract", "what it is for"], rows),
    `A contract's wasm should stay below ${BUDGET / KIB} KiB; the network takes at most ${NETWORK_MAX / KIB} KiB.`,
    "## Terms of a deployment",
    "`merit deploy` takes some of these terms as options. The cap, the delays of admin, token and pool, and the limit of merchants without their own are fixed at deployment. Holders of a role can change the pool's limit, merchants' own limits, quotas and escrow's fee, which is 0 at first. Votes can change the settings of governance.",
    termsTable(),
    "## Roles after a deployment",
    rolesTable(),
    "The admin, who is above all roles, is the key `deployer` until it hands the administration over.",
  ].join("\n\n");

/** Printed only: every change of a contract, and another compiler, changes a size. */
const sizeOf = ({ name, size }: Contract) =>
  `${name} ${Math.ceil(size / KIB)} KiB${size > BUDGET ? " (over the budget)" : ""}`;

function schemaOf(name: string): string {
  const [, version] = /const SCHEMA(?:_VERSION)?: u32 = (\d+);/.exec(source(name, "contract.rs")) ?? [];
  if (version === undefined) throw new StepError(`contracts/${name}/src/contract.rs has no schema version`);
  return version;
}

/** Statements of the hand-written texts that contradict the code. */
function mistakes(all: Contract[]): string[] {
  const roles = roleNames(source("common", "roles.rs"));
  const functions = new Map(all.map(({ name, spec }): [string, string[]] => [name, functionNames(spec)]));
  const texts = [index, threats, ...contractNames.map(pageOf)].flatMap((path) => {
    const text = read(path) ?? "";
    return [...checkReferences(text, functions, read), ...checkTerms(text)].map((problem) => `${path}: ${problem}`);
  });
  const statements = all.flatMap(({ name, spec, written }) => {
    const points = entryPoints(contractSources(name), roles);
    const facts = {
      functions: functionNames(spec),
      cases: caseNames(spec),
      entryPoints: points,
      roles: [...roles.values()],
      read,
    };
    return checkPage(written, facts).map((problem) => `${pageOf(name)}: ${problem}`);
  });
  const text = read(threats) ?? "";
  const holders = [...checkThreats(text, { roles: [...roles.values()], read }), ...checkHolders(text)].map(
    (problem) => `${threats}: ${problem}`,
  );
  // A page's invariants are references as well.
  return [...new Set([...statements, ...texts, ...holders])];
}

await main(async () => {
  await buildContracts();
  const all = contracts();
  const wanted = pages(all);
  const drifted = [...wanted].filter(([path, text]) => text !== read(path)).map(([path]) => path);
  if (!process.argv.includes("--check")) {
    step(`Writing docs/contracts: ${drifted.length} pages changed`);
    for (const path of drifted) writeFileSync(join(root, path), wanted.get(path) ?? "");
  } else if (drifted.length > 0) {
    throw new StepError(`these pages differ from the contracts; run \`npm run docs\`:\n  ${drifted.join("\n  ")}`);
  }
  const wrong = mistakes(all);
  if (wrong.length > 0) throw new StepError(`the code contradicts these statements:\n  ${wrong.join("\n  ")}`);
  for (const name of contractsWithoutPage(readdirSync(join(root, "contracts")).sort(), contractNames, read)) {
    process.stdout.write(`No page for ${name}: core/src/ledger/chain/bindings.ts doesn't have this contract.\n`);
  }
  process.stdout.write(`The contracts' pages match the contracts. Sizes of the wasm: ${all.map(sizeOf).join(", ")}.\n`);
});
