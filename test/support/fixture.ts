import { afterAll, inject, onTestFailed, onTestFinished } from "vitest";
import { type Env, World, type WorldOptions } from "./world.ts";

/** A world of this test's own, which ends with it. */
export async function startWorld(env: Env = {}, options: WorldOptions = {}): Promise<World> {
  const world = await World.open(inject("template"), env, options);
  onTestFinished(() => world.end());
  // A server that ended by itself says why.
  onTestFailed(() => console.error(world.serverOutput));
  return world;
}

/**
 * The world of a file, for tests that begin with merchants and wallets of their own, and leave a service that runs. The first that asks
 * opens it.
 */
export function sharedWorld(env: Env = {}, options: WorldOptions = {}): () => Promise<World> {
  return shared(
    () => World.open(inject("template"), env, options),
    (world) => world.end(),
    (world) => console.error(world.serverOutput),
  );
}

/**
 * Something that the tests of a file have in common. A test that fails takes it along, so that the next one, and its own second try,
 * begin with a fresh one.
 */
export function shared<T>(
  open: () => Promise<T>,
  close: (one: T) => Promise<unknown>,
  explain: (one: T) => void = () => {},
): () => Promise<T> {
  let present: Promise<T> | undefined;
  const end = async () => {
    const ending = present;
    present = undefined;
    const one = await ending?.catch(() => undefined);
    if (one !== undefined) await close(one);
  };
  afterAll(end);
  return async () => {
    present ??= open();
    onTestFailed(async () => {
      const one = await present?.catch(() => undefined);
      if (one !== undefined) explain(one);
      await end();
    });
    return present;
  };
}
