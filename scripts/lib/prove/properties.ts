// Long form of the property tests: random sequences on every contract and its model.

import { capture, step } from "../run.ts";
import type { Row } from "./record.ts";

/** Sequences per contract in `npm test`. */
const CASES = 100;

/** @param times how many times the cases of `npm test` */
export async function* properties(contracts: readonly string[], times: number): AsyncGenerator<Row> {
  for (const name of contracts) {
    step(`Property test of ${name}: ${CASES * times} sequences`);
    const args = ["test", "--release", "--locked", "-p", "merit-models", "--test", "properties", "--", "--exact", name];
    const { passed, seconds } = await capture("cargo", args, { env: { MERIT_CASES: String(CASES * times) } });
    yield { subject: name, measured: `${CASES * times} random sequences in ${seconds} s`, passed };
  }
}
