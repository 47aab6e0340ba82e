import { type Logger as PinoLogger, pino } from "pino";

export type Logger = PinoLogger;

/** Fields that may carry a credential are blanked wherever a log line has them, one level deep included. */
const SECRET_FIELDS = [
  "api_key",
  "secret",
  "password",
  "authorization",
  "x-api-key",
  "accessToken",
  "refreshToken",
  "cookie",
];

export function createLogger(level: string, destination?: { write(line: string): void }): Logger {
  const paths = SECRET_FIELDS.flatMap((field) => [`["${field}"]`, `*["${field}"]`, `*.*["${field}"]`]);
  const options = { level, base: undefined, redact: { paths, censor: "[hidden]" }, messageKey: "msg" };
  return destination ? pino(options, destination) : pino(options);
}
