import { chunkOf, firstOf } from "../../ledger/chain/batches.ts";
import { nextNumber } from "./records.ts";
import type { Run } from "./run.ts";

/** Entries of marks in a window: 10,240 numbers. Reading them must not hold up a service that answers meanwhile. */
const CHUNKS = 40;

/** The numbers of a campaign's rewards in ranges [from, to) of whole entries of marks. */
export async function* windows(run: Run, campaignId: number): AsyncGenerator<[from: number, to: number]> {
  for (let from = 0; ; ) {
    const number = await run.read((store) => nextNumber(store, campaignId, from));
    if (number === undefined) return;
    from = firstOf(chunkOf(number) + CHUNKS);
    yield [firstOf(chunkOf(number)), from];
  }
}
