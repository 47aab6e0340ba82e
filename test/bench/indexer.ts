// Contract events: how many a second come from a node into the database, beside the same pages read and decoded alone; then pages of
// GET /contract-events with 5,000,000 events stored. If the machine has other work, the processor's time is the better figure.
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { startService, type TestService } from "@merit/api/testing/service.ts";
import { openRpc } from "@merit/core/ledger/chain/rpc.ts";
import { contractSpec } from "@merit/core/ledger/contract-events/names.ts";
import { startCheckpoints } from "@merit/core/store/db/sqlite/checkpoints.ts";
import { createMerchant } from "@merit/core/testing/world.ts";
import { decoder } from "@merit/indexer/decode.ts";
import { Follower } from "@merit/indexer/follow.ts";
import { rpcSource } from "@merit/indexer/source.ts";
import { address } from "@merit/indexer/testing/events.ts";
import BetterSqlite3 from "better-sqlite3";
import { percentile } from "./figures.ts";

const PAGES = 100;
const PER_PAGE = 1000;
const ROWS = 5_000_000;
const WALLETS = 20_000;
const SAMPLES = 200;
/** Events of a ledger: one `reward` for so many transfers, as in a batch. */
const EVENTS_PER_LEDGER = 61;
const START = Date.UTC(2026, 0, 1);
const LEDGER_MS = 5_000;

export async function indexer(): Promise<void> {
  await throughput();
  await pages();
}

async function throughput(): Promise<void> {
  const file = fileURLToPath(new URL("./indexer-node.ts", import.meta.url));
  const node = fork(file, [String(PAGES), String(PER_PAGE)]);
  const [url] = (await once(node, "message")) as [string];
  const service = await startService({ LOG_LEVEL: "silent" });
  const { db, clock, log, settings } = service.world.context;
  const checkpoints = startCheckpoints(service.world.path, log);
  try {
    const contracts = [
      { id: address.contract(1), name: "campaign", spec: contractSpec("campaign") },
      { id: address.contract(2), name: "pool", spec: contractSpec("pool") },
      { id: address.contract(3), name: "asset" },
    ];
    const own = contracts.map(({ id }) => id);
    const source = rpcSource(openRpc(url), own);
    const decode = decoder(contracts);
    const deps = { source, db, clock, log, settings, own, decode, pageSize: PER_PAGE, startLedger: 10 };
    const follower = new Follower(deps);
    // A first page of each compiles the code.
    decode((await source.page({ startLedger: 10 }, PER_PAGE)).events[0] as Parameters<typeof decode>[0]);
    await follower.step();
    const bare = await timed(async () => {
      let cursor: string | undefined;
      for (let page = 0; page < PAGES; page++) {
        const answer = await source.page(cursor ? { cursor } : { startLedger: 10 }, PER_PAGE);
        answer.events.forEach(decode);
        cursor = answer.cursor;
      }
    });
    const whole = await timed(async () => {
      for (let page = 1; page < PAGES; page++) await follower.step();
    });
    report("read and decoded alone", PAGES * PER_PAGE, bare);
    report("read, decoded and stored (goal: 10,000 a second)", (PAGES - 1) * PER_PAGE, whole);
  } finally {
    node.disconnect();
    await checkpoints.stop();
    await service[Symbol.asyncDispose]();
  }
}

async function timed(work: () => Promise<void>) {
  const [began, cpu] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return { ms: performance.now() - began, cpuMs: (user + system) / 1000 };
}

function report(what: string, events: number, { ms, cpuMs }: { ms: number; cpuMs: number }): void {
  const perSecond = (time: number) => Math.round((events / time) * 1000).toLocaleString("en");
  console.log(`  ${what}: ${perSecond(ms)} events a second, ${perSecond(cpuMs)} per second of a processor`);
}

async function pages(): Promise<void> {
  const service = await startService({ LOG_LEVEL: "silent" });
  try {
    const { merchant, apiKey } = await createMerchant(service.world.context);
    console.log(`  ${ROWS.toLocaleString("en")} events: seeding ...`);
    seed(service, merchant.id);
    const time = (share: number) => new Date(START + share * (ROWS / EVENTS_PER_LEDGER) * LEDGER_MS).toISOString();
    const ledger = (share: number) => 100 + Math.floor(share * (ROWS / EVENTS_PER_LEDGER));
    const filters: Record<string, string> = {
      "no filter": "",
      contract: "contract=asset",
      type: "type=reward",
      "several types": "type=reward,transfer,deposit",
      "rare type": "type=mint",
      wallet: `wallet_address=${known[7]}`,
      "busiest wallet": `wallet_address=${known[0]}`,
      merchant: `merchant_id=${merchant.id}`,
      ledgers: `from_ledger=${ledger(0.3)}&to_ledger=${ledger(0.8)}`,
      transaction: `tx_hash=${(1234).toString(16).padStart(64, "0")}`,
    };
    const read = async (query: string) => {
      const answer = await fetch(`${service.server.url}/api/contract-events?${query}`, {
        headers: { "x-api-key": apiKey },
      });
      const text = await answer.text();
      if (answer.status !== 200) throw new Error(text);
    };
    const range = `from=${time(0.3)}&to=${time(0.8)}`;
    // The first calls compile the code.
    for (let call = 0; call < SAMPLES; call++) {
      await read(call % 2 ? "type=reward" : "");
    }
    for (const [name, filter] of Object.entries(filters)) {
      for (const [suffix, also] of [
        ["", ""],
        [", time range", `&${range}`],
      ]) {
        const samples: number[] = [];
        for (let sample = 0; sample < SAMPLES; sample++) {
          const depth = (sample % 10) / 10;
          const cursor = `${(BigInt(ledger(depth)) << 32n).toString().padStart(19, "0")}-0000000000`;
          const order = sample % 2 ? "desc" : "asc";
          const began = performance.now();
          await read(`${filter}${also}&cursor=${cursor}&order=${order}`);
          samples.push(performance.now() - began);
        }
        const [p50, p99] = [percentile(samples, 0.5), percentile(samples, 0.99)];
        console.log(`  page by ${name}${suffix}: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms (goal: under 25)`);
      }
    }
  } finally {
    await service[Symbol.asyncDispose]();
  }
}

/** Real addresses, for queries; the first one gets every tenth payment. */
const known = Array.from({ length: 10 }, (_, index) => address.account(index));

function seed({ world }: TestService, merchantId: number): void {
  const client = new BetterSqlite3(world.path);
  // Seeding only: the service's own connections keep FULL.
  client.pragma("synchronous = OFF");
  client.pragma("cache_size = -524288");
  const indexes = client
    .prepare(
      "select name, sql from sqlite_master where tbl_name = 'contract_events' and type = 'index' and sql is not null",
    )
    .all() as { name: string; sql: string }[];
  for (const { name } of indexes) client.exec(`drop index "${name}"`);
  client.exec("create temp table wallets (n integer primary key, address text)");
  const insert = client.prepare("insert into wallets values (?, ?)");
  for (let n = 0; n < WALLETS; n++) insert.run(n, known[n] ?? `G${n.toString(32).toUpperCase().padStart(55, "A")}`);
  client.exec(`
    with recursive n(i) as (select 0 union all select i + 1 from n where i < ${ROWS - 1}),
      e as (select i, i / ${EVENTS_PER_LEDGER} as step, i % ${EVENTS_PER_LEDGER} as at from n)
    insert into contract_events (id, contract_id, contract, type, ledger, ledger_closed_at, tx_hash, data)
    select printf('%019d-%010d', (100 + step) << 32, at), 'C', case when at = 60 then 'campaign' else 'asset' end,
      case when i % 100000 = 5 then 'mint' when at = 60 then 'reward' else 'transfer' end, 100 + step,
      ${START} + step * ${LEDGER_MS}, printf('%064x', step),
      case when at = 60 then json_object('campaign', '1', 'merchant', '${merchantId}', 'seq', cast(step as text), 'paid', '600', 'payments',
        json('[${Array.from({ length: 60 }, (_, number) => `{"number":${number},"reference":"00000000000000${String(number).padStart(2, "0")}","result":"PAID"}`).join()}]'))
      else json_object('from', 'C', 'to', (select address from wallets where n = case when i % 10 = 0 then 0 else (i * 7919) % ${WALLETS} end),
        'amount', '10', 'asset', 'MERIT:G') end
    from e`);
  client.exec(`insert into contract_event_subjects
    select 'wallet', data ->> '$.to', type, id from contract_events where contract = 'asset' order by 2, 3, 4`);
  client.exec(`insert into contract_event_subjects
    select 'merchant', data ->> '$.merchant', type, id from contract_events where contract = 'campaign' order by 2, 3, 4`);
  for (const { sql } of indexes) client.exec(sql);
  client.exec(`update contract_events as e set recipients =
    (select json_group_array(json_array(data ->> '$.to', data ->> '$.amount')) from contract_events t where t.tx_hash = e.tx_hash and t.id < e.id)
    where contract = 'campaign'`);
  client.close();
}
