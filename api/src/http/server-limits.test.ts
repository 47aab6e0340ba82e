import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { startService } from "../testing/service.ts";

describe("sizes", () => {
  it("a long URL is refused, one at the limit is not", async () => {
    await using service = await startService({ MAX_URL_BYTES: "500" });
    const path = `/api/campaigns?x=${"x".repeat(500 - "/api/campaigns?x=".length)}`;
    expect((await service.call(`GET ${path}`)).body.code).toBe("missing_api_key");
    expect((await service.call(`GET ${path}x`)).body).toMatchObject({ status: 414, code: "url_too_long" });
  });

  it("the body's limit is a setting, and the answer names it", async () => {
    await using service = await startService({ MAX_BODY_KB: "1" });
    const post = (size: number) =>
      service.call("POST /api/trustline/verify", { body: { wallet_address: "G".repeat(size) } });
    expect((await post(900)).status).toBe(422);
    expect((await post(1100)).body).toMatchObject({ status: 413, detail: "The body is larger than 1 kB." });
  });
});

describe("time", () => {
  it.each([
    ["headers", "HEADERS_TIMEOUT_SECONDS", "GET /health HTTP/1.1\r\nHost: x\r\n"],
    [
      "a body",
      "REQUEST_TIMEOUT_SECONDS",
      "POST /api/trustline/verify HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
    ],
  ])("a client that doesn't finish %s in time is disconnected", async (_, setting, start) => {
    await using service = await startService({ HEADERS_TIMEOUT_SECONDS: "1", [setting]: "1" });
    const { hostname, port } = new URL(service.server.url);
    const socket = connect(Number(port), hostname);
    socket.write(start);
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1.1 408 /);
    expect(answer).toContain('"code":"request_timeout"');
  });
});

describe("pages of other origins", () => {
  const ask = { headers: { origin: "https://shop.example" } };

  it("may call if CORS_ORIGINS names their origin, and may read the headers of answers", async () => {
    await using service = await startService({ CORS_ORIGINS: "https://shop.example" });
    const { headers } = await service.call("GET /health", ask);
    expect(headers.get("access-control-allow-origin")).toBe("https://shop.example");
    expect(headers.get("access-control-allow-credentials")).toBeNull();
    const readable = headers.get("access-control-expose-headers");
    for (const name of ["Location", "Content-Disposition", "Retry-After", "X-Request-Id"])
      expect(readable).toContain(name);
    expect(headers.get("vary")).toBe("Origin");
    const problem = await service.call("GET /api/campaigns", ask);
    expect(problem.headers.get("access-control-allow-origin")).toBe("https://shop.example");
    const other = await service.call("GET /health", { headers: { origin: "https://evil.example" } });
    expect(other.headers.get("access-control-allow-origin")).toBeNull();
  });

  it("may send a preflight request", async () => {
    await using service = await startService({ CORS_ORIGINS: "https://shop.example" });
    const headers = {
      ...ask.headers,
      "access-control-request-method": "POST",
      "access-control-request-headers": "x-api-key",
    };
    const reply = await service.call("OPTIONS /api/rewards/issue", { headers });
    expect(reply.status).toBe(204);
    expect(reply.headers.get("access-control-allow-methods")).toContain("POST");
    expect(reply.headers.get("access-control-allow-headers")).toContain("x-api-key");
  });

  it("may not call otherwise, except a page under development on this machine, on the local network", async () => {
    await using service = await startService();
    const allowed = async (origin: string) =>
      (await service.call("GET /health", { headers: { origin } })).headers.get("access-control-allow-origin");
    for (const origin of ["http://localhost:5173", "http://127.0.0.1:8080", "http://localhost"])
      expect(await allowed(origin)).toBe(origin);
    for (const origin of ["https://shop.example", "http://localhost.evil.example:5173", "http://evil.example", "null"])
      expect(await allowed(origin)).toBeNull();
  });
});
