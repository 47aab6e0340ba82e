import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import { Client } from "pg";
import { OperatorError } from "../../../base/errors.ts";
import type { Topic } from "../../../base/wake.ts";
import type { Database } from "../database.ts";
import { readInTurn } from "../in-turn.ts";
import { createWriteProbe } from "../write-probe.ts";
import { explainPostgres } from "./faults.ts";
import { Lane } from "./lane.ts";
import { lead } from "./leader.ts";
import { listen } from "./listen.ts";
import { migrate } from "./migrate.ts";
import { Readers } from "./readers.ts";
import { createStore } from "./store.ts";
import { fromPostgres } from "./values.ts";

const CONNECT_MS = 5_000;
/** Silence after which a connection is checked: a dead machine or network is found out within twenty seconds. */
const ALIVE_AFTER_MS = 10_000;
/** The connection of commits is lost if it gives no answer for so long: no statement of a commit takes as long. */
const ANSWER_MS = 60_000;

/** A process that has stopped holds no lock longer: neither within a transaction, nor as a leader. */
const STOPPED_MS = 10_000;
/** How long a commit waits for those of other processes: longer than for one that has stopped. */
const LOCK_WAIT_MS = 15_000;

const OLDEST_VERSION = 15;

/**
 * Opens a database on a PostgreSQL server, and brings its schema up to date before anything else. Nothing is connected yet when this
 * returns: what fails does so in the first commit or read, and is tried again by the next.
 * @param url or a promise of it
 * @param notify is called after a commit, with each topic that its unit notified, here or in another process. Without it, a connection
 *   fewer is opened.
 */
export function openPostgres(
  url: string | Promise<string>,
  notify?: (topic: Topic) => void,
  { lockWaitMs = LOCK_WAIT_MS, stoppedMs = STOPPED_MS } = {},
): Database {
  const sender = randomUUID();
  let opened: Promise<Readers> | undefined;
  let stopListening: (() => Promise<void>) | undefined;
  const listening = async (socket: Socket) =>
    connect({
      ...(await common(url)),
      application_name: "merit:listen",
      query_timeout: CONNECT_MS,
      stream: () => socket,
    });
  const open = () => {
    opened ??= prepare(url).then(
      (readers) => {
        if (notify) stopListening = listen({ connect: listening, sender, notify });
        return readers;
      },
      (error: unknown) => {
        opened = undefined;
        throw error;
      },
    );
    return opened;
  };
  let closed: Promise<void> | undefined;
  const lane = new Lane(
    async () => {
      await open();
      const options = `-c lock_timeout=${lockWaitMs} -c idle_in_transaction_session_timeout=${stoppedMs}`;
      return primary(await connect({ ...(await common(url)), options, pipeline: true, query_timeout: ANSWER_MS }));
    },
    notify ?? (() => {}),
    sender,
  );
  // The server may be another one from then on, and one whose machine is gone gives no answer to those who still wait for one.
  lane.onLoss(() => void opened?.then((readers) => readers.renew()).catch(() => undefined));
  const reads = createStore({
    run: async (statement) => (await open()).query(statement),
    notify() {
      throw new Error("A read notifies nobody: only a commit does.");
    },
  });
  const commit: Database["commit"] = (unit) => lane.submit(unit);
  const read: Database["read"] = async (query) => {
    try {
      return await query(reads);
    } catch (error) {
      throw explainPostgres(error);
    }
  };
  const db: Database = {
    commit,
    read,
    // One of the connections for reads at most: the others are for everybody else.
    readAside: readInTurn(read),
    version: () => undefined,
    checkWritable: createWriteProbe(commit),
    engine: "postgres",
    source: async () => ({ url: await url }),
    async lead(wanted) {
      await open();
      // Its own name tells operators who leads.
      const own = { application_name: `merit:${wanted.role}`, query_timeout: CONNECT_MS };
      return lead(db, async () => connect({ ...(await common(url)), ...own }), { ...wanted, stoppedMs });
    },
    onLoss: (listener) => lane.onLoss(listener),
    close() {
      closed ??= lane.close().then(async () => {
        const readers = await opened?.catch(() => undefined);
        await stopListening?.();
        await readers?.end();
      });
      return closed;
    },
  };
  return db;
}

const common = async (url: string | Promise<string>) => ({
  connectionString: await url,
  application_name: "merit",
  connectionTimeoutMillis: CONNECT_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: ALIVE_AFTER_MS,
  types: fromPostgres,
});

export async function connect(config: ConstructorParameters<typeof Client>[0]): Promise<Client> {
  const client = new Client(config);
  // Each statement that is under way fails as well.
  client.on("error", () => {});
  await client.connect();
  return client;
}

/** A standby takes no commits; once it is promoted, a new connection finds out what it lacks. @throws as a commit there would */
async function primary(client: Client): Promise<Client> {
  const { rows } = await client.query("select pg_is_in_recovery()::int as standby");
  if (rows[0]?.standby === 0n) return client;
  await client.end();
  throw Object.assign(new Error("this server is a standby"), { code: "25006" });
}

/** Brings the schema up to date. @throws OperatorError for a database that can't be used */
async function prepare(url: string | Promise<string>): Promise<Readers> {
  const config = await common(url);
  const client = await connect(config);
  try {
    await requireUsable(client);
    await migrate(client);
  } finally {
    await client.end();
  }
  return new Readers(config);
}

/** @throws OperatorError */
async function requireUsable(client: Client): Promise<void> {
  const { rows } = await client.query(
    "select current_setting('server_version') as version, current_setting('server_encoding') as encoding",
  );
  const { version, encoding } = rows[0];
  if (Number.parseInt(version, 10) < OLDEST_VERSION) {
    throw new OperatorError(
      `The server of DATABASE_URL is PostgreSQL ${version}: Merit needs ${OLDEST_VERSION} or newer.`,
    );
  }
  if (encoding !== "UTF8") {
    throw new OperatorError(
      `The database of DATABASE_URL has the encoding ${encoding}, which can't store every text: make one with \`createdb --encoding=UTF8 --template=template0\`.`,
    );
  }
}
