// The walks of CONTRIBUTING.md, made in copies of the repository.
import { buildContracts, buildLocalnet } from "../build.ts";
import { capture, step } from "../run.ts";
import type { Row } from "./record.ts";

export async function walks(): Promise<Row[]> {
  await buildLocalnet();
  await buildContracts();
  step("Walks: a field, a route with a table, a contract");
  const { passed, seconds } = await capture("vitest", ["run", "--project", "walks"]);
  return [{ subject: "CONTRIBUTING.md", measured: `4 walks in ${seconds} s`, passed }];
}
