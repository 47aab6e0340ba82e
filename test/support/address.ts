import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";

/** A port, or the path of a socket. */
type Target = number | string;

/** An address that leads to one of several servers, as a load balancer does, or an address that moves from a database to its standby. */
export class Address {
  readonly port: number;
  readonly #server: Server;
  readonly #clients = new Set<Socket>();
  #targets: readonly Target[];
  #turn = 0;

  private constructor(server: Server, port: number, targets: readonly Target[]) {
    this.port = port;
    this.#server = server;
    this.#targets = targets;
    server.on("connection", (client) => this.#take(client));
  }

  static async open(port: number, targets: readonly Target[]): Promise<Address> {
    const server = createServer().listen(port, "127.0.0.1");
    await once(server, "listening");
    return new Address(server, port, targets);
  }

  /** Cuts all connections; new ones lead to these. */
  move(targets: readonly Target[]): void {
    this.#targets = targets;
    for (const client of this.#clients) client.destroy();
  }

  close(): void {
    this.move([]);
    this.#server.close();
  }

  #take(client: Socket): void {
    this.#clients.add(client);
    client.on("error", () => client.destroy()).on("close", () => this.#clients.delete(client));
    this.#turn += 1;
    const turn = this.#turn;
    this.#lead(
      client,
      this.#targets.map((_, index, all) => all[(index + turn) % all.length] as Target),
    );
  }

  /** Connects to the first of the targets that takes connections. */
  #lead(client: Socket, [target, ...others]: readonly Target[]): void {
    if (target === undefined) return void client.destroy();
    const upstream = typeof target === "number" ? connect(target, "127.0.0.1") : connect(target);
    let isOpen = false;
    upstream.once("connect", () => {
      isOpen = true;
      client.pipe(upstream).pipe(client);
      client.on("close", () => upstream.destroy());
    });
    upstream.on("error", () => upstream.destroy());
    upstream.on("close", () => {
      if (isOpen || client.destroyed) client.destroy();
      else this.#lead(client, others);
    });
  }
}
