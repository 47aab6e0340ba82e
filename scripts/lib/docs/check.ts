// Checks what people wrote about a contract against its spec, its source and its tests.
import type { EntryPoint } from "./authority.ts";
import { codes, section, tableRows } from "./page.ts";

export interface Facts {
  /** Public functions of the contract's spec. */
  functions: string[];
  /** Cases of the spec's enums. */
  cases: string[];
  entryPoints: Map<string, EntryPoint>;
  /** Roles that `admin` knows. */
  roles: string[];
  /** A file of the repository; undefined if there is none. */
  read(path: string): string | undefined;
}

const SECTIONS = ["How money moves", "Roles", "Invariants", "Decisions"];

/** Name of callers that only read, in a table of roles. */
const READERS = "anyone, reading";

/** Contracts among the folders of `contracts` that the service doesn't know: their pages aren't written. */
export const contractsWithoutPage = (
  folders: readonly string[],
  known: readonly string[],
  read: Facts["read"],
): string[] =>
  folders.filter((name) => !known.includes(name) && read(`contracts/${name}/Cargo.toml`)?.includes('"cdylib"'));

/** The errors in a page's hand-written part, one line each. */
export function checkPage(written: string, facts: Facts): string[] {
  const part = (title: string) => tableRows(section(written, title) ?? "");
  return [
    ...SECTIONS.filter((title) => section(written, title) === undefined).map(
      (title) => `the section "${title}" is missing`,
    ),
    ...checkRoles(part("Roles"), facts),
    ...checkStates(part("States"), facts),
    ...checkInvariants(part("Invariants"), facts),
  ];
}

function checkRoles(rows: string[][], { functions, entryPoints, roles }: Facts): string[] {
  const said = rows.flatMap(([who = "", what = ""]) => codes(what).map((name) => ({ who, role: codes(who)[0], name })));
  const problems: string[] = [];
  for (const { who, role, name } of said) {
    if (role !== undefined && !roles.includes(role)) problems.push(`there is no role \`${role}\``);
    if (!functions.includes(name)) problems.push(`there is no function \`${name}\``);
    const point = entryPoints.get(name);
    if (role !== undefined && point && !point.roles.has(role)) problems.push(`\`${name}\` doesn't ask for \`${role}\``);
    if (who === READERS && point?.acts) problems.push(`\`${name}\` does more than read`);
  }
  for (const name of functions) {
    const rowsOf = said.filter((row) => row.name === name);
    if (rowsOf.length === 0) problems.push(`the table of roles doesn't say who may call \`${name}\``);
    for (const role of entryPoints.get(name)?.roles ?? []) {
      if (!rowsOf.some((row) => row.role === role))
        problems.push(`the table of roles doesn't give \`${name}\` to \`${role}\``);
    }
  }
  return [...new Set(problems)];
}

/** The first and the last cell, from and to, are cases of an enum; the second one has the functions of the step. */
function checkStates(rows: string[][], { cases, functions }: Facts): string[] {
  const states = rows.flatMap((row) => [...codes(row[0] ?? ""), ...codes(row.at(-1) ?? "")]);
  const steps = rows.flatMap((row) => codes(row[1] ?? ""));
  return [
    ...states.filter((name) => !cases.includes(name)).map((name) => `there is no state \`${name}\``),
    ...steps.filter((name) => !functions.includes(name)).map((name) => `there is no step \`${name}\``),
  ];
}

function checkInvariants(rows: string[][], { read }: Pick<Facts, "read">): string[] {
  return rows.flatMap(([invariant = "", tests = ""]) => {
    const cited = citations(tests);
    return cited.length === 0 ? [`no test holds "${invariant}"`] : missing(cited, read);
  });
}

const PATH = /^[\w.-]+(\/[\w.-]+)+\.(rs|ts|md|json)$/;
const CALL = /^([a-z]+)\.([a-z_]+)$/;

interface Citation {
  path: string;
  name: string;
}

/** Tests that a text names: those of a Rust file as code behind its path and a colon, those of a TypeScript file by title. */
function citations(text: string): Citation[] {
  const rust = [...text.matchAll(/`([\w./-]+\.rs)`: ((?:`\w+`(?:, )?)+)/g)].flatMap(([, path = "", names = ""]) =>
    codes(names).map((name) => ({ path, name: `fn ${name}(` })),
  );
  const typescript = [...text.matchAll(/`([\w./-]+\.ts)` \("([^"]+)"\)/g)].map(([, path = "", name = ""]) => ({
    path,
    name,
  }));
  return [...rust, ...typescript];
}

const missing = (cited: Citation[], read: (path: string) => string | undefined) =>
  cited.filter(({ path, name }) => !read(path)?.includes(name)).map(({ path, name }) => `${path} has no "${name}"`);

/** Files, tests and functions (`pool.pay`) that a text names and that don't exist. */
export function checkReferences(
  text: string,
  functions: Map<string, string[]>,
  read: (path: string) => string | undefined,
): string[] {
  const named = codes(text).flatMap((code) => {
    if (PATH.test(code)) return read(code) === undefined ? [`there is no file \`${code}\``] : [];
    const [, contract = "", name = ""] = CALL.exec(code) ?? [];
    const known = functions.get(contract);
    return known && !known.includes(name) ? [`there is no function \`${code}\``] : [];
  });
  return [...named, ...missing(citations(text.replaceAll(/\s+/g, " ")), read)];
}

/** Roles that the threat model's table of roles leaves out or invents, and claims of its last table without a test. */
export function checkThreats(text: string, { roles, read }: Pick<Facts, "roles" | "read">): string[] {
  const listed = tableRows(section(text, "Each role") ?? "").map(([role = ""]) => codes(role)[0] ?? role);
  return [
    ...roles.filter((role) => !listed.includes(role)).map((role) => `the table of roles leaves out \`${role}\``),
    ...listed.filter((role) => !roles.includes(role)).map((role) => `there is no role \`${role}\``),
    ...checkInvariants(tableRows(section(text, "Tests") ?? ""), { read }),
  ];
}
