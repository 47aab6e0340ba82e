import { afterAll, beforeAll, expect, it } from "vitest";
import { type Route, takesKey, titleOf, ways } from "../http/route.ts";
import { changeOf, requestOf } from "../testing/calls.ts";
import { createParties, createPerson, credentialsOf, type Parties } from "../testing/parties.ts";
import { startService, type TestService } from "../testing/service.ts";
import { routes } from "./index.ts";

// Whatever is created, or set to work, can be read where its `Location` says, by whoever called.

let service: TestService;
let parties: Parties;
beforeAll(async () => {
  service = await startService({}, { survey: true });
  parties = await createParties(service);
  const { context } = service.world;
  // Nobody pays in this test, so waiting for a payment is useless.
  Object.assign(context, { settings: { ...context.settings, distributeTimeoutMs: 1 } });
});
afterAll(() => service[Symbol.asyncDispose]());

/** Somebody who has just registered calls with the credentials from the answer. */
const credentialsIn = ({ api_key, accessToken }: { api_key?: string; accessToken?: string }) => ({
  ...(api_key !== undefined && { key: api_key }),
  ...(accessToken !== undefined && { token: accessToken }),
});

/** Creates an account that has no session yet. */
const UNREADABLE = "POST /users";

it("every call that creates something, or sets it to work, says where, if anything shows it", () => {
  const creates = ({ responses }: Route) => 201 in responses || 202 in responses;
  expect(new Set(routes.filter((route) => creates(route) && route.location === undefined).map(titleOf))).toEqual(
    new Set([
      // No call shows an event again; what it gave is among the points of its user, and in this answer.
      "POST /points/events",
      // The entry is in GET /points/history, which is for users and merchants, and not for administrators.
      "POST /admin/users/:id/points",
      // The code is what shows it, and goes into no path.
      "POST /vouchers/redeem",
      // Shown once the wallet has signed and sent it, at /wallet/submissions with the hash of its envelope.
      "POST /vesting",
    ]),
  );
});

it.each(routes.filter(({ location }) => location !== undefined).map((route) => [titleOf(route), route] as const))(
  "%s says where",
  async (title, route: Route) => {
    const mine = { ...parties, owner: { ...parties.owner, user: await createPerson(service) } };
    const { request, body } = requestOf(route, await changeOf(title, { service, parties: mine }));
    const credentials = await credentialsOf(mine, ways(route.auth)[0]);
    const { idempotency_key = crypto.randomUUID() } = (body ?? {}) as { idempotency_key?: string };
    const headers: Record<string, string> = takesKey(route) ? { "idempotency-key": idempotency_key } : {};
    const reply = await service.call(request, { ...credentials, headers, ...(body && { body }) });
    expect([200, 201, 202], JSON.stringify(reply.body)).toContain(reply.status);
    const location = reply.headers.get("location");
    expect(location).toMatch(/^\/api\/[^:]+$/);
    const found = await service.call(`GET ${location}`, { ...credentials, ...credentialsIn(reply.body) });
    expect(found.status).toBe(title === UNREADABLE ? 401 : 200);
  },
);
