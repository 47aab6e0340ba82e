// The running server against its own published description: generated requests, valid and broken ones, with the credentials of a
// merchant, a user and an administrator. No answer may be a 5xx, or one that the description doesn't promise.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { run } from "../../scripts/lib/run.ts";
import type { Http } from "../support/http.ts";
import { root, surroundings } from "../support/processes.ts";
import { World } from "../support/world.ts";

export interface Effort {
  /** Generated requests per operation. */
  examples: number;
  seed: number;
  /** Also sequences of calls that use what earlier ones answered. */
  sequences: boolean;
}

/** So few and always the same that it fits into every run of the tests. */
export const short: Effort = { examples: 10, seed: 1, sequences: false };
export const long = (): Effort => ({ examples: 300, seed: Date.now() % 1_000_000, sequences: true });

/** What ends the credentials that the run works with: called last. */
const ENDING = [
  "POST /auth/logout",
  "POST /auth/logout-all",
  "POST /auth/password/change",
  "DELETE /auth/sessions/{id}",
  "POST /merchants/me/keys/{id}/rotate",
  "DELETE /merchants/me/keys/{id}",
  "DELETE /users/{id}",
];

export async function schemathesis(template: string, tool: string, effort: Effort): Promise<void> {
  const world = await World.open(template, { DISTRIBUTE_TIMEOUT_SECONDS: "1", LOG_LEVEL: "error" });
  try {
    const key = await merchantWithRecords(world);
    const user = await login(world.api, { email: "user@example.com", password: "correct horse" });
    const admin = await login(world.api, createAdmin(world));
    const test = (token: string, filter: string[]) => runTool(world, tool, effort, { key, token }, filter);
    const except = ENDING.flatMap((name) => ["--exclude-name", name]);
    await test(user, ["--exclude-path-regex", "^/admin", ...except]);
    await test(admin, ["--include-path-regex", "^/(admin|users)", ...except]);
    await test(
      user,
      ENDING.flatMap((name) => ["--include-name", name]),
    );
    if (!world.server.running) throw new Error(`the server ended:\n${world.server.output}`);
  } finally {
    await world.end();
  }
}

async function runTool(
  world: World,
  tool: string,
  { examples, seed, sequences }: Effort,
  { key, token }: { key: string; token: string },
  filter: string[],
): Promise<void> {
  const phases = ["examples", "coverage", "fuzzing", ...(sequences ? ["stateful"] : [])];
  const args = [
    "--config-file",
    join(root, "test/schemathesis/schemathesis.toml"),
    "run",
    `${world.api.base}/docs/openapi.json`,
  ];
  const options = ["--phases", phases.join(","), "--max-examples", String(examples), "--seed", String(seed)];
  const env = { MERIT_TEST_KEY: key, MERIT_TEST_TOKEN: token };
  // It keeps files of its own where it runs.
  await run(tool, [...args, ...options, "--continue-on-failure", "--no-color", ...filter], env, world.folder);
}

/** Ids of the description's examples go up to this: with so many of each, they name something. */
const RECORDS = 3;

/** The key of a merchant who has what the description's examples name. */
async function merchantWithRecords(world: World): Promise<string> {
  const body = { name: "Coffee House", email: "coffee@example.com" };
  const { api_key } = (await world.api.post("/merchants/register", body)).body;
  const merchant = world.api.as(api_key);
  const wallet = await world.wallet();
  for (let index = 0; index < RECORDS; index++) {
    const campaign_id = await world.campaign(merchant, { budget: "1000" });
    const reward = { campaign_id, wallet_address: wallet.address, amount: "1" };
    const { body } = await merchant.post("/rewards/issue", { ...reward, idempotency_key: crypto.randomUUID() });
    await world.settled(merchant, body.id, "confirmed");
  }
  return api_key;
}

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
