import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { closeBrowser, openPage } from "../support/browser.ts";
import { sharedWorld } from "../support/fixture.ts";
import { Process, root } from "../support/processes.ts";
import type { Env } from "../support/world.ts";

// The client as its users have it: packed by npm, installed where nothing else of Merit is.

const folder = mkdtempSync(join(tmpdir(), "merit-client-"));
const installed = join(folder, "node_modules/@merit/client");
const npm = (cwd: string, ...args: string[]) =>
  promisify(execFile)("npm", [...args, "--silent", "--no-audit", "--no-fund"], { cwd });

/** A page of another origin than the service's. */
const pages = createServer(({ url = "" }, response) => {
  const isModule = url.endsWith(".js");
  response.writeHead(200, { "content-type": isModule ? "text/javascript" : "text/html" });
  response.end(isModule ? readFileSync(join(installed, "dist", url)) : "<title>Shop</title>");
});
const env: Env = {};
const open = sharedWorld(env);
let origin = "";

/** The programs of the client's page: both are TypeScript and JavaScript. */
const [pay = "", follow = ""] = [
  ...readFileSync(join(root, "client/README.md"), "utf8").matchAll(/^```ts\n(.+?)^```/gms),
].map(([, program]) => program);

beforeAll(async () => {
  await npm(join(root, "client"), "pack", "--pack-destination", folder);
  const [file = ""] = readdirSync(folder);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  await npm(folder, "install", "--offline", join(folder, file));
  for (const [name, program] of Object.entries({ pay, follow })) writeFileSync(join(folder, `${name}.mjs`), program);
  await new Promise<void>((resolve) => pages.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
  env.CORS_ORIGINS = origin;
});
afterAll(() => {
  pages.close();
  rmSync(folder, { recursive: true });
});
afterAll(closeBrowser);

test("the package has JavaScript, types, README and licence, and needs no other", () => {
  const files = readdirSync(installed, { recursive: true, encoding: "utf8" });
  const others = files.filter((file) => !/^dist(\/[a-z-]+\.(js|d\.ts))?$/.test(file));
  expect(others.sort()).toEqual(["LICENSE", "README.md", "package.json"]);
  const { exports, dependencies } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  expect(files).toEqual(expect.arrayContaining(Object.values(exports["."]).map((file) => String(file).slice(2))));
  expect(dependencies).toBeUndefined();
});

/** Code that the compiler must refuse, and the content of events that it must know. */
const refused = `
import { createClient, type EventOf } from "@merit/client";
const client = createClient({ url: "/api" });
const body = { idempotency_key: "order-1", campaign_id: 1, amount: "1" };
await client.call("POST /rewards/issue", { body: { ...body, wallet_address: "G" } });
// @ts-expect-error a wrong field
await client.call("POST /rewards/issue", { body: { ...body, wallet: "G" } });
// @ts-expect-error no such call
await client.call("GET /rewards/nothing");
// @ts-expect-error no such state
client.rows("GET /rewards/issuances", { query: { status: "lost" } });
export function told(event: EventOf<"GET /events">): string | null {
  // @ts-expect-error only campaigns have a budget
  event.data.budget;
  if (event.type === "issuance.confirmed") return event.data.tx_hash;
  // @ts-expect-error no such type
  if (event.type === "campaign.exploded") return null;
  return event.type === "campaign.created" ? event.data.budget : null;
}
`;

test.each([
  {
    module: "nodenext",
    moduleResolution: "nodenext",
    lib: ["es2022"],
    types: ["node"],
    files: ["pay.ts", "follow.ts", "refused.ts"],
  },
  { module: "esnext", moduleResolution: "bundler", lib: ["es2022", "dom"], types: [], files: ["refused.ts"] },
])("its types hold in a strict program ($moduleResolution)", async ({ files, ...options }) => {
  for (const [name, program] of Object.entries({ pay, follow, refused }))
    writeFileSync(join(folder, `${name}.ts`), program);
  const strict = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, noEmit: true };
  const compilerOptions = { ...strict, ...options, target: "es2022", typeRoots: [join(root, "node_modules/@types")] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  const { stdout } = await promisify(execFile)(join(root, "node_modules/.bin/tsc"), ["-p", folder]).catch(
    (error) => error,
  );
  expect(stdout).toBe("");
});

/** The one that the machine brings, which may be Node 20, and not the one that runs the tests. */
const node =
  (process.env.PATH ?? "")
    .split(delimiter)
    .filter((path) => !path.includes("node_modules"))
    .map((path) => join(path, "node"))
    .find(existsSync) ?? process.execPath;

test("a reward is issued, waited for and listed, and its event arrives, on the machine's Node", async () => {
  const world = await open();
  const merchant = await world.merchant();
  const { body: key } = await merchant.post("/merchants/me/keys", { name: "client", scopes: ["issue", "read"] });
  const campaign = await world.campaign(merchant);
  const wallet = await world.wallet();
  const run = (name: string, ...args: string[]) => {
    const env = { MERIT_URL: world.api.base, MERIT_API_KEY: key.api_key };
    const process = new Process(name, node, [join(folder, `${name}.mjs`), ...args], env);
    onTestFinished(() => process.kill());
    return process;
  };
  const following = run("follow");
  await following.printed(/^waiting for events/m);
  const paying = run("pay", String(campaign), wallet.address);
  const [, id, hash] = await paying.printed(/^accepted (\d+)\nconfirmed ([0-9a-f]{64})\npaid \1 12\.5\n/m);
  expect(await wallet.balance(world.asset)).toBe(125_000_000n);
  await following.printed(new RegExp(`^paid ${id} ${hash}$`, "m"));

  // The stream survives a restart of the service, and the repeat of an order pays nothing more.
  await world.server.kill();
  await following.printed(/Trying again in 1 s/);
  await world.startServer(env);
  await run("pay", String(campaign), wallet.address).printed(
    new RegExp(`^accepted earlier ${id}\nconfirmed ${hash}$`, "m"),
  );
  const { body: other } = await merchant.post("/rewards/issue", {
    ...{ idempotency_key: "order-1002", campaign_id: campaign, wallet_address: wallet.address, amount: "1" },
  });
  await following.printed(new RegExp(`^paid ${other.id} `, "m"));
  expect(following.output.match(/^paid /gm)).toHaveLength(2);
});

test("a page of another origin imports it as it is, and calls, lists and follows", async () => {
  const world = await open();
  const page = await openPage(origin);
  await page.goto("/");
  const seen = await page.evaluate(`(async () => {
    const { createClient, ApiProblem } = await import("/index.js");
    const url = ${JSON.stringify(world.api.base)};
    const user = { email: "ada@example.com", password: "a password of Ada" };
    const { body } = await createClient({ url }).call("POST /auth/register", { body: user });
    const client = createClient({ url, accessToken: body.accessToken });
    let sessions = 0;
    for await (const session of client.rows("GET /auth/sessions")) sessions++;
    let position;
    for await (const { id } of client.stream("GET /events")) {
      position = id;
      break;
    }
    const error = await createClient({ url, accessToken: "wrong" }).call("GET /auth/sessions").catch((error) => error);
    return { sessions, position, isProblem: error instanceof ApiProblem, code: error.problem.code };
  })()`);
  const position = expect.stringMatching(/^evt_\d+$/);
  expect(seen).toEqual({ sessions: 1, position, isProblem: true, code: "invalid_token" });
});
