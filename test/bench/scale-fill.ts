// Rows for `bench scale`: the same ones in both databases, written by the databases themselves.
import type { Engine } from "@merit/core/store/db/dialect.ts";

/** A database to fill: runs a statement. */
export interface Target {
  engine: Engine;
  run(sql: string): Promise<void>;
}

export interface Range {
  /** First number. */
  from: number;
  to: number;
  merchantId: number;
  campaignId: number;
}

/** Ten rows of each table belong to one user, and to one wallet. */
export const ROWS_PER_USER = 10;

/** A Stellar address of 56 characters, as far as a database cares. */
export const walletOf = (user: number) => `G${String(user).padStart(55, "0")}`;

const forms = {
  sqlite: {
    rows: ({ from, to }: Range) =>
      `(with recursive numbers (n) as (select ${from} union all select n + 1 from numbers where n < ${to}) select n from numbers)`,
    hash: "lower(hex(randomblob(32)))",
    wallet: (user: string) => `printf('G%055d', ${user})`,
    json: (text: string) => text,
  },
  postgres: {
    rows: ({ from, to }: Range) => `generate_series(${from}, ${to}) as numbers(n)`,
    hash: "md5(n::text || random()) || md5(random()::text)",
    wallet: (user: string) => `'G' || lpad((${user})::text, 55, '0')`,
    json: (text: string) => `(${text})::json`,
  },
} as const;

/** XDR of an event on the ledger, in base64: as long as that of a transfer. */
const XDR = "A".repeat(320);

/** Adds rows of these numbers to every table that grows with the rewards; `users` and their wallets come first. */
export async function fill({ engine, run }: Target, range: Range): Promise<void> {
  const { rows, hash, wallet, json } = forms[engine];
  const { merchantId, campaignId } = range;
  const now = Date.now();
  const numbers = rows(range);
  const user = `(n / ${ROWS_PER_USER} + 1)`;
  const eventId = (n: string) =>
    engine === "sqlite" ? `printf('%019d-0000000001', ${n})` : `lpad((${n})::text, 19, '0') || '-0000000001'`;
  const newUser = `(n % ${ROWS_PER_USER} = 0 or n = 1)`;
  await run(`insert into users (id, email, email_verified_at, password_hash, mail_off, first_name, last_name, role, referral_code, created_at, updated_at)
    select ${user}, 'member' || ${user} || '@example.com', ${now}, '$argon2id$v=19$m=19456,t=2,p=1$' || substr(${hash}, 1, 64), ${json("'[]'")},
      'Ada', 'Lovelace', 'user', 'C' || ${user}, ${now}, ${now} from ${numbers} where ${newUser}`);
  await run(`insert into user_wallets (address, user_id, proven_at, created_at)
    select ${wallet(user)}, ${user}, ${now}, ${now} from ${numbers} where ${newUser}`);
  await run(
    `insert into point_balances (user_id, purse, balance, lifetime) select ${user}, ${merchantId}, 100, 100 from ${numbers} where ${newUser}`,
  );
  await run(`insert into reward_issuances (id, merchant_id, idempotency_key, campaign_id, user_id, wallet_address, amount, status, number, reference, tx_hash, attempts, claimed_at,
      created_at, updated_at)
    select n, ${merchantId}, 'order-' || n, ${campaignId}, ${user}, ${wallet(user)}, 10000000, 'confirmed', n, substr(${hash}, 1, 16), ${hash}, 1, ${now}, ${now}, ${now} from ${numbers}`);
  await run(`insert into events (id, type, merchant_id, user_id, object_id, data, created_at)
    select n, 'issuance.accepted', ${merchantId}, ${user}, cast(n as text), null, ${now} from ${numbers}`);
  await run(`insert into contract_events (id, contract_id, contract, type, ledger, ledger_closed_at, tx_hash, data, xdr, recipients)
    select ${eventId("n")}, ${wallet("0")}, 'asset', 'transfer', n / 900, ${now}, ${hash},
      ${json(`'{"from":"' || ${wallet("0")} || '","to":"' || ${wallet(user)} || '","amount":"10000000"}'`)}, ${json(`'{"topics":["${XDR}"],"value":"${XDR}"}'`)}, null from ${numbers}`);
  await run(`insert into contract_event_subjects (kind, value, type, event_id)
    select 'wallet', ${wallet(user)}, 'transfer', ${eventId("n")} from ${numbers}`);
  await run(`insert into point_transactions (id, user_id, merchant_id, kind, points, cause, available_at, created_at)
    select n, ${user}, ${merchantId}, 'award', 10, 'award:' || n, ${now}, ${now} from ${numbers}`);
}

/** Tables of `fill`, with what one row is. */
export const FILLED: Record<string, string> = {
  users: "user",
  user_wallets: "wallet",
  point_balances: "balance",
  reward_issuances: "reward",
  events: "event of the log",
  contract_events: "contract event",
  contract_event_subjects: "subject of an event",
  point_transactions: "movement of points",
};
