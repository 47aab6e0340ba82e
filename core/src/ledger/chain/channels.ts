import type { Signer } from "./keys.ts";

/**
 * An account that lends its sequence numbers to transactions and has no other power. One transaction is open per
 * channel: two would race for the same sequence.
 */
export interface Channel {
  signer: Signer;
  /** Last sequence that this process knows to be used; a node that lags behind may report an older one. */
  used: bigint;
}

export class ChannelPool {
  readonly #free: Channel[];
  readonly #byAccount: Map<string, Channel>;
  readonly #waiting: ((channel: Channel) => void)[] = [];

  constructor(signers: readonly Signer[]) {
    this.#free = signers.map((signer) => ({ signer, used: 0n }));
    this.#byAccount = new Map(this.#free.map((channel) => [channel.signer.publicKey, channel]));
  }

  get size(): number {
    return this.#byAccount.size;
  }

  get free(): number {
    return this.#free.length;
  }

  /** Takes a free channel, waiting for one if need be. */
  acquire(): Promise<Channel> {
    const channel = this.#free.shift();
    if (channel) return Promise.resolve(channel);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  accounts(): string[] {
    return [...this.#byAccount.keys()];
  }

  /** Undefined if it is not in the pool. */
  byAccount(account: string): Channel | undefined {
    return this.#byAccount.get(account);
  }

  /** Takes the channel of a transaction that an earlier process left open; undefined if it is not in the pool any more. */
  hold(account: string): Channel | undefined {
    const channel = this.#byAccount.get(account);
    if (!channel) return undefined;
    const index = this.#free.indexOf(channel);
    if (index < 0) throw new Error(`channel ${account} carries two open transactions`);
    this.#free.splice(index, 1);
    return channel;
  }

  /** Does nothing if it is free already. */
  release(channel: Channel): void {
    if (this.#free.includes(channel)) return;
    const next = this.#waiting.shift();
    if (next) next(channel);
    else this.#free.push(channel);
  }
}
