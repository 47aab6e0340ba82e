import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { merit } from "@merit/cli/testing/cli.ts";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { closeBrowser, openPage, settled } from "../support/browser.ts";
import { openDashboard } from "../support/dashboard.ts";
import { type Demo, fillDemo, QUICK_FAILURE } from "../support/demo-data.ts";
import { Freighter } from "../support/freighter.ts";
import type { Http } from "../support/http.ts";
import { PATIENCE_MS } from "../support/processes.ts";
import { World } from "../support/world.ts";

/** A page that shows it as markup runs it, unless the content security policy stops it, which fails the test as well. */
const SCRIPT = `<img src=x onerror="document.body.textContent='run'"><script>alert(1)</script>`;

let world: World;
let demo: Demo;
let origin: string;
/** Serves an empty page for whatever another site wants to do. */
let other: Server;
let otherPort: number;
beforeAll(async () => {
  // As in production. By default, a service on `local` lets pages of this machine call, though never with a cookie.
  world = await World.open(inject("template"), { ...QUICK_FAILURE, CORS_ORIGINS: "https://shop.example" });
  origin = new URL(world.api.base).origin;
  demo = await fillDemo(world, (text) => `${text}${SCRIPT}`.slice(0, 100));
  other = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>Other</title><body></body>");
  }).listen(0, "127.0.0.1");
  await once(other, "listening");
  otherPort = (other.address() as AddressInfo).port;
});
afterAll(async () => {
  await closeBrowser();
  other?.close();
  demo?.end();
  await world?.end();
});

/**
 * The port alone makes another origin: the browser sends the cookie, and the service must refuse the call. Another name makes
 * another site, to which the browser must not give the cookie.
 */
const others = [
  ["of the same site", () => `http://127.0.0.1:${otherPort}/`],
  ["of another site", () => `http://localhost:${otherPort}/`],
] as const;

/** A page of another origin in the browser of a merchant who is signed in. */
async function openOther(merchant: Http, url: string): Promise<{ own: Page; evil: Page }> {
  const own = await openDashboard(world, merchant, "");
  const evil = await own.context().newPage();
  await evil.goto(url);
  return { own, evil };
}

describe.each(others)("a page %s", (_, url) => {
  test("can't show our pages in a frame", async () => {
    const { evil } = await openOther(demo.merchant, url());
    for (const path of ["/", "/app", "/app/merchant", demo.voucher, "/docs"]) {
      await evil.evaluate(
        `new Promise((loaded) => {
          const frame = document.body.appendChild(document.createElement("iframe"));
          frame.onload = loaded;
          frame.src = ${JSON.stringify(origin + path)};
        })`,
      );
      await expect.poll(() => evil.frames().at(-1)?.url(), { message: path }).toBe("chrome-error://chromewebdata/");
    }
    // A frame of a page that allows it is loaded, so it is our policy that stops ours.
    await evil.evaluate(`document.body.appendChild(document.createElement("iframe")).src = "/frame"`);
    await expect.poll(() => evil.frames().at(-1)?.url()).toMatch(/\/frame$/);
  });

  test("keeps no hold of a window that it opens for us", async () => {
    const { evil } = await openOther(demo.merchant, url());
    const opening = evil.context().waitForEvent("page");
    await evil.evaluate(`window.ours = open("${origin}/app/merchant")`);
    const ours = await opening;
    await ours.getByRole("navigation", { name: "Merchant" }).waitFor();
    // To its opener the window looks closed: it can't lead it elsewhere.
    await expect.poll(() => evil.evaluate("window.ours.closed"), { timeout: PATIENCE_MS }).toBe(true);
    expect(ours.isClosed()).toBe(false);
  });

  test("can change nothing with the visitor's cookie, and read nothing", async () => {
    const { own, evil } = await openOther(demo.merchant, url());
    const stranger = await world.merchant("Stranger");
    const keys = async () => (await demo.merchant.get("/merchants/me/keys")).body.data.length;
    const before = await keys();
    const newKey = JSON.stringify({ name: "Evil", scopes: ["read"] });
    const session = JSON.stringify({ "x-merit-session": "merchant" });
    const json = JSON.stringify({ "content-type": "application/json", "x-merit-session": "merchant" });
    const calls = [
      `fetch("${origin}/api/merchants/me/keys", { method: "POST", mode: "no-cors", credentials: "include", body: ${JSON.stringify(newKey)} })`,
      `fetch("${origin}/api/merchants/me/keys", { method: "POST", credentials: "include", headers: ${json}, body: ${JSON.stringify(newKey)} })`,
      `fetch("${origin}/app/session", { method: "DELETE", credentials: "include", body: '{"role":"merchant"}' })`,
      `fetch("${origin}/app/session", { method: "POST", mode: "no-cors", credentials: "include", body: '{"api_key":"${stranger.key}"}' })`,
      `fetch("${origin}/api/merchants/me", { credentials: "include", headers: ${session} }).then((answer) => answer.text())`,
      `fetch("${origin}/app/session", { credentials: "include" }).then((answer) => answer.text())`,
    ];
    for (const call of calls) {
      const seen = await evil.evaluate(
        `${call}.then((got) => typeof got === "string" ? got : "sent", () => "refused")`,
      );
      expect(seen, call).toMatch(/^(sent|refused)$/);
    }
    // A form can send such a text as its body, and needs no leave of the service: `{"scopes":["read"],"name":"a=b"}`.
    const path = "/api/merchants/me/keys";
    const form = await evil.context().newPage();
    await form.goto(url());
    const sent = form.waitForResponse(origin + path);
    await form.evaluate(`(() => {
      const form = document.body.appendChild(document.createElement("form"));
      Object.assign(form, { method: "post", enctype: "text/plain", action: "${origin}${path}" });
      const input = form.appendChild(document.createElement("input"));
      [input.name, input.value] = ['{"scopes":["read"],"name":"a', 'b"}'];
      form.submit();
    })()`);
    expect((await sent).status()).toBeGreaterThanOrEqual(400);
    expect(await keys()).toBe(before);
    const { id } = (await demo.merchant.get("/merchants/me")).body;
    const self = `fetch("/api/merchants/me", { headers: ${session} }).then((answer) => answer.json())`;
    expect(await own.evaluate(self)).toMatchObject({ id });
    // The same call from a page of ours works.
    const ours = `fetch("/api/merchants/me/keys", { method: "POST", headers: ${json}, body: ${JSON.stringify(newKey)} })`;
    expect(await own.evaluate(`${ours}.then(({ status }) => status)`)).toBe(201);
    expect(await keys()).toBe(before + 1);
  });

  test("can't listen to the visitor's events", async () => {
    const { evil } = await openOther(demo.merchant, url());
    const socket = `new Promise((resolve) => {
      const socket = new WebSocket("${origin.replace("http", "ws")}/api/ws");
      socket.onopen = () => resolve("open");
      socket.onerror = () => resolve("refused");
    })`;
    expect(await evil.evaluate(socket)).toBe("refused");
  });
});

describe("names with markup are shown as text", () => {
  /** Opens each page, and looks for the name that it must show. */
  async function look(page: Page, paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      await page.goto(path);
      await page.getByText("<img src=x").first().waitFor({ state: "attached" });
      await settled(page);
      expect(await page.locator("img[src=x], script:not([src])").count(), path).toBe(0);
    }
  }

  test("to a merchant", async () => {
    const { campaign, drop, webhook, batch } = demo.ids;
    const page = await openDashboard(world, demo.merchant, "");
    await look(
      page,
      [
        ...["campaigns", `campaigns/${campaign}`, "drops", `drops/${drop}`, "webhooks", `webhooks/${webhook}`],
        ...["vouchers", `vouchers/${batch}`, "catalogue", "redemptions", "issue", "issuances"],
      ].map((path) => `/app/merchant/${path}`),
    );
  });

  test("to a customer, and to whoever has a voucher", async () => {
    const page = await openPage(origin);
    await Freighter.install(page, demo.wallet.keypair);
    await look(page, [demo.voucher]);
    await page.goto("/app/wallet");
    await page.getByRole("button", { name: "Connect Freighter" }).click();
    await page.getByRole("button", { name: "Log out" }).waitFor();
    await look(page, ["/app/wallet", "/app/wallet/catalogue", "/app/wallet/redemptions"]);
  });

  test("to an administrator", async () => {
    const email = "ops@example.com";
    const created = await merit(["admin", "create", "--email", email, "--json"], {
      env: { MERIT_DATA_DIR: world.folder, MERIT_URL: world.api.base },
    });
    const { password } = JSON.parse(created.out);
    const page = await openPage(origin);
    await page.goto("/app/admin");
    await page.getByLabel("E-mail address").fill(email);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Log in" }).click();
    const links = page.getByRole("navigation", { name: "Administration" }).getByRole("link");
    await links.first().waitFor();
    const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
    await look(page, ["/app/admin/users", "/app/admin/merchants"]);
    for (const path of paths) {
      await page.goto(path);
      await settled(page);
      expect(await page.locator("img[src=x], script:not([src])").count(), path).toBe(0);
    }
  });
});
