/** Due issuances of one campaign, and how many of its batches are on their way. */
export interface CampaignLoad {
  group: string;
  due: number;
  inFlight: number;
}

/**
 * Which batches to start now, one entry per batch. A full batch goes at once; a partial one only while no batch of its
 * campaign is on the way: under load batches fill up, a lone reward waits for nothing (Nagle's rule). Campaigns take turns,
 * so that one with a long queue holds up nobody else's.
 * @param loads longest waiting first
 * @param slots how many batches may start
 */
export function planBatches(loads: readonly CampaignLoad[], batchSize: number, slots: number): string[] {
  const waiting = loads.map(({ group, due, inFlight }) => {
    const full = Math.floor(due / batchSize);
    const partial = due % batchSize > 0 && inFlight + full === 0 ? 1 : 0;
    return { group, batches: full + partial };
  });
  const planned: string[] = [];
  for (let round = 0; planned.length < slots; round++) {
    const turn = waiting.filter(({ batches }) => batches > round).map(({ group }) => group);
    if (turn.length === 0) break;
    planned.push(...turn.slice(0, slots - planned.length));
  }
  return planned;
}
