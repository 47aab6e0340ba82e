/** Due issuances of one campaign, and how many of its batches are on their way. */
export interface CampaignLoad {
  group: string;
  merchantId: number;
  due: number;
  inFlight: number;
}

/**
 * Decides which batches to start now, one entry per batch. A full batch goes at once; a partial one only while no batch of its
 * campaign is on the way: under load batches fill up, a lone reward waits for nothing (Nagle's rule). The merchant with the
 * fewest batches on their way comes first, then its campaign with the fewest: nobody's long queue holds up another's.
 * @param loads longest waiting first
 * @param slots how many batches may start
 */
export function planBatches(loads: readonly CampaignLoad[], batchSize: number, slots: number): string[] {
  const merchants = new Map<number, number>();
  for (const { merchantId, inFlight } of loads) merchants.set(merchantId, (merchants.get(merchantId) ?? 0) + inFlight);
  const waiting = loads.map((load) => {
    const full = Math.floor(load.due / batchSize);
    const partial = load.due % batchSize > 0 && load.inFlight + full === 0 ? 1 : 0;
    return { ...load, batches: full + partial };
  });
  const planned: string[] = [];
  while (planned.length < slots) {
    const [next] = waiting
      .filter(({ batches }) => batches > 0)
      .sort((a, b) => of(merchants, a) - of(merchants, b) || a.inFlight - b.inFlight);
    if (!next) break;
    planned.push(next.group);
    next.batches -= 1;
    next.inFlight += 1;
    merchants.set(next.merchantId, of(merchants, next) + 1);
  }
  return planned;
}

const of = (merchants: ReadonlyMap<number, number>, { merchantId }: CampaignLoad) => merchants.get(merchantId) ?? 0;
