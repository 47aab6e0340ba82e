import { type LoggerOptions, type Logger as PinoLogger, pino } from "pino";
import { OperatorError, Outage } from "./errors.ts";

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

/** pino's number of this level. */
const WARN = 40;

/** How often the log repeats that an outage lasts. */
const SAY_AGAIN_MS = 60_000;

export function createLogger(level: string, destination?: { write(line: string): void }): Logger {
  const paths = SECRET_FIELDS.flatMap((field) => [`["${field}"]`, `*["${field}"]`, `*.*["${field}"]`]);
  const redact = { paths, censor: "[hidden]" };
  const hooks = { logMethod: sparing() };
  const options = { level, base: undefined, redact, messageKey: "msg", serializers: { err: shown }, hooks };
  return destination ? pino(options, destination) : pino(options);
}

/** An outage would make each refused call, and each look for work, an error: that is a warning a minute, and the rest is for debugging. */
function sparing(): NonNullable<LoggerOptions["hooks"]>["logMethod"] {
  const said = new Map<string, number>();
  return function (args, method, level) {
    const { err } = Object(args[0]);
    if (!(err instanceof Outage) || level < WARN) return method.apply(this, args);
    // Comes back here, as a warning.
    if (level > WARN) return this.warn(...args);
    const now = performance.now();
    if (now - (said.get(err.message) ?? -Infinity) < SAY_AGAIN_MS) return this.debug(...args);
    said.set(err.message, now);
    return method.apply(this, args);
  };
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
