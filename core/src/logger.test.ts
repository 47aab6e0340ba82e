import { expect, it } from "vitest";
import { createLogger } from "./logger.ts";

const SECRET = "SDONOTLOG";

/** The one line of a call with these details. */
function lineOf(details: object): string {
  const lines: string[] = [];
  createLogger("info", { write: (line) => void lines.push(line) }).info(details, "call");
  return lines.join();
}

const sent = ["x-api-key", "authorization", "cookie", "password", "current_password", "token"];
const given = ["api_key", "apiKey", "accessToken", "refreshToken", "set-cookie", "secret"];

it.each([...sent, ...given])("blanks %s at any of the usual depths", (field) => {
  const line = lineOf({ [field]: SECRET, request: { [field]: SECRET, headers: { [field]: SECRET } } });
  expect(line).toContain("[hidden]");
  expect(line).not.toContain(SECRET);
});
