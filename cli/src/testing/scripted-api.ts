import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import { startApi, type TestApi } from "./cli.ts";

/** For the tests of one file: an API that each scripts, and an environment in which `merit` calls it, with an empty folder. */
export function scriptedApi(credentials: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), "merit-cli-"));
  const env: Record<string, string> = {};
  let current: TestApi;
  beforeEach(async () => {
    current = await startApi();
    for (const name of Object.keys(env)) delete env[name];
    Object.assign(env, { MERIT_URL: current.url, XDG_CONFIG_HOME: folder, ...credentials });
    mkdirSync(folder, { recursive: true });
  });
  afterEach(async () => {
    await current[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true });
  });
  const api: Pick<TestApi, "url" | "requests" | "on"> = {
    get url() {
      return current.url;
    },
    get requests() {
      return current.requests;
    },
    on: (route, handler) => current.on(route, handler),
  };
  return { api, folder, env };
}
