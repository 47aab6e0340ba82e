// Pictures of the main pages in both themes at two widths, in target/screenshots: of a real service with data of its own. With
// `--docs` it also renews those in docs/images.
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { launch } from "../test/support/chromium.ts";
import { type Demo, fillDemo, QUICK_FAILURE } from "../test/support/demo-data.ts";
import { Freighter } from "../test/support/freighter.ts";
import { createTemplate } from "../test/support/template.ts";
import { World } from "../test/support/world.ts";
import { buildContracts, buildLocalnet, buildWeb } from "./lib/build.ts";
import { chromium } from "./lib/chromium.ts";
import { main, root, step, targetFolder } from "./lib/run.ts";

const themes = ["light", "dark"] as const;
const sizes = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
];

/** The pictures that the documentation shows: page, theme and width. */
const shown = [
  ["merchant", "light", 1280],
  ["merchant", "dark", 1280],
  ["voucher", "light", 360],
  ["wallet", "light", 1280],
  ["transaction", "dark", 1280],
];

/** A page that shows no "Loading" for so long has everything: what has come may ask for more. */
const QUIET_MS = 500;

/** Paths of the main pages by name. */
async function pagesOf({ merchant, ids, voucher }: Demo): Promise<Record<string, string>> {
  const { tx_hash } = (await merchant.get(`/rewards/issuances/${ids.paid}`)).body;
  return {
    start: "/",
    wallet: "/app/wallet",
    catalogue: "/app/wallet/catalogue",
    refer: "/app/wallet/refer",
    voucher,
    merchant: "/app/merchant",
    campaign: `/app/merchant/campaigns/${ids.campaign}`,
    issuances: "/app/merchant/issuances",
    vouchers: `/app/merchant/vouchers/${ids.batch}`,
    events: "/app/merchant/events",
    network: "/app/dev",
    transaction: `/app/dev/transactions/${tx_hash}`,
  };
}

await main(async () => {
  await buildWeb();
  await buildLocalnet();
  await buildContracts();
  process.env.CHROMIUM = await chromium();
  step("Deploying the contracts, and filling a service with data");
  const template = await createTemplate();
  const world = await World.open(template, QUICK_FAILURE);
  const browser = await launch();
  try {
    const demo = await fillDemo(world);
    await takeAll(browser, new URL(world.api.base).origin, demo);
    demo.end();
  } finally {
    await browser.close();
    await world.end();
    rmSync(template, { recursive: true, force: true });
  }
});

async function takeAll(browser: Browser, origin: string, demo: Demo): Promise<void> {
  const folder = join(targetFolder, "screenshots");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const pages = await pagesOf(demo);
  const options = { baseURL: origin, locale: "en-GB", timezoneId: "UTC" };
  const first = await browser.newContext(options);
  await signIn(first, demo);
  const storageState = await first.storageState();
  for (const colorScheme of themes) {
    for (const viewport of sizes) {
      step(`${Object.keys(pages).length} pages, ${colorScheme}, ${viewport.width} px`);
      const context = await browser.newContext({ ...options, colorScheme, viewport, storageState });
      const page = await context.newPage();
      await Freighter.install(page, demo.wallet.keypair);
      for (const [name, path] of Object.entries(pages)) {
        await page.goto(path);
        await page.locator("h1").first().waitFor();
        await loaded(page);
        const file = `${name}-${colorScheme}-${viewport.width}.png`;
        await page.screenshot({ path: join(folder, file), fullPage: true });
        const isShown = shown.some((it) => `${it.join("-")}.png` === file);
        if (isShown && process.argv.includes("--docs"))
          await page.screenshot({ path: join(root, "docs/images", file) });
      }
      await context.close();
    }
  }
  process.stdout.write(`The pictures are in ${folder}.\n`);
}

async function loaded(page: Page): Promise<void> {
  for (let since = Date.now(); Date.now() - since < QUIET_MS; await page.waitForTimeout(QUIET_MS / 10)) {
    if ((await page.locator(".loading").count()) > 0) since = Date.now();
  }
}

/** Signs in as the merchant and as the customer, so that one browser can open all pages. */
async function signIn(context: BrowserContext, { merchant, wallet }: Demo): Promise<void> {
  const page = await context.newPage();
  await Freighter.install(page, wallet.keypair);
  await page.goto("/app/merchant");
  await page.getByLabel("API key").fill(merchant.key ?? "");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  await page.goto("/app/wallet");
  await page.getByRole("button", { name: "Connect Freighter" }).click();
  await page.getByRole("button", { name: "Log out" }).waitFor();
}
