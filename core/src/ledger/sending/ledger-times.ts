import type { Clock } from "../../base/clock.ts";
import type { Chain } from "../chain/chain.ts";
import { ledgerNow } from "../chain/clock.ts";
import { networks } from "../chain/networks.ts";

/** An answer is good for about half a ledger. */
const MAX_AGE_MS = 2_000;

/** On a ledger whose clock can be moved by hand, waits are short looks instead of one long sleep. */
const LOOK_AGAIN_MS = 3_000;

/** The ledger's clock decides about windows and limits; the wall clock only decides when to check again. */
export class LedgerTimes {
  readonly #chain: Chain;
  readonly #clock: Clock;
  #known: { at: number; time: Date } | undefined;

  constructor(chain: Chain, clock: Clock) {
    this.#chain = chain;
    this.#clock = clock;
  }

  /** Approximate time of the next ledger. @throws RpcUnavailable */
  async now(): Promise<Date> {
    const wall = this.#clock.now();
    const age = wall.getTime() - (this.#known?.at ?? 0);
    if (this.#known && age >= 0 && age < MAX_AGE_MS) return this.#known.time;
    const time = await ledgerNow({ chain: this.#chain, clock: this.#clock });
    this.#known = { at: wall.getTime(), time };
    return time;
  }

  /** When, by the wall clock, to check whether the ledger has reached `due`. @throws RpcUnavailable */
  async lookAt(due: Date): Promise<Date> {
    const wait = Math.max(0, due.getTime() - (await this.now()).getTime());
    const moved = networks[this.#chain.network].closesOnDemand;
    return new Date(this.#clock.now().getTime() + (moved ? Math.min(wait, LOOK_AGAIN_MS) : wait));
  }
}
