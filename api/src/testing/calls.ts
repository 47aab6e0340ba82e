import { readdirSync } from "node:fs";
import type { Route } from "../http/route.ts";
import { type Calls, type Change, filled } from "./call.ts";
import type { Scene } from "./owned-records.ts";

// Calls of the routes that the tests of all routes make: access.test.ts, repeats.test.ts and others. Each resource has its own in
// a file of `calls`.

const folder = new URL("./calls/", import.meta.url);
const resources = await Promise.all(
  readdirSync(folder).map(async (name): Promise<Calls> => (await import(new URL(name, folder).href)).calls),
);
const together = <Table extends keyof Calls>(table: Table) =>
  Object.assign({}, ...resources.map((calls) => calls[table])) as NonNullable<Calls[Table]>;

const changes = together("changes");
export const recordReads = together("recordReads");
export const ownReads = together("ownReads");

/** A new call of the route that is carried out. */
export async function changeOf(title: string, scene: Scene): Promise<Change> {
  const maker = changes[title];
  if (!maker) {
    const place = "`changes` of its resource's file in api/src/testing/calls";
    throw new Error(`${title} changes something. Add a call that succeeds to ${place}.`);
  }
  return maker(scene);
}

/** The call in the form that a service's `call` takes. */
export function requestOf(route: Route, { params, body }: Change): { request: string; body?: object } {
  return { request: `${route.method.toUpperCase()} /api${filled(route.path, params)}`, ...(body && { body }) };
}
