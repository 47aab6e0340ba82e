import { openRpc } from "@merit/core/ledger/chain/rpc.ts";
import { systemContracts } from "@merit/indexer/contracts.ts";
import { type DecodedEvent, decoder } from "@merit/indexer/decode.ts";
import { cursorLedger, rpcSource, type StartAt } from "@merit/indexer/source.ts";

const PAGE = 200;

/**
 * Events from `ledger` on, of all contracts, as the indexer would store them.
 * @throws when one of them isn't explained by its contract's spec
 */
export async function eventsSince(
  ledger: number,
  { url, manifest }: { url: string; manifest: Parameters<typeof systemContracts>[0] },
): Promise<DecodedEvent[]> {
  const contracts = systemContracts(manifest);
  const ids = contracts.map(({ id }) => id);
  const source = rpcSource(openRpc(url), ids);
  const decode = decoder(contracts);
  const decoded: DecodedEvent[] = [];
  let start: StartAt = { startLedger: ledger };
  for (;;) {
    const { events, cursor, latestLedger } = await source.page(start, PAGE);
    decoded.push(...events.map(decode));
    // The node looks through 10,000 ledgers per call, and answers with less than a page when they hold no more.
    if (events.length < PAGE && cursorLedger(cursor) >= latestLedger) break;
    start = { cursor };
  }
  const raw = decoded.filter(isRaw);
  if (raw.length > 0) throw new Error(`the indexer can't decode ${JSON.stringify(raw)}`);
  return decoded;
}

/** An event that no spec explains keeps its XDR. */
export const isRaw = ({ data }: Pick<DecodedEvent, "data">): boolean =>
  typeof data === "object" && data !== null && "value_xdr" in data;
