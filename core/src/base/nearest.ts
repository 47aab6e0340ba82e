/** The name that takes the fewest changed letters, and how many; an empty one if there are no names. */
export function nearest(name: string, names: readonly string[]): [string, number] {
  return names
    .map((known): [string, number] => [known, distance(name, known)])
    .reduce((best, next) => (next[1] < best[1] ? next : best), ["", Number.POSITIVE_INFINITY]);
}

/** Letters to add, drop or replace to get from one text to the other (Levenshtein). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= to.length; column++) {
      const replaced = (row[column - 1] ?? 0) + (letter === to[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
