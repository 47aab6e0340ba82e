/** The world around a command: tests pass their own. */
export interface Io {
  env: Record<string, string | undefined>;
  /** For what must not be on a command line. */
  stdin: NodeJS.ReadableStream;
  /** Only results go here. */
  out(text: string): void;
  /** Progress, hints and errors. */
  err(text: string): void;
  /** Aborted by Ctrl-C: long commands then end in good order. */
  signal: AbortSignal;
}

/** Text from the server, made harmless for a terminal: control characters could move the cursor or change what is seen. */
export function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, " ");
}
