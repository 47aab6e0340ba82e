// The running server against its own published description: generated requests, valid and broken ones, with the credentials of a
// merchant, a user and an administrator. No answer may be a 5xx, or one that the description doesn't promise.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { voucherCode as exampleCode, wallet as exampleWallet } from "../../api/src/http/examples.ts";
import { capture } from "../../scripts/lib/run.ts";
import type { Failure } from "../../scripts/lib/test/report.ts";
import { failuresOf } from "../../scripts/lib/test/schemathesis.ts";
import type { Http } from "../support/http.ts";
import { root, surroundings } from "../support/processes.ts";
import { World } from "../support/world.ts";
import { makeRecords, type Named } from "./records.ts";

export interface Effort {
  /** Generated requests per operation. */
  examples: number;
  seed: number;
  /** True to also run sequences of calls that use earlier answers. */
  sequences: boolean;
}

/** Few and always the same, so that it fits into every test run. */
export const short: Effort = { examples: 4, seed: 1, sequences: false };
export const long = (): Effort => ({ examples: 300, seed: Date.now() % 1_000_000, sequences: true });

/** Calls that end records which other calls need. */
const CLOSING = [
  "POST /campaigns/{id}/steps",
  "POST /drops/{id}/steps",
  "POST /vouchers/cancel",
  "DELETE /wallet/{wallet_address}",
];

/** Calls that end the run's own credentials: made last. */
const ENDING = [
  "POST /auth/logout",
  "DELETE /auth/sessions/{id}",
  "POST /merchants/me/keys",
  "DELETE /merchants/me/keys/{id}",
  "DELETE /users/{id}",
];

const only = (names: string[]) => names.flatMap((name) => ["--include-name", name]);
const without = (names: string[]) => names.flatMap((name) => ["--exclude-name", name]);

type Found = Pick<Failure, "test" | "error" | "seed">;

/** @param failed gets each failure. @throws Error when the server ended: what is not answered after that isn't a failure of its own */
export async function schemathesis(
  template: string,
  tool: string,
  effort: Effort,
  failed: (failure: Found) => void,
): Promise<void> {
  const world = await World.open(template, { DISTRIBUTE_TIMEOUT_SECONDS: "1", LOG_LEVEL: "error" });
  try {
    const key = await registerMerchant(world.api);
    const user = await login(world.api, { email: "user@example.com", password: "correct horse" });
    const admin = await login(world.api, createAdmin(world));
    const callers = { merchant: world.api.as(key), user: bearer(user), admin: bearer(admin) };
    const description = await describe(world, await makeRecords(world, callers), effort);
    const later = without([...CLOSING, ...ENDING]);
    const runs: [token: string, filter: string[]][] = [
      [user, ["--exclude-path-regex", "^/admin", ...later]],
      [admin, ["--include-path-regex", "^/(admin|users)", ...later]],
      [user, only(CLOSING)],
      [user, only(ENDING)],
    ];
    for (const [token, filter] of runs) {
      const found = await runTool(world, tool, effort, { description, key, token, filter });
      if (!world.server.running) {
        const call = found.find(({ test }) => test.includes(" /"))?.test;
        throw new Error(`the server ended${call ? `, first seen at ${call}` : ""}:\n${world.server.output}`);
      }
      for (const failure of found) failed(failure);
    }
  } finally {
    await world.end();
  }
}

/** File with the published description, in whose examples a wallet and a code stand that exist. */
async function describe({ api, folder }: World, { wallet, code }: Named, { sequences }: Effort): Promise<string> {
  const { body } = await api.get("/docs/openapi.json");
  const path = join(folder, "openapi.json");
  if (sequences) dropRequestIds(body);
  writeFileSync(path, JSON.stringify(body).replaceAll(exampleWallet, wallet).replaceAll(exampleCode, code));
  return path;
}

/** In sequences the tool would fill this header with ids, as numbers that it then can't send, and fail. */
function dropRequestIds({ paths }: { paths: Record<string, Record<string, { parameters?: { $ref?: string }[] }>> }) {
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path))) {
    operation.parameters = operation.parameters?.filter(({ $ref }) => !$ref?.endsWith("/X-Request-Id")) ?? [];
  }
}

interface Aim {
  /** Path of the file. */
  description: string;
  key: string;
  token: string;
  filter: string[];
}

async function runTool(
  world: World,
  tool: string,
  { examples, seed, sequences }: Effort,
  { description, key, token, filter }: Aim,
): Promise<Found[]> {
  const phases = ["examples", "coverage", "fuzzing", ...(sequences ? ["stateful"] : [])];
  const config = join(root, "test/schemathesis/schemathesis.toml");
  const args = ["--config-file", config, "run", description, "--url", world.api.base];
  const options = ["--phases", phases.join(","), "--max-examples", String(examples), "--seed", String(seed)];
  const env = { MERIT_TEST_KEY: key, MERIT_TEST_TOKEN: token };
  // It keeps files of its own where it runs.
  const all = [...args, ...options, "--continue-on-failure", "--no-color", ...filter];
  const { passed, text } = await capture(tool, all, { env, cwd: world.folder });
  if (!passed) return failuresOf(text).map((failure) => ({ ...failure, seed: String(seed) }));
  process.stdout.write(`${/^ *(\d+ generated, .*)$/m.exec(text)?.[1] ?? text}\n`);
  return [];
}

async function registerMerchant(api: Http): Promise<string> {
  const { status, body } = await api.post("/merchants/register", { name: "Coffee House", email: "coffee@example.com" });
  if (status !== 201) throw new Error(`register: ${JSON.stringify(body)}`);
  return body.api_key;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

interface Login {
  email: string;
  password: string;
}

async function login(api: Http, { email, password }: Login): Promise<string> {
  await api.post("/auth/register", { email, password });
  const { status, body } = await api.post("/auth/login", { email, password });
  if (status !== 200) throw new Error(`login: ${JSON.stringify(body)}`);
  return body.accessToken;
}

function createAdmin(world: World): Login {
  const args = ["admin", "create", "--email", "admin@example.com", "--json"];
  const output = execFileSync(process.execPath, [join(root, "cli/bin/merit.mjs"), ...args], {
    ...surroundings({ MERIT_DATA_DIR: world.folder }),
    encoding: "utf8",
  });
  return JSON.parse(output);
}
