import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { DatabaseUnavailable } from "@merit/core/store/db/unavailable.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startService, type TestService } from "../testing/service.ts";

let service: TestService;
let key: string;
beforeAll(async () => {
  service = await startService();
  key = (await service.merchant()).key;
});
afterAll(() => service[Symbol.asyncDispose]());

const post = (raw: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  service.call("POST /api/rewards/issue", { key, raw, headers });

describe("every error is a problem document", () => {
  it.each([
    ["an unknown route", () => service.call("GET /api/nothing"), 404, "route_not_found"],
    ["a wrong method", () => service.call("DELETE /api/campaigns"), 405, "method_not_allowed"],
    ["the WebSocket's address by plain HTTP", () => service.call("GET /api/ws"), 426, "upgrade_required"],
    ["no API key", () => service.call("GET /api/campaigns"), 401, "missing_api_key"],
    ["a wrong API key", () => service.call("GET /api/campaigns", { key: "mk_test_wrong" }), 401, "invalid_api_key"],
    ["no body", () => service.call("POST /api/rewards/issue", { key }), 400, "body_required"],
    ["no JSON", () => post("{not json"), 400, "malformed_json"],
    ["bytes that aren't UTF-8", () => post(Buffer.from('{"a": "\xff"}', "latin1")), 400, "malformed_json"],
    ["a poisoned prototype", () => post('{"__proto__": {"amount": "1"}}'), 400, "malformed_json"],
    ["a large body", () => post(JSON.stringify({ a: "x".repeat(101 * 1024) })), 413, "body_too_large"],
    [
      "a compressed body",
      () => post(gzipSync(JSON.stringify({ a: "x".repeat(10_000_000) })), { "content-encoding": "gzip" }),
      415,
      "unsupported_media_type",
    ],
    [
      "a form",
      () => post("a=1", { "content-type": "application/x-www-form-urlencoded" }),
      415,
      "unsupported_media_type",
    ],
    ["an unknown query", () => service.call("GET /api/campaigns?x=1", { key }), 422, "validation_failed"],
    [
      "an unknown query without any",
      () => service.call("GET /api/merchants/me?x=1", { key }),
      422,
      "validation_failed",
    ],
    ["an id that is none", () => service.call("GET /api/campaigns/abc"), 404, "not_found"],
    ["an id beyond all", () => service.call("GET /api/campaigns/99999999999999999999"), 404, "not_found"],
  ])("%s", async (_, call, status, code) => {
    const reply = await call();
    expect(reply.status).toBe(status);
    expect(reply.headers.get("content-type")).toBe("application/problem+json");
    expect(reply.body).toMatchObject({ type: `urn:merit:problem:${code}`, status, code });
    expect(reply.body.title).toBeTruthy();
    expect(reply.body.detail).toBeTruthy();
    expect(reply.body.request_id).toBe(reply.headers.get("x-request-id"));
  });

  it("names the methods that a path takes", async () => {
    const methodsOf = async (path: string) =>
      (await service.call(`DELETE ${path}`)).headers.get("allow")?.split(", ").toSorted();
    expect(await methodsOf("/api/campaigns")).toEqual(["GET", "HEAD", "POST"]);
    expect(await methodsOf("/docs")).toEqual(["GET", "HEAD"]);
  });

  it("finds a route in any case, below /api or where it is at the root as well", async () => {
    for (const path of ["/api/health", "/API/Health/", "/health", "/HEALTH/"]) {
      expect((await service.call(`GET ${path}`)).status, path).toBe(200);
    }
    for (const path of [
      "/nothing",
      "/api",
      "/api/",
      "/apihealth",
      "/api/api/health",
      "/rewards/nothing",
      "/api//health",
    ]) {
      expect((await service.call(`GET ${path}`)).body.code, path).toBe("route_not_found");
    }
  });

  it("doesn't take a fixed part of a path for the value of a parameter", async () => {
    const ask = async (method: string, path: string) => {
      const { status, headers } = await fetch(`${service.server.url}/api${path}`, { method });
      return [status, headers.get("allow")?.split(", ").toSorted()];
    };
    expect(await ask("PATCH", "/users/referral")).toEqual([405, ["GET", "HEAD"]]);
    expect(await ask("GET", "/campaigns/1/steps")).toEqual([405, ["POST"]]);
    expect(await ask("OPTIONS", "/campaigns/1/steps")).toEqual([405, ["POST"]]);
    expect(await ask("PATCH", "/users/1")).toEqual([401, undefined]);
  });

  it("names a limited number of wrong fields", async () => {
    const fields = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`f${index}`, 1]));
    expect((await post(JSON.stringify(fields))).body.errors).toHaveLength(50);
  });

  it.each(['"text"', "5", "null", "[]"])("asks for an object instead of %s", async (raw) => {
    const { body } = await post(raw);
    expect(body).toMatchObject({ status: 422, errors: [{ field: "body", message: "must be a JSON object" }] });
  });

  it("answers requests that aren't valid HTTP", async () => {
    const { hostname, port } = new URL(service.server.url);
    const socket = connect(Number(port), hostname);
    socket.write("this is not HTTP\r\n\r\n");
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(answer).toContain('"code":"invalid_request"');
  });
});

describe("an unexpected error", () => {
  it("tells the caller nothing and the log everything", async () => {
    await using broken = await startService();
    broken.world.context.db.read = () => Promise.reject(new Error("SQLITE_IOERR at /secret/path"));
    const reply = await broken.call("GET /api/campaigns/1");
    expect(reply.status).toBe(500);
    expect(reply.body.code).toBe("internal_error");
    expect(JSON.stringify(reply.body)).not.toContain("SQLITE");
    const line = broken.world.logs.find((text) => text.includes("SQLITE_IOERR"));
    expect(line).toContain(reply.body.request_id);
  });
});

describe("a machine that refuses what the service needs", () => {
  it("is reported with the cause and the time to retry", async () => {
    await using broken = await startService();
    const full = new DatabaseUnavailable("full", "SQLITE_FULL", new Error("database or disk is full"));
    broken.world.context.db.read = () => Promise.reject(full);
    const { status, body, headers } = await broken.call("GET /api/campaigns/1");
    expect(status).toBe(503);
    expect(body).toMatchObject({
      code: "database_unavailable",
      detail: expect.stringMatching(/disk .* is full.*same idempotency key/),
    });
    expect(JSON.stringify(body)).not.toContain("SQLITE");
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    await broken.call("GET /api/campaigns/1");
    const told = broken.world.logs.map((line) => JSON.parse(line)).filter(({ err }) => err?.code === "SQLITE_FULL");
    expect(told.map(({ level }) => level)).toEqual([40, 20]);
  });

  it("frees the connections of the calls that it has no descriptors for", async () => {
    await using crowded = await startService();
    crowded.world.context.descriptors = { exhausted: true, look() {}, close() {} };
    const { status, body, headers } = await crowded.call("GET /api/campaigns/1");
    expect(status).toBe(503);
    expect(body.code).toBe("too_many_open_files");
    expect(headers.get("connection")).toBe("close");
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  });
});

describe("a browser", () => {
  /** What browsers ask for when somebody opens an address. */
  const accept = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8";
  const open = (path: string, { server } = service, headers: Record<string, string> = {}) =>
    fetch(server.url + path, { headers: { accept, ...headers } });

  it.each([
    ["/nothing", 404, "Route not found"],
    ["/api/nothing", 404, "Route not found"],
    ["/app/assets/none.js", 404, "Route not found"],
    ["/api/campaigns", 401, "API key required"],
    ["/api/ws", 426, "Upgrade required"],
  ])("gets a page for %s, with status %i", async (path, status, title) => {
    const answer = await open(path);
    expect(answer.status).toBe(status);
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(answer.headers.get("vary")).toContain("Accept");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("content-security-policy")).toMatch(/script-src 'none';.*frame-ancestors 'none'/);
    const page = await answer.text();
    expect(page).toContain(`<h1>${title}</h1>`);
    expect(page).toContain('<a href="/">start page</a>');
  });

  it("gets a page that names the wrong fields, with its style sheet", async () => {
    const page = await (await open("/api/campaigns?limit=0", service, { "x-api-key": key })).text();
    expect(page).toMatch(/<ul><li>limit .+<\/li><\/ul>/);
    const [, style = ""] = /rel="stylesheet" href="([^"]+)"/.exec(page) ?? [];
    expect((await open(style)).headers.get("content-type")).toBe("text/css; charset=utf-8");
  });

  it("runs nothing that is in the address", async () => {
    const { hostname, port } = new URL(service.server.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `GET /<script>alert(1)</script>"' HTTP/1.1\r\nHost: x\r\nAccept: ${accept}\r\nConnection: close\r\n\r\n`,
    );
    const page = await text(socket);
    expect(page).toContain("&#60;script&#62;");
    expect(page).not.toContain("<script");
  });

  it("learns of an unexpected error only its id", async () => {
    await using broken = await startService();
    broken.world.context.db.read = () => Promise.reject(new Error("SQLITE_IOERR at /secret/path"));
    const answer = await open("/api/campaigns/1", broken);
    const page = await answer.text();
    expect([answer.status, answer.headers.get("content-type")]).toEqual([500, "text/html; charset=utf-8"]);
    expect(page).toContain("<h1>Internal error</h1>");
    expect(page).toContain(answer.headers.get("x-request-id"));
    expect(page).not.toContain("SQLITE");
  });

  it.each([accept, "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "text/html", "text/html, */*"])(
    "gets a page where it asks for %s",
    async (asked) => {
      const { headers } = await fetch(`${service.server.url}/api/nothing`, { headers: { accept: asked } });
      expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    },
  );

  it.each([
    "*/*",
    "application/json",
    "application/json, text/plain, */*",
    "application/problem+json",
    "text/event-stream",
    // What Java's own client sends if it isn't told otherwise.
    "text/html, image/gif, image/jpeg, */*; q=0.2",
    "text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2",
  ])("gets no page where a program asks for %s", async (asked) => {
    const { headers } = await fetch(`${service.server.url}/api/nothing`, { headers: { accept: asked } });
    expect(headers.get("content-type")).toBe("application/problem+json");
  });
});

describe("X-Request-Id", () => {
  it("is taken from the caller", async () => {
    const reply = await service.call("GET /health", { headers: { "x-request-id": "order-17.a_B" } });
    expect(reply.headers.get("x-request-id")).toBe("order-17.a_B");
  });

  it.each(["has space", "a".repeat(129), 'quote"d'])("is replaced if it is %j", async (given) => {
    const reply = await service.call("GET /health", { headers: { "x-request-id": given } });
    expect(reply.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  });
});

it("answers are neither cached nor sniffed", async () => {
  const { headers } = await service.call("GET /health");
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
});
