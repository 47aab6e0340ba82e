import { newWallet } from "@merit/core/testing/chain.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startService, type TestService, type TestUser } from "../../testing/service.ts";

let service: TestService;
let admin: TestUser;
beforeAll(async () => {
  service = await startService();
  admin = await service.admin();
});
afterAll(() => service[Symbol.asyncDispose]());

const call = (request: string, options = {}) => service.call(request, { token: admin.accessToken, ...options });
const found = async (query: string) =>
  (await call(`GET /api/admin/users?${query}`)).body.data.map(({ id }: { id: number }) => id);
const audited = async (subject: string) => (await call(`GET /api/admin/audit-log?subject=${subject}`)).body.data;

it("finds accounts by address, wallet and role, and shows one with its wallets", async () => {
  const user = await service.user({ email: "Grace@example.com" });
  const wallet_address = newWallet();
  const { body: holder } = await service.call("POST /api/users", { body: { wallet_address } });
  expect(await found("email=GRACE@")).toEqual([user.id]);
  expect(await found("email=grace@example.co%25")).toEqual([]);
  expect(await found(`wallet_address=${wallet_address}`)).toEqual([holder.id]);
  expect(await found(`wallet_address=${newWallet()}`)).toEqual([]);
  expect(await found("role=admin")).toEqual([admin.id]);
  const { body: page } = await call("GET /api/admin/users?limit=1");
  expect(page).toMatchObject({ data: [{ id: holder.id }], has_more: true });
  expect(await found(`limit=1&cursor=${page.next_cursor}`)).toEqual([user.id]);
  const { body: shown } = await call(`GET /api/users/${holder.id}`);
  expect(shown).toMatchObject({
    id: holder.id,
    referred_by: null,
    wallets: [{ wallet_address, proven: false, linked_at: expect.any(String) }],
  });
  expect(JSON.stringify(shown)).not.toContain("argon2");
  expect((await call("GET /api/users/999999")).body).toMatchObject({ status: 404, code: "not_found" });
});

it("logs who changed whose role, and who deleted whom", async () => {
  const user = await service.user();
  const path = `PATCH /api/users/${user.id}`;
  expect((await call(path, { body: { role: "admin" } })).status).toBe(200);
  // Nothing changes, so nothing is logged.
  await call(path, { body: { role: "admin" } });
  await call(path, { body: { first_name: "Grace" } });
  expect((await call(`DELETE /api/users/${user.id}`)).status).toBe(204);
  expect(await audited(`user:${user.id}`)).toMatchObject([
    { action: "user.delete", detail: {} },
    { action: "user.update", detail: { fields: ["firstName"] } },
    { action: "user.role", actor: `user:${admin.id}`, detail: { from: "user", to: "admin" } },
  ]);
  expect(await found(`email=${user.email}`)).toEqual([]);
});

it("logs that an administrator deleted the own account: nothing else says whose the changes were", async () => {
  const { id, accessToken } = await service.admin();
  expect((await service.call(`DELETE /api/users/${id}`, { token: accessToken })).status).toBe(204);
  expect(await audited(`user:${id}`)).toMatchObject([{ action: "user.delete", actor: `user:${id}` }]);
});

it("doesn't log users' changes of their own accounts", async () => {
  const user = await service.user();
  const own = { token: user.accessToken };
  await service.call(`PATCH /api/users/${user.id}`, { ...own, body: { first_name: "Ada" } });
  await service.call(`DELETE /api/users/${user.id}`, own);
  expect(await audited(`user:${user.id}`)).toEqual([]);
});

it("filters the audit log by actor, action and time, and pages it", async () => {
  const user = await service.user();
  for (const role of ["admin", "user", "admin"]) await call(`PATCH /api/users/${user.id}`, { body: { role } });
  const list = async (query: string) => (await call(`GET /api/admin/audit-log?subject=user:${user.id}&${query}`)).body;
  expect((await list(`actor=user:${admin.id}&action=user.role`)).data).toHaveLength(3);
  expect((await list("actor=operator")).data).toEqual([]);
  expect((await list("to=2020-01-01T00:00:00Z")).data).toEqual([]);
  expect((await list("from=2020-01-01T00:00:00Z")).data).toHaveLength(3);
  const first = await list("limit=2");
  expect(first).toMatchObject({ has_more: true });
  expect((await list(`limit=2&cursor=${first.next_cursor}`)).data).toHaveLength(1);
  expect((await call("GET /api/admin/audit-log?colour=red")).body).toMatchObject({ code: "validation_failed" });
});
