import { type Client, Pool, type PoolConfig, type QueryArrayConfig, type QueryArrayResult } from "pg";

/** Connections at a time. */
const READERS = 4;

/** The connections of reads. */
export class Readers {
  readonly #config: PoolConfig;
  readonly #clients = new Set<Client>();
  #pool: Pool;

  constructor(config: PoolConfig) {
    this.#config = config;
    this.#pool = this.#open();
  }

  query(statement: QueryArrayConfig): Promise<QueryArrayResult> {
    return this.#pool.query(statement);
  }

  /** Ends all connections, also those that wait for an answer, and uses others from then on. */
  renew(): void {
    void this.#pool.end().catch(() => undefined);
    for (const client of this.#clients) client.end().catch(() => undefined);
    this.#pool = this.#open();
  }

  end(): Promise<void> {
    return this.#pool.end();
  }

  #open(): Pool {
    const options = "-c default_transaction_read_only=on";
    const pool = new Pool({ ...this.#config, max: READERS, options });
    pool.on("error", () => {});
    pool.on("connect", (client) => this.#clients.add(client));
    pool.on("remove", (client) => this.#clients.delete(client));
    return pool;
  }
}
