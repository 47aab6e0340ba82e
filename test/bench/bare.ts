// The baseline: what Koa and SQLite cost without us. It does no authentication and no checks, and returns rows unchanged. Reads are
// the statement of the route and no more. A reward is the three writes that make one (reservation, issuance, job), in a group
// commit: what arrives in one turn of the event loop is one synced transaction, and nobody is answered before it is on disk.
import { createServer, type Server } from "node:http";
import { Router } from "@koa/router";
import type { World } from "@merit/core/testing/world.ts";
import type BetterSqlite3 from "better-sqlite3";
import Koa from "koa";
import rawBody from "raw-body";
import { openFile, type Seeded } from "./api-seed.ts";

interface Reward {
  idempotency_key: string;
  campaign_id: number;
  wallet_address: string;
  amount: string;
}

const STROOPS = 10_000_000;

export function bareServer(world: World, { merchantId }: Seeded): Server {
  const client = openFile(world);
  const issue = groupCommit(client, writesOf(client, merchantId));
  const one = client.prepare("select * from reward_issuances where id = ?");
  const list = client.prepare("select * from reward_issuances where merchant_id = +? order by id desc limit 21");
  const app = new Koa();
  const router = new Router();
  router.get("/api/rewards/issuances", (ctx) => {
    ctx.body = { data: list.all(merchantId).slice(0, 20) };
  });
  router.get("/api/rewards/issuances/:id", (ctx) => {
    ctx.body = one.get(ctx.params.id);
  });
  router.post("/api/rewards/issue", async (ctx) => {
    const id = await issue(JSON.parse((await rawBody(ctx.req)).toString()));
    ctx.status = 202;
    ctx.body = { id, status: "pending" };
  });
  app.use(router.routes() as unknown as Koa.Middleware);
  return createServer(app.callback());
}

function writesOf(client: BetterSqlite3.Database, merchantId: number): (reward: Reward) => number {
  const reserve = client.prepare(
    "update campaigns set reserved = reserved + ?, next_number = next_number + 1, updated_at = ? where id = ? returning next_number",
  );
  const insert = client.prepare(
    `insert into reward_issuances (merchant_id, idempotency_key, campaign_id, wallet_address, amount, status, number, reference, attempts,
      created_at, updated_at) values (?, ?, ?, ?, ?, 'pending', ?, '0123456789abcdef', 0, ?, ?) returning id`,
  );
  const job = client.prepare(
    `insert into jobs (queue, key, group_key, payload, run_at, queued_at, attempts, created_at)
      values ('reward-issuance', ?, ?, ?, ?, ?, 0, ?)`,
  );
  return ({ idempotency_key: key, campaign_id: campaign, wallet_address: wallet, amount }) => {
    const [now, stroops] = [Date.now(), Number(amount) * STROOPS];
    const { next_number } = reserve.get(stroops, now, campaign) as { next_number: number };
    const row = [merchantId, key, campaign, wallet, stroops, next_number - 1, now, now];
    const { id } = insert.get(...row) as { id: number };
    job.run(key, String(campaign), JSON.stringify({ issuance_id: id }), now, now, now);
    return id;
  };
}

function groupCommit<Input, Output>(client: BetterSqlite3.Database, write: (input: Input) => Output) {
  let queue: { input: Input; done: (output: Output) => void }[] = [];
  const begin = client.prepare("begin immediate");
  const commit = client.prepare("commit");
  const drain = () => {
    const units = queue;
    queue = [];
    begin.run();
    const outputs = units.map(({ input }) => write(input));
    commit.run();
    for (const [index, { done }] of units.entries()) done(outputs[index] as Output);
  };
  return (input: Input) =>
    new Promise<Output>((done) => {
      if (queue.length === 0) setImmediate(drain);
      queue.push({ input, done });
    });
}
