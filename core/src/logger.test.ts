import { expect, it } from "vitest";
import { createLogger } from "./logger.ts";

it("blanks credentials at any of the usual depths", () => {
  const lines: string[] = [];
  const log = createLogger("info", { write: (line) => void lines.push(line) });
  const secret = "SDONOTLOG";
  log.info({ secret, request: { api_key: secret, headers: { authorization: secret, "x-api-key": secret } } }, "call");
  expect(lines.join()).toContain("[hidden]");
  expect(lines.join()).not.toContain(secret);
});
