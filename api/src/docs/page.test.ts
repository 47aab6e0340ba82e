import { get, type IncomingHttpHeaders } from "node:http";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { startService, type TestService } from "../testing/service.ts";

const login = (pair: string) => ({ headers: { authorization: `Basic ${Buffer.from(pair).toString("base64")}` } });
/** Everything that the page loads, according to its own text. */
const linked = (html: string) => [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url ?? "");

async function page(service: TestService, path: string) {
  const { status, headers, body } = await service.call(`GET ${path}`);
  return { status, headers, html: String(body) };
}

describe("the documentation's page", () => {
  it.each(["/docs", "/api/docs"])("is served at %s with everything that it loads", async (path) => {
    await using service = await startService();
    const { status, headers, html } = await page(service, path);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(linked(html)).toHaveLength(6);
    for (const url of linked(html)) {
      const target = new URL(url, service.server.url + path);
      expect(target.origin).toBe(service.server.url);
      const reply = await service.call(`GET ${target.pathname}`);
      expect(reply.status, target.pathname).toBe(200);
    }
    const script = await service.call(`GET ${path}/swagger-ui-bundle.js`);
    expect(script.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(String(script.body)).toContain("SwaggerUIBundle");
    const start = await service.call(`GET ${path}/start.js`);
    expect(String(start.body)).toContain('"docs/openapi.json"');
    // The field above the groups, which leaves those that a reader looks for.
    expect(String(start.body)).toMatch(/^ {2}filter: true,$/m);
  });

  it("redirects a path with a slash at its end, where the page's links would lead nowhere", async () => {
    await using service = await startService();
    const response = await fetch(`${service.server.url}/api/docs/`, { redirect: "manual" });
    expect(response.status).toBe(302);
    expect(new URL(response.headers.get("location") ?? "", response.url).pathname).toBe("/api/docs");
  });

  it("runs nothing from other servers and nothing inline", async () => {
    await using service = await startService();
    const { headers, html } = await page(service, "/docs");
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(html).not.toMatch(/<script>|<style|\son\w+=|\sstyle=/);
  });

  it("sends its files gzipped to clients that accept it, and uncompressed to all others", async () => {
    await using service = await startService();
    const { hostname, port } = new URL(service.server.url);
    const ask = (headers: Record<string, string>) =>
      new Promise<{ headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
        get({ hostname, port, path: "/docs/swagger-ui.css", headers }, async (response) => {
          resolve({ headers: response.headers, body: await buffer(response) });
        }).once("error", reject);
      });
    const packed = await ask({ "accept-encoding": "br, gzip" });
    expect(packed.headers["content-encoding"]).toBe("gzip");
    const others: Record<string, string>[] = [{}, { "accept-encoding": "identity" }, { "accept-encoding": "gzip;q=0" }];
    for (const asked of others) {
      const { headers, body } = await ask(asked);
      expect(headers["content-encoding"]).toBeUndefined();
      expect(headers.vary).toContain("Accept-Encoding");
      expect(body).toEqual(gunzipSync(packed.body));
    }
  });

  it("sends a file again only if it has changed, and sends no body for HEAD", async () => {
    await using service = await startService();
    const url = `${service.server.url}/docs/start.js`;
    const first = await fetch(url, { method: "HEAD" });
    expect([first.status, await first.text()]).toEqual([200, ""]);
    expect(Number(first.headers.get("content-length"))).toBeGreaterThan(0);
    expect(first.headers.get("cache-control")).toBe("private, max-age=3600");
    const ask = (since: string) =>
      fetch(url, { headers: { "if-modified-since": since, "cache-control": "max-age=0" } });
    expect((await ask(first.headers.get("last-modified") ?? "")).status).toBe(304);
    expect((await ask("Thu, 01 Jan 1970 00:00:00 GMT")).status).toBe(200);
  });

  it("serves only its own files", async () => {
    await using service = await startService();
    expect((await service.call("GET /docs/package.json")).status).toBe(404);
    expect((await service.call("GET /docs/..%2f..%2fpackage.json")).status).toBe(404);
  });
});

describe("the login of the documentation", () => {
  const withLogin = { DOCS_USER: "reader", DOCS_PASS: "open: sesame ü" };

  it("requires the login for the page and its files, and for nothing else", async () => {
    await using service = await startService(withLogin);
    for (const path of ["/docs", "/api/docs", "/docs/start.js"]) {
      const refused = await service.call(`GET ${path}`);
      expect(refused.body).toMatchObject({ status: 401, code: "docs_login_required" });
      expect(refused.headers.get("www-authenticate")).toMatch(/^Basic realm=".+", charset="UTF-8"$/);
      expect((await service.call(`GET ${path}`, login("reader:open: sesame ü"))).status).toBe(200);
    }
    expect((await service.call("GET /api/docs/openapi.json")).status).toBe(200);
    expect((await service.call("GET /health")).status).toBe(200);
  });

  it.each(["reader:wrong", "other:open: sesame ü", "reader", ":", "", "reader:open: sesame ü "])(
    "refuses %j",
    async (pair) => {
      await using service = await startService(withLogin);
      expect((await service.call("GET /docs", login(pair))).status).toBe(401);
    },
  );

  it("allows a limited number of attempts", async () => {
    await using service = await startService({
      ...withLogin,
      RATE_LIMIT_WHITELIST: "192.0.2.1",
      RATE_LIMIT_ADDRESS: "2",
    });
    const wrong = () => service.call("GET /docs", login("reader:wrong"));
    const right = () => service.call("GET /docs", login("reader:open: sesame ü"));
    for (let n = 0; n < 5; n += 1) expect((await right()).status).toBe(200);
    expect([(await wrong()).status, (await wrong()).status, (await wrong()).status]).toEqual([401, 401, 429]);
    expect((await right()).status).toBe(429);
  });

  it("is open if no password is set, whatever the user", async () => {
    await using service = await startService({ DOCS_USER: "reader" });
    expect((await service.call("GET /docs")).status).toBe(200);
  });
});
