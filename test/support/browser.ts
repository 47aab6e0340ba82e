import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { launch } from "./chromium.ts";
import { PATIENCE_MS } from "./processes.ts";

let running: Promise<Browser> | undefined;

/** A page in a profile of its own, which fails the test if a script fails or the content security policy stops something. */
export async function openPage(
  url: string,
  size = { width: 1280, height: 900 },
  options: BrowserContextOptions = {},
): Promise<Page> {
  running ??= launch();
  const context = await (await running).newContext({ viewport: size, baseURL: url, locale: "en-GB", ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) faults.push(message.text());
  });
  onTestFinished(() => expect(faults).toEqual([]));
  return page;
}

export async function closeBrowser(): Promise<void> {
  await (await running)?.close();
  running = undefined;
}

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Violation {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

/** The faults that axe finds in the page as it is now; `rules`: those that it checks, all by default. */
export async function violationsOf(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Sending it takes as long as running it.
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(axe);
  const options = { resultTypes: ["violations"], ...(rules && { runOnly: rules }) };
  const found: Violation[] = await page.evaluate(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
  return found.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}

/** The rules whose outcome depends on colours. */
const COLOURS = ["color-contrast", "link-in-text-block"];
const PHONE = 360;
const IS_TOO_WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth";

/** The faults of the page as it is now: those that axe finds in either theme, or that it is wider than its screen or than a phone. */
export async function faultsOf(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const [colorScheme, rules] of [["dark", COLOURS], ["light"]] as const) {
    await page.emulateMedia({ colorScheme });
    // Pages outside the app have no class: their colours follow without a script.
    await page.locator(`html.sds-theme-${colorScheme}, html:not([class])`).waitFor({ state: "attached" });
    // Colours that fade into each other are none of the page's.
    await page.evaluate("for (const animation of document.getAnimations()) animation.cancel()");
    faults.push(...(await violationsOf(page, rules)).map((fault) => `${colorScheme}: ${fault}`));
  }
  const size = page.viewportSize() ?? { width: PHONE, height: 800 };
  for (const width of [PHONE, size.width]) {
    if (page.viewportSize()?.width !== width) await page.setViewportSize({ ...size, width });
    if (await page.evaluate(IS_TOO_WIDE)) faults.push(`it is wider than a screen of ${width} pixels`);
  }
  return faults;
}

/** Resolves when a page shows its title, and waits for nothing more. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.locator(".loading").first().waitFor({ state: "detached" });
}
