import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { closeBrowser, openPage, settled } from "../support/browser.ts";
import { openDashboard } from "../support/dashboard.ts";
import { type Demo, fillDemo, QUICK_FAILURE } from "../support/demo-data.ts";
import { Freighter } from "../support/freighter.ts";
import { World } from "../support/world.ts";

let world: World;
let demo: Demo;
beforeAll(async () => {
  world = await World.open(inject("template"), QUICK_FAILURE);
  demo = await fillDemo(world);
});
afterAll(async () => {
  await closeBrowser();
  demo?.end();
  await world?.end();
});

/** Pages of one kind have the same links, so that one of each is enough. */
const kindOf = ({ pathname, searchParams }: URL) =>
  [pathname.replaceAll(/\/(\d+|[0-9a-f]{64}|[GC][A-Z2-7]{55})(?=\/|$)/g, "/…"), ...searchParams.keys()].join(" ");

interface Found {
  href: string;
  /** True if this link leads to nothing within the page. */
  isDead: boolean;
}

const LINKS = `[...document.querySelectorAll("a[href]")].map(({ href, hash, pathname }) => ({
  href,
  isDead: hash !== "" && pathname === location.pathname && !document.getElementById(hash.slice(1)),
}))`;

/** Follows all links of this service from a page on, or those within an area of the app. @returns the kinds of pages it came to, and the links that lead nowhere */
async function crawl(page: Page, start: string, area = ""): Promise<{ kinds: string[]; broken: string[] }> {
  const origin = new URL(world.api.base).origin;
  const waiting = [{ url: new URL(start, origin), from: "the test" }];
  const kinds = new Set<string>();
  const broken: string[] = [];
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { url, from } = next;
    const report = (what: string) => broken.push(`${url.pathname}${url.search}, a link of ${from}: ${what}`);
    if (url.pathname !== "/" && !/^\/app(\/|$)/.test(url.pathname)) {
      const { status } = await fetch(url);
      if (status >= 400) report(`status ${status}`);
      continue;
    }
    await page.goto(url.href);
    await settled(page);
    if (await page.getByRole("heading", { name: "Page not found" }).count()) report("not found");
    for (const error of await page.getByRole("alert").allInnerTexts()) report(error);
    for (const { href, isDead } of await page.evaluate<Found[]>(LINKS)) {
      const link = new URL(href);
      if (isDead) broken.push(`${href}, a link of ${url.pathname}: nothing has this id`);
      const isElsewhere = link.origin !== origin || !link.pathname.startsWith(area);
      if (isElsewhere || kinds.has(kindOf(link))) continue;
      kinds.add(kindOf(link));
      waiting.push({ url: link, from: url.pathname });
    }
  }
  return { kinds: [...kinds], broken };
}

test("logged out, no link leads nowhere", async () => {
  const page = await openPage(new URL(world.api.base).origin);
  const { kinds, broken } = await crawl(page, "/");
  expect(broken).toEqual([]);
  expect(kinds).toEqual(expect.arrayContaining(["/app/merchant", "/app/admin", "/docs", "/app/dev/transactions/…"]));
});

test("as a merchant, no link leads nowhere", async () => {
  const page = await openDashboard(world, demo.merchant, "");
  const { kinds, broken } = await crawl(page, "/app/merchant", "/app/merchant");
  expect(broken).toEqual([]);
  expect(kinds).toEqual(
    expect.arrayContaining(
      ["campaigns", "issuances", "drops", "vouchers", "webhooks"].map((of) => `/app/merchant/${of}/…`),
    ),
  );
});

test("as a customer with a wallet, no link leads nowhere", async () => {
  const page = await openPage(new URL(world.api.base).origin);
  await Freighter.install(page, demo.wallet.keypair);
  await page.goto("/app/wallet");
  await page.getByRole("button", { name: "Connect Freighter" }).click();
  await page.getByRole("button", { name: "Log out" }).waitFor();
  const { kinds, broken } = await crawl(page, "/app/wallet", "/app/wallet");
  expect(broken).toEqual([]);
  expect(kinds).toEqual(expect.arrayContaining(["/app/wallet/catalogue", "/app/wallet/governance"]));
});

test("an address without a page says so, with a way back", async () => {
  const page = await openPage(new URL(world.api.base).origin);
  for (const path of ["/app/nowhere", "/app/wallet/nowhere", "/app/dev/contracts/a/b/c"]) {
    await page.goto(path);
    await page.getByRole("heading", { name: "Page not found" }).waitFor();
  }
  await page.getByRole("link", { name: "begin at the overview" }).click();
  await page.getByRole("heading", { name: "Merit", exact: true }).waitFor();
});
