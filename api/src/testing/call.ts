import { post, type Scene } from "./owned-records.ts";

// The types of the files in `calls`, one for each resource.

/** The content of a call that is carried out: the values in its path, in order, and its body. */
export interface Change {
  params?: (number | string)[];
  body?: object;
}

export type Maker<T> = (scene: Scene) => T | Promise<T>;

/** The calls of a resource, by the titles of their routes. */
export interface Calls {
  /** A call for every route that changes something: of the owner, or an administrator, and carried out. */
  changes?: Record<string, Maker<Change>>;
  /** For every route that reads one record, named in its path: makes a record of the owner's, or says who may read any of them. */
  recordReads?: Record<string, Maker<number | string> | "everyone" | "every admin">;
  /**
   * For every other read of a merchant or user: makes a record of the owner's that the answer shows; null if it shows one without
   * that; a text says why all callers read the same.
   */
  ownReads?: Record<string, Maker<unknown> | null | string>;
}

export const of =
  (id: Maker<number | string>, body?: object): Maker<Change> =>
  async (scene) => ({ params: [await id(scene)], ...(body && { body }) });
export const says =
  (body: Maker<object>): Maker<Change> =>
  async (scene) => ({ body: await body(scene) });
export const plain: Maker<Change> = () => ({});

/** Makes a record of the owning merchant by this call, and gives its id. */
export const posted =
  (path: string, change: Maker<Change>): Maker<number> =>
  async (scene) => {
    const { params, body = {} } = await change(scene);
    return post(scene, filled(path, params), body);
  };

/** The path with these values in place of its parameters. */
export function filled(path: string, params: Change["params"] = []): string {
  const values = [...params];
  return path.replaceAll(/:\w+/g, () => encodeURIComponent(values.shift() ?? ""));
}

export const newEmail = () => `${crypto.randomUUID()}@example.com`;
export const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
