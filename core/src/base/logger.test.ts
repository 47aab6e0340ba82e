import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it, onTestFinished, vi } from "vitest";
import { RpcUnavailable } from "../ledger/chain/errors.ts";
import { Outage } from "./errors.ts";
import { createLogger, writtenPerTurn } from "./logger.ts";

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

it("shows neither stack nor cause of an error that is meant for the operator", () => {
  const cause = new Error("connect ECONNREFUSED https://node.example/key-of-a-provider");
  const line = JSON.parse(lineOf({ err: new RpcUnavailable("getHealth", cause) }));
  const message = expect.stringContaining("MERIT_RPC_URL");
  expect(line.err).toEqual({ type: "RpcUnavailable", message, retry: true });
  expect(JSON.stringify(line)).not.toContain("key-of-a-provider");
  expect(JSON.parse(lineOf({ err: new Error("a mistake in the program") })).err.stack).toContain("logger.test.ts");
});

it("tells of an outage once a minute, as a warning, and of everything else each time", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const lines: { level: number; msg: string }[] = [];
  const log = createLogger("debug", { write: (line) => void lines.push(JSON.parse(line)) });
  const told = (err: Error) => {
    lines.length = 0;
    log.error({ err }, "request failed");
    log.child({ topic: "x" }).warn({ err }, "due jobs could not be claimed");
    return lines.map(({ level, msg }) => `${log.levels.labels[level]}: ${msg}`);
  };
  const both = (first: string, second: string) => [
    `${first}: request failed`,
    `${second}: due jobs could not be claimed`,
  ];
  expect(told(new Outage("the disk is full"))).toEqual(both("warn", "debug"));
  expect(told(new Outage("the disk is read-only"))).toEqual(both("warn", "debug"));
  vi.advanceTimersByTime(59_999);
  expect(told(new Outage("the disk is full"))).toEqual(both("debug", "debug"));
  vi.advanceTimersByTime(1);
  expect(told(new Outage("the disk is full"))).toEqual(both("warn", "debug"));
  expect(told(new RpcUnavailable("getHealth", undefined))).toEqual(both("error", "warn"));
});

it("writes all lines of a turn of the event loop at its end, in one write", async () => {
  const written: string[] = [];
  const lines = writtenPerTurn({ write: (text) => written.push(text) });
  lines.write("a\n");
  lines.write("b\n");
  expect(written).toEqual([]);
  await new Promise((resolve) => setImmediate(resolve));
  lines.write("c\n");
  await new Promise((resolve) => setImmediate(resolve));
  expect(written).toEqual(["a\nb\n", "c\n"]);
});

it.each(["process.exit(3)", "throw new Error('broken')"])("loses no line at %s", async (end) => {
  const module = new URL("./logger.ts", import.meta.url).href;
  const source = `import { writtenPerTurn } from "${module}"; writtenPerTurn(process.stderr).write("last line\\n"); ${end};`;
  const run = promisify(execFile)(process.execPath, ["--input-type=module", "--eval", source]);
  await expect(run).rejects.toMatchObject({ stderr: expect.stringContaining("last line") });
});
