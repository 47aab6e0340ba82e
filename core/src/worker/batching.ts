/** Due issuances of one campaign, and how many of its batches are on their way. */
export interface CampaignLoad {
  group: string;
  due: number;
  inFlight: number;
}

/**
 * Which batches to start now, one entry per batch. A full batch goes at once; a partial one only while no batch of its
 * campaign is on the way: under load batches fill up, a lone reward waits for nothing (Nagle's rule).
 * @param loads longest waiting first
 * @param slots how many batches may start
 */
export function planBatches(loads: readonly CampaignLoad[], batchSize: number, slots: number): string[] {
  const planned: string[] = [];
  for (const { group, due, inFlight } of loads) {
    const full = Math.floor(due / batchSize);
    const partial = due % batchSize > 0 && inFlight + full === 0 ? 1 : 0;
    for (let batch = 0; batch < full + partial && planned.length < slots; batch++) planned.push(group);
  }
  return planned;
}
