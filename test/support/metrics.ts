import type { World } from "./world.ts";

/** Lines of GET /metrics about the system itself: `name{labels} value`. Comments and histograms are left out. */
export async function readMetrics({ api }: Pick<World, "api">): Promise<string[]> {
  const response = await fetch(`${api.base}/metrics`);
  const lines = (await response.text()).split("\n");
  return lines.filter((line) => line.startsWith("merit_") && !/^\w+_(bucket|sum|count)\{/.test(line));
}

/** A metric without labels. @throws Error if there is none */
export function single(lines: readonly string[], name: string): number {
  const line = lines.find((line) => line.startsWith(`${name} `));
  if (line === undefined) throw new Error(`there is no metric ${name}`);
  return Number(line.split(" ").at(-1));
}

/** Sum of a metric over all series whose labels hold `label`. @throws Error if there is no such series */
export function metric(lines: readonly string[], name: string, label = ""): number {
  const series = lines.filter((line) => line.startsWith(`${name}{`) && line.includes(label));
  if (series.length === 0) throw new Error(`there is no metric ${name}{${label}}`);
  return series.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
}
