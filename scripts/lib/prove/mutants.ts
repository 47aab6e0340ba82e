// Mutation testing of the code that moves money or decides who may: each change of it must make a test fail.
import { contractNames } from "../../../core/src/ledger/chain/bindings.ts";
import { buildContracts } from "../build.ts";
import { output, StepError, step } from "../run.ts";
import { timesWithout, tryAll } from "./mutant-tests.ts";
import { buildAll, buildOne, copyContracts } from "./mutant-tree.ts";
import type { Row } from "./record.ts";
import { inFunction, type Mutant } from "./schemata.ts";
import { tool } from "./tools.ts";

/** Packages; which of their files, and which mutants are explained, stands in .cargo/mutants.toml. */
export const mutated = ["common", ...contractNames];

/** @param packages some of {@link mutated} */
export async function* mutants(packages: readonly string[]): AsyncGenerator<Row> {
  const cargoMutants = await tool("cargo-mutants");
  await buildContracts();
  copyContracts();
  for (const name of packages) yield await mutate(name, await listed(cargoMutants, name));
}

async function listed(cargoMutants: string, name: string): Promise<Mutant[]> {
  const list = await output(cargoMutants, ["mutants", "--list", "--json", "--package", `merit-${name}`]);
  if (!list) throw new StepError(`cargo-mutants lists no mutants of ${name}.`);
  const found: Omit<Mutant, "id">[] = JSON.parse(list);
  return found.map((mutant, index) => ({ ...mutant, id: index + 1 }));
}

async function mutate(name: string, all: Mutant[]): Promise<Row> {
  step(`Mutants of ${name}: ${all.length}`);
  let caught = 0;
  let missed = 0;
  const tried = (mutant: Mutant, isCaught: boolean) => {
    if (isCaught) caught++;
    else missed++;
    if (!isCaught) process.stdout.write(`missed: ${mutant.name}\n`);
  };

  const { programs, viable } = await buildAll(name, all.filter(inFunction));
  const timed = await timesWithout(name, programs);
  await tryAll(name, timed, viable, tried);
  for (const constant of all.filter((mutant) => !inFunction(mutant))) {
    if (await buildOne(name, constant)) await tryAll(name, timed, [constant], tried);
  }

  const unviable = all.length - caught - missed;
  const measured = `${caught} caught, ${missed} missed, ${unviable} did not compile`;
  process.stdout.write(`${name}: ${measured}\n`);
  return { subject: name, measured, passed: missed === 0 };
}
