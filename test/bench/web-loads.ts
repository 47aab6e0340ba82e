// How soon the first pages can be used, beside a bare page of React that the same Vite builds in the same run.
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { run } from "../../scripts/lib/run.ts";
import { median } from "./figures.ts";
import { LONG_TASKS } from "./web-tasks.ts";

/** Factor by which it is slower than this machine: a phone of the middle class. */
const SLOWDOWN = 4;
const SAMPLES = 11;
/** A page can be used once what it is for is there and its last long task is over: none follows for so long. */
const QUIET_MS = 1_500;
const MOST_KB = 140;
const MOST_TIMES = 2;
/** A script for a page: notes since when it has a title, and nothing on it is still loading. */
const CONTENT = `
  globalThis.contentAt = undefined;
  new MutationObserver(() => {
    const isThere = document.querySelector("h1") !== null && document.querySelector(".loading") === null;
    contentAt = isThere ? (contentAt ?? performance.now()) : undefined;
  }).observe(document, { childList: true, subtree: true });
`;
const BARE = fileURLToPath(new URL("./bare-page", import.meta.url));

export async function loads(browser: Browser, origin: string, code: string): Promise<void> {
  const out = mkdtempSync(join(tmpdir(), "merit-bare-page-"));
  await run("vite", ["build", BARE, "--outDir", out, "--emptyOutDir", "--logLevel", "error"]);
  const server = createServer((request, response) => {
    const path = request.url === "/" ? "/index.html" : (request.url ?? "");
    const type = { ".html": "text/html", ".js": "text/javascript" }[extname(path)];
    if (!type) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": type, "content-encoding": "gzip" });
    return response.end(gzipSync(readFileSync(join(out, path))));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const bare = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const pages = {
    "bare React": bare,
    "/app": `${origin}/app`,
    "/app/v/<code>": `${origin}/app/v/${code}`,
  };
  const samples = new Map<string, Load[]>(Object.keys(pages).map((name) => [name, []]));
  // In turns, so that what else the machine does meets all of them alike. The first turn compiles the server's code.
  for (let turn = 0; turn <= SAMPLES; turn++) {
    for (const [name, url] of Object.entries(pages)) {
      const load = await loadOf(browser, url);
      if (turn > 0) samples.get(name)?.push(load);
    }
  }
  server.close();
  rmSync(out, { recursive: true, force: true });
  const of = (name: string, figure: keyof Load) => median((samples.get(name) ?? []).map((load) => load[figure]));
  for (const name of Object.keys(pages)) {
    const figure = (which: "paint" | "usable") => {
      const times = of(name, which) / of("bare React", which);
      return `${of(name, which).toFixed(0)} ms${name.startsWith("/") ? ` (${times.toFixed(2)} times; goal: at most ${MOST_TIMES})` : ""}`;
    };
    const goal = name.startsWith("/") ? ` (goal: under ${MOST_KB})` : "";
    console.log(
      `  ${name}: ${(of(name, "bytes") / 1000).toFixed(0)} kB${goal}, first content ${figure("paint")}, usable ${figure("usable")}`,
    );
  }
}

interface Load {
  /** Scripts and style sheets as they were transferred, gzipped. */
  bytes: number;
  /** Milliseconds until there is content, and until it can be used. */
  paint: number;
  usable: number;
}

async function loadOf(browser: Browser, url: string): Promise<Load> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
  const files = new Set<string>();
  let bytes = 0;
  devtools.on("Network.responseReceived", ({ requestId, type }) => {
    if (type === "Script" || type === "Stylesheet") files.add(requestId);
  });
  devtools.on("Network.dataReceived", ({ requestId, encodedDataLength }) => {
    if (files.has(requestId)) bytes += encodedDataLength;
  });
  await page.addInitScript(LONG_TASKS);
  await page.addInitScript(CONTENT);
  await page.goto(url);
  await page.locator("h1").first().waitFor();
  await page.locator(".loading").first().waitFor({ state: "detached" });
  await page.waitForTimeout(QUIET_MS);
  const seen = await page.evaluate<{ paint: number; last: number; content: number }>(`({
    paint: performance.getEntriesByName("first-contentful-paint")[0].startTime,
    last: Math.max(0, ...longTasks.map(({ end }) => end)),
    content: contentAt,
  })`);
  await context.close();
  return { bytes, paint: seen.paint, usable: Math.max(seen.paint, seen.content, seen.last) };
}
