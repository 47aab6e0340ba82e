import { type Logger as PinoLogger, pino } from "pino";
import { OperatorError } from "./errors.ts";

export type Logger = PinoLogger;

/** Fields that may contain a credential are blanked in every log line, down to two levels. */
const SECRET_FIELDS = [
  "api_key",
  "apiKey",
  "secret",
  "password",
  "current_password",
  "token",
  "authorization",
  "x-api-key",
  "accessToken",
  "refreshToken",
  "cookie",
  "set-cookie",
];

export function createLogger(level: string, destination?: { write(line: string): void }): Logger {
  const paths = SECRET_FIELDS.flatMap((field) => [`["${field}"]`, `*["${field}"]`, `*.*["${field}"]`]);
  const redact = { paths, censor: "[hidden]" };
  const options = { level, base: undefined, redact, messageKey: "msg", serializers: { err: shown } };
  return destination ? pino(options, destination) : pino(options);
}

function shown(error: Error): object {
  if (!(error instanceof OperatorError)) return pino.stdSerializers.err(error);
  const { name: type, message, ...fields } = error;
  return { type, message, ...fields };
}

/**
 * Writes the lines of one turn of the event loop together: a system call for each would take longer than the rest of its work.
 * When the process ends, also with an error, it writes the rest; SIGKILL loses the lines of the current turn.
 */
export function writtenPerTurn(stream: { write(text: string): unknown }): { write(line: string): void } {
  let lines = "";
  const flush = () => {
    const text = lines;
    lines = "";
    if (text !== "") stream.write(text);
  };
  process.on("exit", flush);
  return {
    write(line) {
      if (lines === "") setImmediate(flush);
      lines += line;
    },
  };
}
