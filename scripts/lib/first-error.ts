import { stripVTControlCharacters } from "node:util";

/** Start of the line with which compilers, linters, package managers and test programs say what is wrong. */
const SIGN = /\berror\b ?[:[(T]|\bError: |^ *error |^npm error|^\s*[×✖✗] |panicked at|^Diff in |━━/i;

/** The line of a program's output that says what is wrong, with the place if the next line has it; else its last line. */
export function firstError(output: string): string {
  const lines = stripVTControlCharacters(output)
    .split("\n")
    .map((line) => (line.replaceAll("━", "").trim().length > 0 ? line : ""))
    .filter((line) => line !== "");
  const at = lines.findIndex((line) => SIGN.test(line));
  const line = lines[at] ?? lines.at(-1) ?? "";
  const [, place] = /^ *--> (.+)/.exec(lines[at + 1] ?? "") ?? [];
  return `${line.replaceAll("━", "").trim()}${place === undefined ? "" : ` (${place})`}`;
}
