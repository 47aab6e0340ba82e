import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import type { Context } from "../../context/context.ts";
import { type Held, type HeldPlace, held, holders, release } from "../rewards/held.ts";

const LOOK_EVERY_MS = 1_000;

/** Most rewards of one ledger; of more, the others have their turn in the next ledgers. */
const REWARDS_PER_LOOK = 10_000;

/** Most merchants of one ledger. */
const MERCHANTS_PER_LOOK = 200;

/** Rewards that are read, or released, at once: other calls have their turn in between. */
const AT_ONCE = 500;

/** Lets rewards that wait for a trustline be paid in the ledger after the one in which it appears, until `stopped`. */
export async function watchHeld(context: Context, stopped: AbortSignal): Promise<void> {
  const watch = new HeldWatch(context);
  while (!stopped.aborted) {
    await watch
      .look()
      .catch((error) => context.log.debug({ err: error }, "the trustlines of held rewards can't be read now"));
    await pause(LOOK_EVERY_MS, undefined, { signal: stopped }).catch(() => undefined);
  }
}

/** Where the next look begins: after which merchant, and of each merchant after which reward. */
interface Place {
  merchant: number;
  rewards: ReadonlyMap<number, HeldPlace>;
}

const START: HeldPlace = { wallet: "", id: 0 };

export class HeldWatch {
  readonly #context: Context;
  readonly #perLook: { rewards: number; merchants: number };
  /** The ledger of the latest look. */
  #ledger = 0;
  #place: Place = { merchant: 0, rewards: new Map() };

  constructor(context: Context, perLook = { rewards: REWARDS_PER_LOOK, merchants: MERCHANTS_PER_LOOK }) {
    this.#context = context;
    this.#perLook = perLook;
  }

  /** Does nothing if the ledger is still that of the latest look. @throws RpcUnavailable */
  async look(): Promise<void> {
    const { chain, db, clock, log } = this.#context;
    if ((await db.read((store) => holders(store, 0, 1))).length === 0) return;
    const { sequence, closeTime } = await chain.latestLedger();
    if (sequence === this.#ledger) return;
    this.#ledger = sequence;
    const { rewards, place } = await this.#next(closeTime);
    const lines = await chain.trustlines([...new Set(rewards.map(({ wallet }) => wallet))]);
    const due = rewards.filter(({ wallet, isOver }) => isOver || lines.get(wallet)?.exists).map(({ id }) => id);
    let count = 0;
    for (let from = 0; from < due.length; from += AT_ONCE) {
      count += await db.commit((store) => release(store, due.slice(from, from + AT_ONCE), clock.now()));
      await nextTurn();
    }
    if (count > 0) log.info({ rewards: count }, "held rewards are tried again");
    this.#place = place;
  }

  /** As many rewards as one look may take: the same number of each merchant; what some don't need goes to the others. */
  async #next(time: Date): Promise<{ rewards: Held[]; place: Place }> {
    const { db } = this.#context;
    const perLook = this.#perLook;
    const merchants = await db.read((store) => holders(store, this.#place.merchant, perLook.merchants));
    const places = new Map(this.#place.rewards);
    const rewards: Held[] = [];
    for (let unread = merchants; rewards.length < perLook.rewards && unread.length > 0; ) {
      const share = Math.max(1, Math.floor((perLook.rewards - rewards.length) / unread.length));
      const hasMore: number[] = [];
      for (const merchant of unread) {
        const limit = Math.min(share, AT_ONCE, perLook.rewards - rewards.length);
        if (limit === 0) break;
        const page = { after: places.get(merchant) ?? START, limit, time };
        const found = await db.read((store) => held(store, merchant, page));
        rewards.push(...found);
        const last = found.at(limit - 1);
        if (last) {
          places.set(merchant, last);
          hasMore.push(merchant);
        } else {
          places.delete(merchant);
        }
        await nextTurn();
      }
      unread = hasMore;
    }
    const isRound = merchants.length < perLook.merchants;
    return { rewards, place: { merchant: isRound ? 0 : (merchants.at(-1) ?? 0), rewards: places } };
  }
}
