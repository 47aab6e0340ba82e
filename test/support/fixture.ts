import { inject, onTestFinished } from "vitest";
import { type Env, World } from "./world.ts";

/** A world of this test's own, which ends with it. */
export async function startWorld(env: Env = {}): Promise<World> {
  const world = await World.open(inject("template"), env);
  onTestFinished(() => world.end());
  return world;
}
