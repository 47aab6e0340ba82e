// The last measurements of the proofs: contracts/proof.json for machines, the table in docs/proof.md for readers.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { complete, handWritten } from "../docs/page.ts";
import { table } from "../docs/spec-markdown.ts";
import { exists, root } from "../run.ts";

export interface Row {
  /** A contract, or another subject. */
  subject: string;
  measured: string;
  /** null where it could not run; `measured` says why. */
  passed: boolean | null;
}

/** Date and commit of a row's measurement. */
interface Run {
  /** UTC. */
  date: string;
  commit: string;
}

/** Rows by part. */
export type Proof = Record<string, (Row & Run)[]>;

export const proofPage = "docs/proof.md";
const dataPath = join(root, "contracts", "proof.json");

export const readProof = (): Proof => (exists(dataPath) ? JSON.parse(readFileSync(dataPath, "utf8")) : {});

/** Rows of the part's other subjects stay as they are. */
export function keep(part: string, run: Run, rows: Row[]): void {
  const proven = readProof();
  const measured = rows.map((row) => ({ ...row, ...run }));
  const bySubject = new Map([...(proven[part] ?? []), ...measured].map((row) => [row.subject, row]));
  write({ ...proven, [part]: [...bySubject.values()] });
}

/** Rows of subjects that no longer exist. */
export function dropOthers(part: string, rows: readonly Row[]): void {
  const proven = readProof();
  const subjects = new Set(rows.map(({ subject }) => subject));
  write({ ...proven, [part]: (proven[part] ?? []).filter(({ subject }) => subjects.has(subject)) });
}

function write(all: Proof): void {
  const sorted = Object.fromEntries(Object.entries(all).sort(([a], [b]) => a.localeCompare(b)));
  writeFileSync(dataPath, `${JSON.stringify(sorted, null, 2)}\n`);
  writeFileSync(join(root, proofPage), proof());
}

/** The content that docs/proof.md must have. */
export function proof(): string {
  const written = handWritten(proofPage, readFileSync(join(root, proofPage), "utf8"));
  return complete(written, proofTable(readProof()));
}

const word = (passed: boolean | null) => (passed === null ? "not run" : passed ? "passed" : "**failed**");

export function proofTable(all: Proof): string {
  const rows = Object.entries(all).flatMap(([part, rows]) =>
    rows.map((row) => [part, row.subject, row.measured, word(row.passed), `${row.date}, ${row.commit}`]),
  );
  return table(["proof", "of", "measured", "result", "when"], rows);
}
