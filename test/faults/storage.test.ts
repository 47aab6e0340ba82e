import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { get } from "node:http";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import BetterSqlite3 from "better-sqlite3";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { FailingDisk } from "../support/failing-disk.ts";
import type { Answer, Http } from "../support/http.ts";
import { until } from "../support/processes.ts";
import type { Wallet } from "../support/wallet.ts";
import { World } from "../support/world.ts";

// One service meets every failure of its machine without a restart: it keeps what it accepts, and pays it once.

const ISSUERS = 8;
const REPEAT_AFTER_MS = 100;
/** Amount of each reward: one token. */
const STROOPS = 10_000_000n;

let world: World;
let disk: FailingDisk;
let merchant: Http;
let campaignId: number;
let rewards = 0;

beforeAll(async () => {
  disk = new FailingDisk();
  // Longer than a test needs: a time limit must not be what ends the connections of callers who ask nothing.
  const late = { HEADERS_TIMEOUT_SECONDS: "120", REQUEST_TIMEOUT_SECONDS: "600" };
  world = await World.open(inject("template"), { ...disk.env, ...late });
  merchant = await world.merchant();
  campaignId = await world.campaign(merchant, { budget: "100000" });
});
afterAll(async () => {
  await world.end();
  disk.remove();
});

const ready = () => world.api.get("/ready");
const readyIs = (status: number) =>
  until(async () => {
    const answer = await ready();
    return answer.status === status ? answer : undefined;
  });

function issue(wallet: Wallet, key: string): Promise<Answer> {
  const body = { idempotency_key: key, campaign_id: campaignId, wallet_address: wallet.address, amount: "1" };
  return merchant.post("/rewards/issue", body);
}

/** Merchants who issue one reward after the other until they are stopped; each repeats what is refused, as the answer asks for. */
function issuing(wallet: Wallet) {
  const accepted: number[] = [];
  const refused: Answer[] = [];
  let stopped = false;
  async function accept(key: string): Promise<void> {
    for (;;) {
      const answer = await issue(wallet, key);
      if (answer.status !== 503) {
        // Refused means not stored: the repeat is the first of its key.
        expect(answer.status).toBe(202);
        accepted.push(answer.body.id);
        return;
      }
      refused.push(answer);
      await pause(REPEAT_AFTER_MS);
    }
  }
  const issuers = Array.from({ length: ISSUERS }, async () => {
    while (!stopped) await accept(`reward-${++rewards}`);
  });
  const done = Promise.all(issuers);
  // Told by `stop`.
  done.catch(() => undefined);
  return {
    accepted,
    refused,
    async stop() {
      stopped = true;
      await done;
    },
  };
}

/** The service's promises for a fault that ends by itself: it says why it refuses, and loses and repeats nothing. */
async function survives(
  fault: { begin(): void; end(): void; cause: RegExp },
  during?: () => Promise<void>,
): Promise<void> {
  const wallet = await world.wallet();
  const work = issuing(wallet);
  await until(() => (work.accepted.length >= 20 ? true : undefined));
  fault.begin();
  await until(() => (work.refused.length >= ISSUERS ? true : undefined));
  await during?.();
  const { body: told } = await readyIs(503);
  fault.end();
  await readyIs(200);
  await work.stop();

  const { database, ...others } = told.checks;
  expect(database).toEqual({ status: "failed", detail: expect.stringMatching(fault.cause) });
  for (const check of Object.values(others)) expect(check).toMatchObject({ status: "ok" });
  for (const answer of work.refused) {
    expect(answer.body).toMatchObject({ code: "database_unavailable", detail: expect.stringMatching(fault.cause) });
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  }
  for (const id of work.accepted) await world.settled(merchant, id, "confirmed");
  expect(await wallet.balance(world.asset)).toBe(BigInt(work.accepted.length) * STROOPS);
}

test.each([
  ["write", "ENOSPC", /disk .* is full/],
  ["write", "EIO", /I\/O errors/],
  ["sync", "EIO", /I\/O errors/],
  ["write", "EROFS", /read-only/],
] as const)("%s fails with %s: 503 with the cause, nothing accepted is lost", async (call, error, cause) => {
  onTestFinished(() => disk.work());
  await survives({ begin: () => disk.fail(call, error), end: () => disk.work(), cause });
});

test("another process locks the database: 503 with the cause, and the service never freezes", async () => {
  const other = new BetterSqlite3(join(world.folder, "local", "merit.db"));
  onTestFinished(() => void other.close());
  const begin = () => void other.exec("BEGIN EXCLUSIVE");
  const end = () => void other.exec("ROLLBACK");
  const wallet = await world.wallet();
  await survives({ begin, end, cause: /another process holds its lock/ }, async () => {
    // While a call waits for the lock, others are answered. A service that froze would answer one or two.
    let isWaiting = true;
    const waiting = issue(wallet, `reward-${++rewards}`).finally(() => {
      isWaiting = false;
    });
    let answers = 0;
    for (; isWaiting; answers++) expect((await fetch(`http://127.0.0.1:${world.port}/docs`)).status).toBe(200);
    expect((await waiting).status).toBe(503);
    expect(answers).toBeGreaterThan(10);
  });
});

/** Status of GET /ready over a connection of its own; undefined if nobody answers on it. */
const readyAnew = () =>
  new Promise<number | undefined>((resolve) => {
    const to = { host: "127.0.0.1", port: world.port, path: "/api/ready", agent: false, timeout: 5_000 };
    const request = get(to, (answer) => resolve(answer.resume().statusCode));
    request.on("timeout", () => request.destroy()).on("error", () => resolve(undefined));
  });

test("callers who ask nothing take every file descriptor: 503 with the cause for the others, and everything continues once they are gone", async () => {
  const wallet = await world.wallet();
  const { body: before } = await issue(wallet, "before");
  const { pid } = world.server.child;
  const limit = Math.max(...readdirSync(`/proc/${pid}/fd`).map(Number)) + 20;
  execFileSync("prlimit", ["--pid", String(pid), `--nofile=${limit}:`]);
  const callers: Socket[] = [];
  const call = () => connect(world.port, "127.0.0.1").on("error", () => {});
  const more = (length: number) => void callers.push(...Array.from({ length }, call));
  const calling = setInterval(() => more(8), 20);
  const leave = () => {
    clearInterval(calling);
    for (const caller of callers) caller.destroy();
  };
  onTestFinished(leave);

  const refuses = () =>
    until(async () => {
      // Some of them stand in the queue before this call.
      more(40);
      return (await readyAnew()) === 503 || undefined;
    });
  await refuses();
  // By then they have taken the reserve as well.
  const many = callers.length + 500;
  await until(() => callers.length > many || undefined);
  await refuses();
  const refused = await until(async () => {
    const answer = await issue(wallet, `meanwhile-${++rewards}`);
    return answer.status === 202 ? undefined : answer;
  });
  expect(refused).toMatchObject({ status: 503, body: { code: "too_many_open_files" } });
  const { body } = await readyIs(503);
  expect(body.checks.api).toEqual({ status: "failed", detail: expect.stringMatching(/too many open files/) });

  leave();
  await readyIs(200);
  expect((await issue(wallet, "after")).status).toBe(202);
  await world.settled(merchant, before.id, "confirmed");
});
