import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { version } from "@merit/core/base/version.ts";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { closeBrowser, faultsOf, openPage, settled } from "../support/browser.ts";
import { sharedWorld, startWorld } from "../support/fixture.ts";
import { PATIENCE_MS, root, until } from "../support/processes.ts";
import type { World } from "../support/world.ts";

const open = sharedWorld();
afterAll(closeBrowser);

const GROUPS = ["Merchants", "Wallets", "Contract developers", "Operators"];

const origin = ({ api }: World) => new URL(api.base).origin;
const groupOf = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) });
const commandOf = async (page: Page, name: string) => (await groupOf(page, name).locator("pre").textContent()) ?? "";
/** Resolves when a screen reader has been given this text. */
const heard = (page: Page, text: string) =>
  page.locator(`[role="status"]:text-is(${JSON.stringify(text)})`).waitFor({ state: "attached" });
const reasonsOf = (page: Page) => page.locator("#reasons li").allInnerTexts();

/** Adds up by how much the page's parts have moved without anybody's doing. */
const COUNT_SHIFTS = `globalThis.shifts = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) shifts += value;
  }).observe({ type: "layout-shift", buffered: true });`;

test("each group's first command works as it stands, for the service that shows it", async () => {
  const world = await open();
  const page = await openPage(origin(world));
  await page.goto("/");
  expect(await page.getByRole("listitem").getByRole("heading").allInnerTexts()).toEqual(GROUPS);
  const env = { ...process.env, MERIT_DATA_DIR: world.folder };
  const run = async (name: string) => {
    const command = await commandOf(page, name);
    return (await promisify(execFile)("sh", ["-c", command], { cwd: root, env, timeout: PATIENCE_MS })).stdout;
  };
  expect(await commandOf(page, "Merchants")).toContain(`curl ${origin(world)}/api/`);
  const merchant = world.api.as(JSON.parse(await run("Merchants")).api_key);
  expect((await merchant.get("/merchants/me")).body.name).toBe("Corner Shop");
  const toml = await run("Wallets");
  expect(toml).toContain(`issuer = "${world.asset.issuer}"`);
  expect(toml).toContain("WEB_AUTH_ENDPOINT");
  const { network, contracts } = JSON.parse(await run("Contract developers"));
  expect([network, contracts.pool]).toEqual(["local", expect.stringMatching(/^C/)]);
  const [, password = ""] = /password\s+(\S+)/.exec(await run("Operators")) ?? [];
  const login = await world.api.post("/auth/login", { email: "ops@rewards.example", password });
  expect(login.body.user.role).toBe("admin");
});

test("its buttons copy exactly the command, and select it where the browser lets no page copy", async () => {
  const world = await open();
  const page = await openPage(origin(world));
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: origin(world) });
  await page.goto("/");
  for (const name of GROUPS) {
    // By keyboard, as whoever uses no mouse.
    await groupOf(page, name).getByRole("button", { name: "Copy" }).press("Enter");
    await groupOf(page, name).getByRole("button", { name: "Copied" }).waitFor();
    await heard(page, "The command is copied.");
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(await commandOf(page, name));
  }

  // As on a page that came by plain http from another machine.
  await page.addInitScript("delete Navigator.prototype.clipboard");
  await page.reload();
  await groupOf(page, "Merchants").getByRole("button", { name: "Copy" }).click();
  await heard(page, "This page may not copy. The command is selected: copy it with the keyboard.");
  expect(await page.evaluate("String(getSelection())")).toBe(await commandOf(page, "Merchants"));
});

test("it says that a service is well, and moves nothing when it does", async () => {
  const world = await open();
  const page = await openPage(origin(world));
  await page.addInitScript(COUNT_SHIFTS);
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/");
    await heard(page, "All parts work.");
    expect(await page.evaluate("shifts")).toBe(0);
  }
  const facts = await page.getByRole("definition").allInnerTexts();
  expect(facts).toEqual(["local", expect.stringMatching(/^\d+$/), version]);
  expect(await faultsOf(page)).toEqual([]);
});

test("its links to the documentation name parts of it, and open them", async () => {
  const world = await open();
  const page = await openPage(origin(world));
  await page.goto("/");
  const paths = await page.locator("a").evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  await page.getByRole("link", { name: "API for contract events" }).click();
  await page.locator('.opblock-tag[data-tag="Contract events"][data-is-open="true"]').waitFor();
  const parts = await page.locator(".opblock-tag").evaluateAll((all) => all.map((tag) => tag.getAttribute("data-tag")));
  const named = paths.flatMap((path) => /^\/docs#\/(.+)$/.exec(path)?.slice(1) ?? []).map(decodeURIComponent);
  expect(named).toHaveLength(GROUPS.length);
  expect(parts).toEqual(expect.arrayContaining(named));
});

test("it says which part of a service doesn't work, and when the service can't be reached", async () => {
  const world = await startWorld();
  await world.ledger.kill();
  // The answer of the node before that counts for a second.
  await until(async () => ((await world.api.get("/health")).body.status === "degraded" ? true : undefined));
  const page = await openPage(origin(world), { width: 360, height: 900 });
  await page.addInitScript(COUNT_SHIFTS);
  await page.goto("/");
  await page.locator("#state").scrollIntoViewIfNeeded();
  await heard(page, "Not all parts work.");
  expect(await reasonsOf(page)).toEqual([
    "Ledger: the Stellar RPC does not answer.",
    "Contract events: the newest ledger is unknown.",
  ]);
  expect(await page.getByRole("definition").allInnerTexts()).toEqual(["local", "unknown", version]);
  expect(await page.evaluate("shifts")).toBe(0);
  expect(await faultsOf(page)).toEqual([]);

  await world.ledger.start();
  const again = page.getByRole("button", { name: "Check again" });
  await expect
    .poll(
      async () => {
        await again.click();
        await settled(page);
        return page.locator("#word").innerText();
      },
      { timeout: PATIENCE_MS },
    )
    .toBe("All parts work.");
  expect(await reasonsOf(page)).toEqual([]);

  await world.server.kill();
  await again.click();
  await heard(page, "The service can't be reached.");
  expect(await reasonsOf(page)).toEqual([expect.stringContaining("check your connection")]);
  expect(await faultsOf(page)).toEqual([]);
});

test("it is whole without JavaScript: the commands are its text, and nothing promises more", async () => {
  const world = await open();
  const page = await openPage(origin(world), undefined, { javaScriptEnabled: false });
  await page.goto("/");
  const commands = await page.locator("pre").allInnerTexts();
  expect(commands.map((text) => text.split("\n")[0])).toEqual([
    "curl http://localhost:3000/api/merchants/register \\",
    "curl http://localhost:3000/.well-known/stellar.toml",
    "curl http://localhost:3000/api/network",
    "npm run merit -- admin create --email ops@rewards.example",
  ]);
  expect(await page.getByRole("button").count()).toBe(0);
  await page.getByRole("link", { name: "All checks" }).click();
  expect(await page.locator("body").innerText()).toContain('"status":"ok"');
});

test("an address that leads nowhere gets a page that leads on", async () => {
  const world = await open();
  const page = await openPage(origin(world));
  await page.goto("/nowhere");
  await page.getByRole("heading", { name: "Route not found" }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("link", { name: "start page" }).click();
  await page.getByRole("heading", { name: "Merit", exact: true }).waitFor();
});
