import { systemClock } from "@merit/core/base/clock.ts";
import { createLogger } from "@merit/core/base/logger.ts";
import type { Settings } from "@merit/core/base/settings/settings.ts";
import { openChain } from "@merit/core/ledger/chain/chain.ts";
import { answer, openRpc } from "@merit/core/ledger/chain/rpc.ts";
import { Codes } from "@merit/indexer/codes.ts";
import { watched } from "@merit/indexer/contracts.ts";
import { decoder } from "@merit/indexer/decode.ts";
import * as maintain from "@merit/indexer/maintain.ts";
import { type EventSource, rpcSource } from "@merit/indexer/source.ts";
import { readPosition } from "@merit/indexer/store.ts";
import { Failure } from "../errors.ts";
import { openDatabase } from "../machine.ts";

/** Runs work on the stored events and a node. @param url of another node than the service's @throws Failure for another network's */
export async function withEvents<T>(
  settings: Settings,
  url: string | undefined,
  work: (deps: maintain.MaintainDeps, source: EventSource) => Promise<T>,
): Promise<T> {
  const { manifest, rpc } = openChain(settings);
  const server = url === undefined ? rpc : openRpc(url);
  if (url !== undefined) {
    const { passphrase } = await answer("getNetwork", server.getNetwork());
    if (passphrase !== manifest.passphrase) {
      throw new Failure(
        `This node's network is "${passphrase}".`,
        `--rpc must name a node of "${manifest.passphrase}".`,
      );
    }
  }
  const db = await openDatabase(settings);
  try {
    const { named, ids, own, wants } = await db.read((store) => watched(store, manifest));
    const codes = await Codes.open(db, createLogger(settings.logLevel, process.stderr));
    const { pageSize } = settings.indexer;
    const decode = decoder(named, codes);
    const deps = { db, clock: systemClock, settings, decode, codes, wants, own, pageSize };
    return await work(deps, rpcSource(server, ids));
  } finally {
    await db.close();
  }
}

type Work = (deps: maintain.MaintainDeps, source: EventSource) => Promise<Record<string, unknown>>;

/** Ids that are shown of each kind of difference. */
const SHOWN = 20;

const span = ({ from, to }: { from: number; to: number }) => (from === to ? `${from}` : `${from}-${to}`);

/** The work of each `merit indexer` command; its answer is printed. */
export const works: Record<"status" | "verify" | "backfill" | "rebuild", Work> = {
  async status({ db }, source) {
    const [position, gaps, window] = [await db.read(readPosition), await maintain.gapsIn(db), await source.window()];
    return {
      ledger: position?.ledger ?? null,
      node_has: span({ from: window.oldest, to: window.latest }),
      missing: gaps.map(span),
    };
  },
  async verify(deps, source) {
    const { missing, unknown, different, events, ...range } = await maintain.verify(deps, source);
    const differences = missing.length + unknown.length + different.length;
    const lists = { missing, not_on_node: unknown, different };
    const shown = Object.fromEntries(Object.entries(lists).map(([name, ids]) => [name, ids.slice(0, SHOWN)]));
    return { ledgers: span(range), events, differences, ...shown };
  },
  async backfill(deps, source) {
    const { events, missing } = await maintain.backfill(deps, source);
    return { events, missing: missing.map(span) };
  },
  rebuild: async (deps) => ({ ...(await maintain.rebuild(deps)) }),
};
