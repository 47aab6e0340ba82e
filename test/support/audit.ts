import type { World } from "./world.ts";

/** What the system finds wrong with itself. */
export async function audit(_: World): Promise<string[]> {
  return [];
}
