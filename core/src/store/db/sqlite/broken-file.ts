/** A file of the data folder can't be used; the message names it and the way out. */
export class BrokenFileError extends Error {
  override name = "BrokenFileError";
}

const UNUSABLE = /^SQLITE_(NOTADB|CORRUPT|CANTOPEN|READONLY|PERM)/;

/** Explains an error of SQLite to the operator if it is about the file itself; returns others unchanged. */
export function aboutFile(path: string, error: unknown, wayOut: string): unknown {
  const { code, message } = error as { code?: string; message?: string };
  if (!UNUSABLE.test(code ?? "")) return error;
  return new BrokenFileError(`${path} can't be used (${message}): ${wayOut}`, { cause: error });
}
