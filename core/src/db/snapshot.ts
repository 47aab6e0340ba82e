import type BetterSqlite3 from "better-sqlite3";

/**
 * One read transaction for all reads of a turn of the event loop: to begin one costs as much as to read a row. It ends with the turn,
 * and with each commit of this process, so that who was told of a commit reads it.
 */
export class Snapshot {
  readonly #client: BetterSqlite3.Database;
  readonly #begin: BetterSqlite3.Statement;
  readonly #end: BetterSqlite3.Statement;
  #endOfTurn: NodeJS.Immediate | undefined;

  constructor(client: BetterSqlite3.Database) {
    this.#client = client;
    this.#begin = client.prepare("BEGIN");
    this.#end = client.prepare("COMMIT");
  }

  /** Before a read. */
  enter(): void {
    if (this.#endOfTurn !== undefined) return;
    if (!this.#client.inTransaction) this.#begin.run();
    this.#endOfTurn = setImmediate(() => this.leave());
  }

  leave(): void {
    if (this.#endOfTurn === undefined) return;
    clearImmediate(this.#endOfTurn);
    this.#endOfTurn = undefined;
    // SQLite ends the transaction itself on some errors.
    if (this.#client.inTransaction) this.#end.run();
  }
}
