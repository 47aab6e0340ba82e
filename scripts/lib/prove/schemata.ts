// All mutants of a file in one text: each mutated function contains its variants and asks which one is switched on.
// A constant can't do that: it is replaced for good, in a separate build.

/** Counted from 1; columns are characters. */
interface Position {
  line: number;
  column: number;
}

interface Span {
  start: Position;
  /** Position behind the last character. */
  end: Position;
}

/** A mutant of `cargo-mutants mutants --list --json`, with a number by which tests switch it on. */
export interface Mutant {
  id: number;
  name: string;
  /** Path below the repository. */
  file: string;
  /** The function; null: a constant. */
  function: { span: Span } | null;
  span: Span;
  replacement: string;
}

export type FunctionMutant = Mutant & { function: object };

export const inFunction = (mutant: Mutant): mutant is FunctionMutant => mutant.function !== null;

/** Lines of a mutant in the text that holds it, counted from 1. */
export interface Place {
  id: number;
  first: number;
  last: number;
}

/** Name of the variable that tells a test run which mutant it is of; unset or 0: none. */
export const SWITCH = "MERIT_MUTANT";

/** Belongs at the end of a mutated crate's lib.rs. Contracts have no `std`, but their tests run on this machine. */
export const switchCode = `
fn mutant() -> u32 {
    extern crate std;
    static CHOSEN: std::sync::OnceLock<u32> = std::sync::OnceLock::new();
    *CHOSEN.get_or_init(|| std::env::var("${SWITCH}").map_or(0, |id| id.parse().unwrap()))
}
`;

/** @param mutants of this file */
export function withAll(text: string, mutants: FunctionMutant[]): { text: string; places: Place[] } {
  const at = offsets(text);
  const functions = Map.groupBy(mutants, (mutant) => at(mutant.function.span.start));
  const places: Place[] = [];
  let written = "";
  let read = 0;
  const line = () => written.split("\n").length;
  for (const [begin, variants] of [...functions].sort(([a], [b]) => a - b)) {
    if (begin < read) throw new Error(`${variants[0]?.name} is in a function within a mutated function.`);
    // Signatures hold no braces.
    const open = text.indexOf("{", begin) + 1;
    const close = Math.max(...variants.map((mutant) => at(mutant.function.span.end))) - 1;
    written += `${text.slice(read, open)}\nmatch crate::mutant() {\n`;
    for (const { id, span, replacement } of variants) {
      const first = line();
      const body = text.slice(open, at(span.start)) + replacement + text.slice(at(span.end), close);
      written += `${id}u32 => {${body}\n}\n`;
      places.push({ id, first, last: line() - 1 });
    }
    written += `_ => {${text.slice(open, close)}\n}\n}\n`;
    read = close;
  }
  return { text: written + text.slice(read), places };
}

export function withOne(text: string, { span, replacement }: Mutant): string {
  const at = offsets(text);
  return text.slice(0, at(span.start)) + replacement + text.slice(at(span.end));
}

function offsets(text: string): (position: Position) => number {
  const lines = text.split("\n");
  const starts = [0];
  for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.length + 1);
  return ({ line, column }) => {
    const before = [...(lines[line - 1] ?? "")].slice(0, column - 1).join("");
    return (starts[line - 1] ?? 0) + before.length;
  };
}
