// The pages in Chromium: how much and how long they load, beside a bare page of React; a table of 100,000 events while it scrolls; a
// list of 100,000 rewards that is read from a file; and vouchers until they are paid.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startService, type TestService } from "@merit/api/testing/service.ts";
import { Keypair } from "@stellar/stellar-sdk";
import BetterSqlite3 from "better-sqlite3";
import type { Browser, Page } from "playwright-core";
import { buildWeb } from "../../scripts/lib/build.ts";
import { chromium } from "../../scripts/lib/chromium.ts";
import { launch } from "../support/chromium.ts";
import { loads } from "./web-loads.ts";
import { LONG_TASKS, takeLongTasks } from "./web-tasks.ts";
import { vouchers } from "./web-vouchers.ts";

const EVENTS = 100_000;
const REWARDS = 100_000;
const WALLETS = 1_000;
const MOST_ROWS = 200;
const LONGEST_TASK_MS = 50;
const PREVIEW_MS = 3_000;

/** @param template folder of a deployed ledger */
export async function web(template: string): Promise<void> {
  await buildWeb();
  process.env.CHROMIUM = await chromium();
  await using service = await startService({ LOG_LEVEL: "silent" });
  const browser = await launch();
  try {
    const { key, campaignId } = await service.merchant();
    const made = await service.call(`POST /api/campaigns/${campaignId}/vouchers`, {
      key,
      body: { count: 1, amount: "1" },
    });
    await loads(browser, service.server.url, made.body.vouchers[0].code);
    await scrolling(browser, service);
    await preview(browser, service);
    await vouchers(browser, template);
  } finally {
    await browser.close();
  }
}

async function openDashboard(browser: Browser, { server }: TestService, key: string, path: string): Promise<Page> {
  const page = await browser.newPage({ baseURL: server.url, viewport: { width: 1280, height: 900 } });
  await page.addInitScript(LONG_TASKS);
  await page.goto("/app/merchant");
  await page.getByLabel("API key").fill(key);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  await page.goto(`/app/merchant${path}`);
  return page;
}

const tasks = ({ count, longest }: { count: number; longest: number }) =>
  `${count} tasks over ${LONGEST_TASK_MS} ms (goal: none)${count > 0 ? `, the longest ${longest.toFixed(0)} ms` : ""}`;

async function scrolling(browser: Browser, service: TestService): Promise<void> {
  seed(service, EVENTS);
  const { key } = await service.merchant();
  const page = await openDashboard(browser, service, key, "/events");
  const table = page.getByRole("region", { name: "Contract events" });
  await table.getByRole("button").first().waitFor();
  await takeLongTasks(page);
  const began = performance.now();
  // To the end of what is there, again and again, as older events come; then once through all of them.
  const { rows, events } = await page.evaluate<{ rows: number; events: number }>(`(async () => {
    const box = document.querySelector("section.tall");
    const frame = () => new Promise(requestAnimationFrame);
    let rows = 0;
    const look = () => { rows = Math.max(rows, box.querySelectorAll("tr").length); };
    const all = () => box.querySelector("table").getAttribute("aria-rowcount") !== "-1";
    for (;;) {
      box.scrollTop = box.scrollHeight;
      await frame();
      look();
      if (all()) break;
    }
    for (let top = 0; top < box.scrollHeight; top += 20_000) {
      box.scrollTop = top;
      await frame();
      look();
    }
    return { rows, events: Number(box.querySelector("table").getAttribute("aria-rowcount")) - 1 };
  })()`);
  const seconds = (performance.now() - began) / 1000;
  console.log(
    `  a table of ${events.toLocaleString("en")} events, scrolled for ${seconds.toFixed(0)} s: at most ${rows} rows in the document (goal: ${MOST_ROWS}), ${tasks(await takeLongTasks(page))}`,
  );
  await page.context().close();
}

async function preview(browser: Browser, service: TestService): Promise<void> {
  const { key } = await service.merchant();
  const folder = mkdtempSync(join(tmpdir(), "merit-list-"));
  const file = join(folder, "rewards.csv");
  const wallets = Array.from({ length: WALLETS }, () => Keypair.random().publicKey());
  writeFileSync(
    file,
    Array.from({ length: REWARDS }, (_, row) => `${wallets[row % WALLETS]},0.5,order-${row}\n`).join(""),
  );
  const page = await openDashboard(browser, service, key, "/issue");
  const card = page.locator("section", { has: page.getByRole("heading", { name: /CSV file/ }) });
  await card.getByLabel("Campaign").selectOption("Welcome");
  await card.getByLabel("CSV file", { exact: true }).setInputFiles(file);
  await takeLongTasks(page);
  const began = performance.now();
  await card.getByRole("button", { name: "Check the file" }).click();
  await page
    .getByRole("button", { name: `Pay ${REWARDS.toLocaleString("en-GB")} rewards` })
    .waitFor({ timeout: 60_000 });
  const took = performance.now() - began;
  console.log(
    `  a list of ${REWARDS.toLocaleString("en")} rewards: preview after ${took.toFixed(0)} ms (goal: under ${PREVIEW_MS}), ${tasks(await takeLongTasks(page))}`,
  );
  rmSync(folder, { recursive: true, force: true });
  await page.context().close();
}

/** Payments, as the indexer stores them. */
function seed({ world }: TestService, events: number): void {
  const client = new BetterSqlite3(world.path);
  client.exec(`
    with recursive n(i) as (select 0 union all select i + 1 from n where i < ${events - 1})
    insert into contract_events (id, contract_id, contract, type, ledger, ledger_closed_at, tx_hash, data)
    select printf('%019d-%010d', (100 + i / 60) << 32, i % 60), 'C', 'asset', 'transfer', 100 + i / 60,
      ${Date.UTC(2026, 0, 1)} + i / 60 * 5000, printf('%064x', i / 60),
      json_object('from', 'C', 'to', 'G', 'amount', '10', 'asset', 'MERIT:G') from n`);
  client.close();
}
