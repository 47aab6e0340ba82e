import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exampleOf } from "../http/examples.ts";
import { type Route, titleOf, ways } from "../http/route.ts";
import { requestOf } from "../testing/calls.ts";
import { createParties, credentialsOf, METRICS_TOKEN, type Parties } from "../testing/parties.ts";
import { startService, type TestService } from "../testing/service.ts";
import { routes } from "./index.ts";

// A misspelt optional field would otherwise be ignored silently, so no route accepts unknown fields.

let service: TestService;
let parties: Parties;
beforeAll(async () => {
  service = await startService({ METRICS_TOKEN }, { survey: true });
  parties = await createParties(service);
});
afterAll(() => service[Symbol.asyncDispose]());

/** The request that the description shows. */
function shownRequest(route: Route) {
  const { params, body } = route.request;
  const { request } = requestOf(route, { params: params ? Object.values(exampleOf(params)) : [] });
  return { request, body: body && exampleOf(body) };
}

/** Among others, where the example leaves something out. */
const refusedFor = (field: string) => ({
  ...{ status: 422, code: "validation_failed" },
  errors: expect.arrayContaining([expect.objectContaining({ field })]),
});

describe.each(routes.map((route) => [titleOf(route), route] as const))("%s", (_, route) => {
  it("refuses an unknown parameter", async () => {
    const { request, body } = shownRequest(route);
    const options = { ...(await credentialsOf(parties, ways(route.auth)[0])), ...(body && { body }) };
    expect((await service.call(`${request}?surprise=1`, options)).body).toMatchObject(refusedFor("surprise"));
  });

  it.runIf(route.method === "patch")("names what an empty change can contain", async () => {
    const { request, body = {} } = shownRequest(route);
    const options = { ...(await credentialsOf(parties, ways(route.auth)[0])), body: {} };
    const { errors } = (await service.call(request, options)).body;
    expect(errors).toEqual([{ field: "body", message: expect.stringMatching(/^must contain a field to change: /) }]);
    expect(errors[0].message).toContain(Object.keys(body)[0]);
  });

  it.runIf(route.request.body)("refuses an unknown field", async () => {
    const { request, body } = shownRequest(route);
    const options = { ...(await credentialsOf(parties, ways(route.auth)[0])), body: { ...body, surprise: 1 } };
    expect((await service.call(request, options)).body).toMatchObject(refusedFor("surprise"));
  });
});
