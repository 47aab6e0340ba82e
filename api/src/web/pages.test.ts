import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { eventually } from "@merit/core/testing/wait.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startService, type TestService } from "../testing/service.ts";

// The pages are built before the tests run (`npm test`, or `npm run web`).

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());

const built = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../../web/dist/${name}`, import.meta.url)), "utf8");
/** Everything that a page loads. */
const linked = (html: string) =>
  [...html.matchAll(/(?:src|href)="(\/app\/assets\/[^"]+)"/g)].map(([, url]) => url ?? "");

describe("the pages", () => {
  it.each([
    ["/", "index.html"],
    ["/app", "app.html"],
    ["/app/merchant/campaigns/7", "app.html"],
  ])("serve %s with all that it loads", async (path, name) => {
    const { status, headers, body } = await service.call(`GET ${path}`);
    expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(body).toBe(built(name));
    expect(linked(body).length).toBeGreaterThan(1);
    for (const url of linked(body)) {
      const file = await service.call(`GET ${url}`);
      expect([file.status, file.headers.get("cache-control")], url).toEqual([
        200,
        "public, max-age=31536000, immutable",
      ]);
    }
  });

  it("run nothing inline and nothing from other servers, and can't be framed", async () => {
    const { headers, body } = await service.call("GET /app");
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|\*/);
    for (const page of ["app.html", "index.html"]) expect(built(page)).not.toMatch(/<script>|<style|\son\w+=|\sstyle=/);
    expect(headers.get("cache-control")).toBe("no-cache");
    expect(body).toContain('<div id="app">');
  });

  it("keep what is in a path out of the log", async () => {
    await service.call("GET /app/v/a-secret-code");
    await eventually(() => expect(service.world.logs.join()).toContain('"route":"/app/*page"'));
    expect(service.world.logs.join()).not.toContain("a-secret-code");
  });

  it("have no file of that name", async () => {
    const reply = await fetch(`${service.server.url}/app/assets/none.js`);
    const { code } = (await reply.json()) as { code: string };
    expect([reply.status, code]).toEqual([404, "route_not_found"]);
    expect((await fetch(`${service.server.url}/app/assets/..%2f..%2fpackage.json`)).status).toBe(404);
  });
});
