// What the proofs measured last: contracts/proof.json for machines, the table of docs/proof.md for readers.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { complete, handWritten } from "../docs/page.ts";
import { table } from "../docs/spec-markdown.ts";
import { exists, root } from "../run.ts";

export interface Row {
  /** A contract, or what else was looked at. */
  subject: string;
  measured: string;
  /** null where it could not run; `measured` says why. */
  passed: boolean | null;
}

/** One part's last run. */
interface Run {
  /** UTC. */
  date: string;
  commit: string;
  rows: Row[];
}

export type Proof = Record<string, Run>;

export const proofPage = "docs/proof.md";
const dataPath = join(root, "contracts", "proof.json");

export const readProof = (): Proof => (exists(dataPath) ? JSON.parse(readFileSync(dataPath, "utf8")) : {});

export function keep(part: string, run: Run): void {
  const all = { ...readProof(), [part]: run };
  const sorted = Object.fromEntries(Object.entries(all).sort(([a], [b]) => a.localeCompare(b)));
  writeFileSync(dataPath, `${JSON.stringify(sorted, null, 2)}\n`);
  writeFileSync(join(root, proofPage), proof());
}

/** docs/proof.md as it has to be. */
export function proof(): string {
  const written = handWritten(proofPage, readFileSync(join(root, proofPage), "utf8"));
  return complete(written, proofTable(readProof()));
}

const word = (passed: boolean | null) => (passed === null ? "not run" : passed ? "passed" : "**failed**");

export function proofTable(all: Proof): string {
  const rows = Object.entries(all).flatMap(([part, { date, commit, rows }]) =>
    rows.map((row) => [part, row.subject, row.measured, word(row.passed), `${date}, ${commit}`]),
  );
  return table(["proof", "of", "measured", "result", "when"], rows);
}
