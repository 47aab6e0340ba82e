import { setTimeout as pause } from "node:timers/promises";
import type { Context } from "../../context/context.ts";
import { heldWallets, release } from "../rewards/held.ts";

const LOOK_EVERY_MS = 1_000;

/** Most wallets of one ledger; of more, the others have their turn in the next ledgers. */
const WALLETS_PER_LOOK = 10_000;

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

export class HeldWatch {
  readonly #context: Context;
  readonly #walletsPerLook: number;
  /** The ledger of the latest look. */
  #ledger = 0;
  /** The wallet that was looked up last, within a round over all of them. */
  #after = "";

  constructor(context: Context, walletsPerLook = WALLETS_PER_LOOK) {
    this.#context = context;
    this.#walletsPerLook = walletsPerLook;
  }

  /** Does nothing if the ledger is still that of the latest look. @throws RpcUnavailable */
  async look(): Promise<void> {
    const { chain, db, clock, log } = this.#context;
    const wallets = await this.#next();
    if (wallets.length === 0) return;
    const { sequence, closeTime: time } = await chain.latestLedger();
    if (sequence === this.#ledger) return;
    this.#ledger = sequence;
    const lines = await chain.trustlines(wallets);
    const ready = wallets.filter((wallet) => lines.get(wallet)?.exists);
    const count = await db.commit((store) => release(store, ready, { time, now: clock.now() }));
    if (count > 0) log.info({ rewards: count, wallets: ready.length }, "held rewards are tried again");
    this.#after = wallets.length < this.#walletsPerLook ? "" : (wallets.at(-1) ?? "");
  }

  async #next(): Promise<string[]> {
    const wallets = await this.#context.db.read((store) => heldWallets(store, this.#after, this.#walletsPerLook));
    if (wallets.length === 0) this.#after = "";
    return wallets;
  }
}
