import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { version } from "@merit/core/base/version.ts";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { merit, problem, startApi, type TestApi } from "./testing/cli.ts";

let api: TestApi;
let folder: string;
let env: Record<string, string>;

beforeEach(async () => {
  api = await startApi();
  folder = mkdtempSync(join(tmpdir(), "merit-cli-"));
  env = { MERIT_URL: api.url, MERIT_API_KEY: "key-1", XDG_CONFIG_HOME: folder };
});

afterEach(async () => {
  await api[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

const wallet = "GABC";

describe("a wrong command line", () => {
  it.each([
    ["no command", [], /Usage: merit/],
    ["an unknown command", ["rewards"], /unknown command 'rewards'.*\n.*Did you mean reward/],
    ["an unknown option", ["health", "--jsno"], /unknown option '--jsno'.*\n.*--json/],
    [
      "a missing option",
      ["reward", "issue", "--campaign", "1", "--wallet", wallet],
      /--amount <amount>' not specified/,
    ],
    ["an amount with too many decimals", ["reward", "issue", "--amount", "0.00000001"], /8 decimals: at most 7/],
    [
      "an amount in exponents",
      ["campaign", "create", "--budget", "1e3"],
      /'--budget <amount>'.*'1e3' is invalid.*decimal string/,
    ],
    ["an amount of zero", ["campaign", "create", "--budget", "0"], /greater than 0/],
    ["an id that is no number", ["reward", "status", "seven"], /'seven' is invalid.*whole number/],
    ["a page that is too long", ["reward", "list", "--limit", "101"], /at most 100/],
    ["a status that isn't one", ["reward", "list", "--status", "done"], /pending, confirmed, failed/],
    ["a date that isn't one", ["campaign", "create", "--ends-at", "tomorrow"], /2027-01-31/],
    [
      "a day that isn't in the calendar",
      ["campaign", "create", "--ends-at", "2027-02-30"],
      /--ends-at.*no day 2027-02-30/,
    ],
    [
      "a start on no day",
      ["campaign", "create", "--starts-at", "2027-04-31T10:00:00+02:00"],
      /--starts-at.*2027-04-31/,
    ],
    ["days without end", ["campaign", "create", "--days", "99999999999"], /--days.*at most 36500/],
    [
      "two ends",
      ["campaign", "create", "--name", "a", "--budget", "1", "--days", "3", "--ends-at", "2027-01-01"],
      /not both/,
    ],
    ["a port out of range", ["start", "--port", "70000"], /0 to 65535/],
    ["a network that isn't one", ["deploy", "--network", "futurenet"], /local, quickstart, testnet, mainnet/],
    ["a URL that isn't one", ["health", "--url", "localhost:3000"], /"localhost:3000" is not a URL/],
  ])("%s: exit code 2, the fix, and no request", async (_name, args, message) => {
    const { code, out, err } = await merit(args, { env });
    expect(err).toMatch(message);
    expect({ code, out, requests: api.requests }).toEqual({ code: 2, out: "", requests: [] });
  });

  it("shows the options and an example if it asks for help", async () => {
    for (const command of [["start"], ["merchant", "register"], ["reward", "issue"], ["contract-events"], ["deploy"]]) {
      const { code, out } = await merit([...command, "--help"], { env });
      expect(code).toBe(0);
      expect(out).toMatch(/Examples?:\n {2}\$/);
    }
  });
});

describe("with --json", () => {
  it.each([
    ["an unknown option", ["health", "--jsno"], /unknown option '--jsno'/],
    ["a bad value", ["reward", "status", "seven"], /'seven' is invalid/],
    ["an unknown command", ["rewards"], /unknown command 'rewards'/],
    [
      "two ends",
      ["campaign", "create", "--name", "a", "--budget", "1", "--days", "3", "--ends-at", "2027-01-01"],
      /both/,
    ],
  ])("%s is one JSON object on standard error", async (_name, args, message) => {
    const { code, out, err } = await merit([...args, "--json"], { env });
    expect(JSON.parse(err).title).toMatch(message);
    expect({ code, out }).toEqual({ code: 2, out: "" });
  });
});

describe("settings that can't be used", () => {
  const bad = { MERIT_RPC_URL: "nowhere", WORKER_BATCH_SIZE: "x" };

  it("are named line by line", async () => {
    const { code, err } = await merit(["deploy"], { env: { ...env, ...bad } });
    expect(err).toMatch(/^error: Settings can't be used:\n {2}MERIT_RPC_URL .*\n {2}WORKER_BATCH_SIZE .*\n/);
    expect(code).toBe(1);
  });

  it("are one JSON object for a script", async () => {
    const { err } = await merit(["deploy", "--json"], { env: { ...env, ...bad } });
    expect(JSON.parse(err).title).toMatch(/MERIT_RPC_URL[\s\S]*WORKER_BATCH_SIZE/);
  });
});

describe("errors of the API", () => {
  const issue = ["reward", "issue", "--campaign", "1", "--wallet", wallet, "--amount", "5", "--idempotency-key", "k"];

  it("names every wrong field and the request", async () => {
    const errors = [
      { field: "wallet_address", message: "must be an address" },
      { field: "amount", message: "must be at most 3" },
    ];
    api.on("POST /rewards/issue", problem(422, "validation_failed", "Some fields are wrong.", { errors }));
    const { code, out, err } = await merit(issue, { env });
    expect(err).toBe(
      "error: Some fields are wrong.\n  wallet_address: must be an address\n  amount: must be at most 3\n" +
        "  (status 422, validation_failed, request req-1)\n",
    );
    expect({ code, out }).toEqual({ code: 1, out: "" });
  });

  it("gives scripts the problem as JSON", async () => {
    api.on("POST /rewards/issue", problem(409, "budget_exhausted", "The campaign has 3 left."));
    const { code, err } = await merit([...issue, "--json"], { env });
    expect(code).toBe(1);
    expect(JSON.parse(err)).toMatchObject({ status: 409, code: "budget_exhausted" });
  });

  it("says when to retry", async () => {
    api.on("GET /campaigns", { ...problem(429, "too_many_requests", "Slow down."), headers: { "retry-after": "7" } });
    expect((await merit(["campaign", "list"], { env })).err).toMatch(/retry after 7 s/);
  });

  it("asks for a key only where a key was missing or wrong", async () => {
    for (const code of ["missing_api_key", "invalid_api_key", "missing_credentials"]) {
      api.on("GET /rewards/issuances", problem(401, code, "Send the key."));
      expect((await merit(["reward", "list"], { env })).err, code).toMatch(/--api-key or MERIT_API_KEY/);
    }
    for (const code of ["invalid_wallet_proof", "invalid_refresh_token", "invalid_credentials"]) {
      api.on("GET /rewards/issuances", problem(401, code, "Something else is wrong."));
      expect((await merit(["reward", "list"], { env })).err, code).not.toMatch(/--api-key/);
    }
  });

  it("says how to start a service that isn't there", async () => {
    await api[Symbol.asyncDispose]();
    const { code, err } = await merit(["health"], { env });
    expect(err).toBe(
      `error: Nothing listens at ${api.url}.\nStart Merit with \`npm start\`, or give another server with --url or MERIT_URL.\n`,
    );
    expect(code).toBe(1);
    api = await startApi();
  });

  it.each([
    // A name too long to be asked for anywhere.
    ["a host that isn't there", () => `http://${"a".repeat(64)}.invalid/api`],
    ["a server without TLS", () => api.url.replace("http:", "https:")],
  ])("says what to look at for %s, and doubts nothing", async (_, url) => {
    const { code, err } = await merit([...issue, "--url", url()], { env });
    expect(err).toMatch(/Check the network and --url\.\n$/);
    expect(err).not.toContain("isn't known");
    expect({ code, requests: api.requests }).toEqual({ code: 1, requests: [] });
  });

  it.each([
    ["POST /rewards/issue", issue, true],
    ["POST /campaigns/1/dry-run", ["campaign", "dry-run", "1", "--wallet", wallet, "--amount", "5"], false],
    ["POST /vouchers/check", ["voucher", "check", "ABCDE"], false],
    ["POST /trustline/verify", ["trustline", "verify", wallet], false],
  ])("doubts after a lost answer to %s only if it changes something", async (route, args, changes) => {
    api.on(route, { drop: true });
    const { err } = await merit(args, { env });
    expect(api.requests).toHaveLength(1);
    expect(err.includes("isn't known whether")).toBe(changes);
  });

  it("recognises a server that isn't Merit", async () => {
    api.on("GET /health", { body: "<html>welcome</html>" });
    expect(await merit(["health"], { env })).toMatchObject({
      code: 1,
      err: expect.stringMatching(/is not Merit's API/),
    });
  });

  it("doesn't follow a redirect with the key", async () => {
    await using other = await startApi();
    api.on("GET /campaigns", { status: 307, headers: { location: `${other.url}/campaigns` } });
    const { code, err } = await merit(["campaign", "list"], { env });
    expect(err).toMatch(/redirects elsewhere/);
    expect({ code, requests: other.requests }).toEqual({ code: 1, requests: [] });
  });

  it("keeps control characters from the server off the terminal", async () => {
    const campaign = {
      id: 1,
      name: "\u001b[2J\u001b]0;owned\u0007Spring\u202e",
      status: "active",
      budget: "1",
      spent: "0",
    };
    api.on("GET /campaigns", { body: { data: [campaign], has_more: false, next_cursor: null } });
    const { out } = await merit(["campaign", "list"], { env });
    expect(out).toContain("Spring");
    for (const control of ["\u001b", "\u0007", "\u202e"]) expect(out).not.toContain(control);
  });

  it("does so wherever the server puts them: in cursors, times, versions and JSON", async () => {
    const hidden = "\u001b]0;owned\u0007\u009b2J";
    const page = { data: [], has_more: true, next_cursor: hidden };
    const event = { id: hidden, ledger: 1, ledger_closed_at: hidden, contract: hidden, type: hidden, data: {} };
    api.on("GET /contract-events", { body: { ...page, data: [event] } });
    api.on("GET /campaigns", { body: { ...page, data: [{ id: 1, name: hidden }] } });
    api.on("GET /health", { body: { status: hidden, version: hidden, checks: {}, processes: [] } });
    for (const command of [
      ["contract-events"],
      ["campaign", "list"],
      ["health"],
      ["campaign", "list", "--json"],
      ["health", "--json"],
    ]) {
      const { out, err } = await merit(command, { env });
      expect(out + err).toContain("owned");
      for (const control of ["\u001b", "\u0007", "\u009b"]) expect(out + err).not.toContain(control);
    }
    const { out } = await merit(["campaign", "list", "--json"], { env });
    expect(JSON.parse(out).next_cursor).toBe(hidden);
  });

  it("reads a key from standard input, so that it isn't on the command line", async () => {
    api.on("GET /campaigns", { body: { data: [], has_more: false, next_cursor: null } });
    const { code } = await merit(["campaign", "list", "--api-key", "-"], { env, stdin: "secret-7\n" });
    expect(code).toBe(0);
    expect(api.requests.at(-1)?.headers["x-api-key"]).toBe("secret-7");
  });
});

describe("health", () => {
  const checks = {
    database: { status: "ok" },
    indexer: { status: "failed", detail: "the indexer is 20 ledgers behind", ledger: 5 },
  };

  const seen_at = "2026-11-26T12:00:00.000Z";
  const processes = [
    { status: "ok", id: "a", role: "api", terms: {}, seen_at },
    { status: "failed", id: "b", role: "worker", terms: { worker: 3 }, seen_at },
  ];

  it("shows the checks and the processes, and fails unless all is well", async () => {
    api.on("GET /health", (_, count) => ({
      body: { status: count === 0 ? "ok" : "degraded", version: "0.1.0", checks, processes },
    }));
    const well = await merit(["health"], { env });
    expect(well.code).toBe(0);
    expect(well.out).toBe(
      `Merit 0.1.0 at ${api.url}\n\nCheck     Status  Details\ndatabase  ok      -\n` +
        "indexer   failed  the indexer is 20 ledgers behind ledger=5\n\n" +
        "Process  Role    Status  Leads            Last sign of life\n" +
        `a        api     ok      -                ${seen_at}\nb        worker  failed  worker (term 3)  ${seen_at}\n`,
    );
    const degraded = `error: The service at ${api.url} is degraded.\n`;
    expect(await merit(["health"], { env })).toMatchObject({ code: 1, err: degraded });
  });

  it("shows the checks of a service that can't serve", async () => {
    api.on("GET /health", { status: 503, body: { status: "degraded", version: "0.1.0", checks } });
    const { code, out } = await merit(["health", "--json"], { env });
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ checks });
  });
});

it("serve refuses a part of the service on SQLite, and names DATABASE_URL", async () => {
  const { code, err } = await merit(["serve", "worker"], { env: { MERIT_DATA_DIR: "/nowhere" } });
  expect(code).toBe(1);
  expect(err).toContain("needs a database that several processes can use: set DATABASE_URL");
});

describe("the command itself", () => {
  const bin = fileURLToPath(new URL("../bin/merit.mjs", import.meta.url));
  const node = (flags: string[], args: string[]) =>
    spawnSync(process.execPath, [...flags, bin, ...args], { encoding: "utf8", env: { ...process.env, ...env } });

  it("passes arguments, output and exit code through", () => {
    expect(node([], ["--version"])).toMatchObject({ status: 0, stdout: `${version}\n`, stderr: "" });
    expect(node([], ["reward", "status", "x"]).status).toBe(2);
  });

  it.skipIf(!existsSync("/dev/full"))(
    "says in one line that its output can't be written, and isn't put out by a reader that is gone",
    () => {
      const run = (target: string) => {
        const shell = `"${process.execPath}" "${bin}" reward --help ${target}; echo $? >&2`;
        return spawnSync("bash", ["-o", "pipefail", "-c", shell], { encoding: "utf8", env: { ...process.env, ...env } })
          .stderr;
      };
      expect(run("> /dev/full")).toMatch(/^error: The output can't be written: ENOSPC.*\n1\n$/);
      expect(run("| true")).toBe("0\n");
    },
  );

  it("names a .env that can't be read, without a stack", () => {
    const cwd = mkdtempSync(join(tmpdir(), "merit-env-"));
    mkdirSync(join(cwd, ".env"));
    const { status, stderr } = spawnSync(process.execPath, [bin, "--version"], { encoding: "utf8", cwd });
    rmSync(cwd, { recursive: true });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^error: \.env can't be read .*\n$/);
  });

  it("looks for a newer Node if this one can't run TypeScript", () => {
    const old = node(["--no-strip-types"], ["--version"]);
    expect(old).toMatchObject({ status: 0, stdout: `${version}\n`, stderr: "" });
    expect(node(["--no-strip-types"], ["reward", "status", "x"]).status).toBe(2);
  });
});

it("completes commands, options and their values", async () => {
  const printed = vi.spyOn(console, "log").mockImplementation(() => {});
  onTestFinished(() => printed.mockRestore());
  const completed = async (...words: string[]) => {
    printed.mockClear();
    await merit(["complete", "--", ...words], { env });
    return printed.mock.calls.map(([line]) => String(line).split("\t")[0]);
  };
  expect(await completed("reward", "iss")).toEqual(expect.arrayContaining(["issue", "issue-batch"]));
  expect(await completed("reward", "issue", "--wal")).toContain("--wallet");
  expect(await completed("start", "")).toContain("worker");
});
