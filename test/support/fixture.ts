import { inject, onTestFailed, onTestFinished } from "vitest";
import { type Env, World, type WorldOptions } from "./world.ts";

/** A world of this test's own, which ends with it. */
export async function startWorld(env: Env = {}, options: WorldOptions = {}): Promise<World> {
  const world = await World.open(inject("template"), env, options);
  onTestFinished(() => world.end());
  // A server that ended by itself says why.
  onTestFailed(() => console.error(world.serverOutput));
  return world;
}
