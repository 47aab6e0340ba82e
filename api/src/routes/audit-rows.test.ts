import { recurringJobs } from "@merit/core/operations/recurring-jobs/all.ts";
import { plan } from "@merit/core/operations/recurring-jobs/service.ts";
import * as audit from "@merit/core/store/audit/audit.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Route, takesKey, titleOf, ways } from "../http/route.ts";
import { changeOf, requestOf } from "../testing/calls.ts";
import { createParties, createPerson, type Parties } from "../testing/parties.ts";
import { startService, type TestService } from "../testing/service.ts";
import { routes } from "./index.ts";

// Every change by an administrator is in the audit log, in one row.

/** Routes that users call as well: an administrator's call about another user leaves a row. */
const ofUsers = ["PATCH /users/:id", "DELETE /users/:id"];
/** Computes a cache again, and changes no record. */
const unaudited = ["POST /admin/cache/warm"];

let service: TestService;
let parties: Parties;
beforeAll(async () => {
  service = await startService({}, { survey: true });
  parties = await createParties(service);
  // As a worker does when it starts.
  await service.world.context.db.commit(async (store) => {
    for (const job of recurringJobs) await plan(service.world.context, store, job);
  });
});
afterAll(() => service[Symbol.asyncDispose]());

const isAudited = (title: string, { method, auth }: Route) =>
  ofUsers.includes(title) || (method !== "get" && ways(auth).includes("admin") && !unaudited.includes(title));
const changes = routes
  .map((route) => [titleOf(route), route] as const)
  .filter(([title, route]) => isAudited(title, route));

it.each(changes)("%s leaves one row in the audit log", async (title, route) => {
  const owner = { ...parties.owner, user: await createPerson(service) };
  const { request, body } = requestOf(route, await changeOf(title, { service, parties: { ...parties, owner } }));
  const rows = () => service.world.context.db.read((store) => audit.list(store, {}, { limit: 1_000 }));
  const before = await rows();
  const headers: Record<string, string> = takesKey(route) ? { "idempotency-key": crypto.randomUUID() } : {};
  const reply = await service.call(request, { token: await parties.admin.token(), headers, ...(body && { body }) });
  expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300);
  const after = await rows();
  expect(after).toHaveLength(before.length + 1);
  expect(after[0]?.actor).toBe(`user:${parties.admin.id}`);
});
