import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { confirm } from "./confirm.ts";
import { UsageError } from "./errors.ts";

function ask(answer: string, isTTY = true): { asked: () => string; answered: Promise<boolean> } {
  let asked = "";
  const stdin = Object.assign(new PassThrough(), { isTTY });
  const err = (text: string) => {
    asked += text;
  };
  const io = { env: {}, stdin, out: () => {}, err, signal: new AbortController().signal };
  const answered = confirm(io, "Send it?");
  stdin.end(`${answer}\n`);
  return { asked: () => asked, answered };
}

it.each([
  ["y", true],
  ["Yes", true],
  ["", false],
  ["n", false],
  ["yellow", false],
])("takes %o for %o", async (answer, wanted) => {
  const { asked, answered } = ask(answer);
  expect(await answered).toBe(wanted);
  expect(asked()).toBe("Send it? [y/N] ");
});

it("accepts no confirmation from a pipe", async () => {
  await expect(ask("y", false).answered).rejects.toThrow(UsageError);
});
