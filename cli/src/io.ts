/** The world around a command: tests pass their own. */
export interface Io {
  env: Record<string, string | undefined>;
  /** Input that must not be on a command line. */
  stdin: NodeJS.ReadableStream;
  /** Prints results, and nothing else. */
  out(text: string): void;
  /** Progress, hints and errors. */
  err(text: string): void;
  /** Aborted by Ctrl-C: long commands then end in good order. */
  signal: AbortSignal;
}

/** Control characters but ends of lines and tabs, and those that turn the direction of text. */
const COMMANDS = /(?![\n\t]|\r\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Writes nothing that a terminal would take as a command, whatever a server has put into a name, a time or a cursor. So no command has to
 * think of it; `plain` is for texts that must also stay in their line.
 */
export const harmless = (io: Io): Io => ({
  ...io,
  out: (text) => io.out(text.replace(COMMANDS, " ")),
  err: (text) => io.err(text.replace(COMMANDS, " ")),
});

/** Text from the server, made harmless for a terminal: control characters could move the cursor or change what is seen. */
export function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, " ");
}
