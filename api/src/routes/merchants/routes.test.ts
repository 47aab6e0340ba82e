import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startService, type TestService } from "../../testing/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());

const register = (body: unknown) => service.call("POST /api/merchants/register", { body });

describe("POST /merchants/register", () => {
  it("answers with the API key, which then works", async () => {
    const { status, body } = await register({ name: " Café Zürich ", email: "Cafe@Example.com" });
    expect(status).toBe(201);
    expect(Object.keys(body)).toEqual(["id", "name", "email", "api_key", "created_at"]);
    expect(body).toMatchObject({ name: "Café Zürich", email: "cafe@example.com" });
    expect(new Date(body.created_at).toISOString()).toBe(body.created_at);
    const me = await service.call("GET /api/merchants/me", { key: body.api_key });
    const { api_key: _, ...merchant } = body;
    expect(me).toMatchObject({ status: 200, body: merchant });
    expect(JSON.stringify(me.body)).not.toContain(body.api_key);
    expect(service.world.logs.join()).not.toContain(body.api_key);
  });

  it("refuses an address that is registered", async () => {
    await register({ name: "A", email: "twice@example.com" });
    expect((await register({ name: "B", email: "TWICE@example.com" })).body).toMatchObject({
      status: 409,
      code: "email_taken",
    });
  });

  it("names every bad field", async () => {
    const { body } = await register({ name: "", email: "nobody", role: "admin" });
    expect(body).toMatchObject({ status: 422, code: "validation_failed" });
    expect(body.errors).toEqual([
      { field: "name", message: "must not be empty" },
      { field: "email", message: "must be an e-mail address such as shop@example.com" },
      { field: "role", message: "is not a field of this call: remove it" },
    ]);
    expect((await register({})).body.errors).toEqual([
      { field: "name", message: "is required" },
      { field: "email", message: "is required" },
    ]);
    expect((await register({ name: 7, email: "a@example.com" })).body.errors).toEqual([
      { field: "name", message: "must be a string" },
    ]);
  });
});
