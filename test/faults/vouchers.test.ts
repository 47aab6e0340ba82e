import { merit } from "@merit/cli/testing/cli.ts";
import { formatAmount, parseAmount } from "@merit/core/base/money.ts";
import { expect, test } from "vitest";
import { audit } from "../support/audit.ts";
import type { DatabaseCopy } from "../support/database-copy.ts";
import { startWorld } from "../support/fixture.ts";
import type { Answer, Http } from "../support/http.ts";
import { LedgerPayments } from "../support/ledger-payments.ts";
import { atLength } from "../support/long.ts";
import { PATIENCE_MS, until } from "../support/processes.ts";
import { trustingWallets } from "../support/trusting-wallets.ts";
import { copyOf } from "../support/turned-back.ts";
import type { World } from "../support/world.ts";

/** Kill of the service in each round: at a point of the payout, or when it has given so many answers. */
const KILLS = (["after-claim", 4, "after-closed", 12] as const).slice(0, atLength(3, 4));
/** The round in which the database is copied. */
const COPIED = 1;
/** Codes that two wallets want in one round. */
const CONTESTED = 6;
/** A call is repeated while the service is killed and started again, in the worst case in each of the rounds. */
const CALL_PATIENCE_MS = (KILLS.length + 1) * PATIENCE_MS;

interface Code {
  id: number;
  code: string;
  amount: string;
}

/** Customers and a merchant, who repeat a call until it is answered, and remember what they were told. */
class Till {
  readonly campaign: number;
  answers = 0;
  /** Batches that were asked for. */
  readonly batches: number[] = [];
  readonly codes: Code[] = [];
  /** Wallets that were told that a code is paid to them, by code. */
  readonly paid = new Map<Code, string>();
  readonly #world: World;
  readonly #merchant: Http;
  readonly #wallets: string[];

  constructor(world: World, merchant: Http, { campaign, wallets }: { campaign: number; wallets: string[] }) {
    this.#world = world;
    this.#merchant = merchant;
    this.campaign = campaign;
    this.#wallets = wallets;
  }

  /** Makes codes. Whoever gets no codes, because the service died before it could answer, cancels the batch and has none. */
  async make(count: number, amount: string, more: object = {}): Promise<Code[]> {
    const headers = { "idempotency-key": crypto.randomUUID() };
    const path = `/campaigns/${this.campaign}/vouchers`;
    const made = await this.told(() => this.#merchant.post(path, { count, amount, ...more }, headers));
    expect(made.status).toBe(201);
    this.batches.push(made.body.id);
    if (made.body.vouchers === null) await this.cancelBatch(made.body.id);
    const codes = (made.body.vouchers ?? []).map(({ id, code }: Code) => ({ id, code, amount }));
    this.codes.push(...codes);
    return codes;
  }

  /** Redeems a code to a wallet of its own. */
  async redeem(code: Code): Promise<void> {
    const wallet_address = this.#wallets.pop();
    const body = { code: code.code, wallet_address };
    const { status, body: told } = await this.told(() => this.#world.api.post("/vouchers/redeem", body));
    if (status >= 300) {
      expect(told.code).toMatch(/^voucher_(redeemed|cancelled|expired|unknown)$/);
      return;
    }
    expect(this.paid.get(code), "the code was redeemed to another wallet as well").toBeUndefined();
    this.paid.set(code, wallet_address ?? "");
  }

  async cancel({ id }: Code): Promise<void> {
    const { status, body } = await this.told(() => this.#merchant.post("/vouchers/cancel", { voucher_id: id }));
    expect(status === 200 ? "cancelled" : body.code).toMatch(/^(cancelled|voucher_not_open)$/);
  }

  async cancelBatch(id: number): Promise<void> {
    expect((await this.told(() => this.#merchant.post("/vouchers/cancel", { batch_id: id }))).status).toBe(200);
  }

  /** The answer to a call, which is repeated while there is none. */
  async told(call: () => Promise<Answer>): Promise<Answer> {
    const answer = await until(async () => {
      const { status, ...rest } = await call();
      return status === 503 ? undefined : { status, ...rest };
    }, CALL_PATIENCE_MS);
    this.answers += 1;
    return answer;
  }
}

/** The payments that customers were told of: the ledger should have made them. */
const promised = ({ paid }: Till) => [...paid].map(([{ amount }, wallet]) => `${wallet} ${amount}`).toSorted();

async function readPaid(payments: LedgerPayments): Promise<string[]> {
  return (await payments.read()).map(({ wallet, amount }) => `${wallet} ${formatAmount(amount)}`).toSorted();
}

const sum = (amounts: Iterable<string>) => formatAmount([...amounts].reduce((all, each) => all + stroops(each), 0n));
const stroops = (amount: string) => (amount === "0" ? 0n : parseAmount(amount));

/** Once all rewards are settled: every promise was kept once, nobody else was paid, and the budget adds up. */
async function expectExact(world: World, merchant: Http, till: Till, payments: LedgerPayments): Promise<void> {
  await until(async () => {
    const { status, body } = await merchant.get("/rewards/issuances?status=pending&limit=1");
    return status === 200 && body.data.length === 0 && (await world.api.get("/ready")).status === 200
      ? true
      : undefined;
  });
  expect(await readPaid(payments)).toEqual(promised(till));
  const { spent, reserved } = (await merchant.get(`/campaigns/me/${till.campaign}`)).body;
  expect(spent).toBe(sum([...till.paid.keys()].map(({ amount }) => amount)));
  const { body: batches } = await merchant.get(`/campaigns/${till.campaign}/voucher-batches?limit=100`);
  expect(reserved).toBe(sum(batches.data.map(({ reserved }: { reserved: string }) => reserved)));
  for (const { count, open, redeemed, cancelled, expired } of batches.data) {
    expect(open + redeemed + cancelled + expired).toBe(count);
  }
  await expect.poll(() => audit(world), { timeout: PATIENCE_MS, interval: 1_000 }).toEqual([]);
}

/** An administrator, who has the service end what has expired without waiting for the next minute. */
async function administrator({ api, folder }: World): Promise<() => Promise<Answer>> {
  const env = { MERIT_DATA_DIR: folder, MERIT_URL: api.base };
  const created = await merit(["admin", "create", "--email", "ops@example.com", "--json"], { env });
  const { email, password } = JSON.parse(created.out);
  const login = await api.post("/auth/login", { email, password });
  expect(login.status).toBe(200);
  const headers = { authorization: `Bearer ${login.body.accessToken}` };
  return () => api.post("/admin/jobs/voucher-expiry/run", undefined, headers);
}

test(
  "killed while codes are made, redeemed, cancelled and expire, and turned back to an older database: a redeemed code is paid once, no other is paid, and the budget adds up",
  async () => {
    const world = await startWorld({ LOG_LEVEL: "warn" });
    const merchant = await world.merchant();
    const campaign = await world.campaign(merchant, { budget: "1000" });
    const wallets = await trustingWallets(world, 240);
    const till = new Till(world, merchant, { campaign, wallets });
    const payments = await LedgerPayments.fromNow(world.ledger, world.folder);
    const endExpired = await administrator(world);
    const stock = await till.make(KILLS.length * CONTESTED, "1");
    const leaflets = await till.make(KILLS.length * 2, "2");
    const coupons = await till.make(KILLS.length + 2, "3", { expires_at: new Date(Date.now() + 10_000).toISOString() });
    const [, , couponBatch] = till.batches;
    let copy: DatabaseCopy | undefined;
    let paidByThen = 0;

    await world.server.kill("SIGTERM");
    const endNow = async () => expect([202, 409]).toContain((await till.told(endExpired)).status);
    const works: Promise<unknown>[] = [];
    for (const [round, kill] of KILLS.entries()) {
      world.spawnServer({ LOG_LEVEL: "warn", ...(typeof kill === "string" && { MERIT_FAULT: kill }) });
      const answered = till.answers;
      const newest = till.batches.at(-1) ?? 0;
      const isOfRound = newest !== couponBatch;
      const contested = stock.slice(round * CONTESTED, (round + 1) * CONTESTED);
      const [left, right, coupon] = [leaflets[2 * round], leaflets[2 * round + 1], coupons[round]] as [
        Code,
        Code,
        Code,
      ];
      const work = Promise.all([
        ...contested.flatMap((code) => [till.redeem(code), till.redeem(code)]),
        till.make(3, `${round + 4}`),
        ...[till.redeem(left), till.cancel(left), till.cancel(right), till.redeem(right), till.redeem(coupon)],
        // On a slow machine the earlier rounds' batches may be on their way still.
        ...(isOfRound ? [till.cancelBatch(newest), ...till.codes.slice(-2).map((code) => till.redeem(code))] : []),
        endNow(),
      ]);
      // Awaited below; until then a failure must not count as unhandled.
      work.catch(() => undefined);
      works.push(work);
      if (typeof kill === "number") {
        await until(() => till.answers >= answered + kill || undefined);
        await world.server.kill();
      }
      await world.server.exited();
      expect(world.server.child.signalCode).toBe("SIGKILL");
      if (round === COPIED) [copy, paidByThen] = [copyOf(world), till.paid.size];
    }
    await world.startServer({ LOG_LEVEL: "warn" });
    await Promise.all(works);
    for (const code of stock) expect(till.paid.has(code), "a code that nobody cancelled was not redeemed").toBe(true);
    await expectExact(world, merchant, till, payments);

    await endNow();
    const isExpired = async () => {
      const { body } = await merchant.get(`/voucher-batches/${couponBatch}`);
      return body.open === 0 && body.expired >= 2;
    };
    await expect.poll(isExpired, { timeout: PATIENCE_MS }).toBe(true);
    for (const batch of till.batches) await till.cancelBatch(batch);
    expect((await merchant.get(`/campaigns/me/${campaign}`)).body.reserved).toBe("0");
    await expectExact(world, merchant, till, payments);

    // The older database doesn't know what was redeemed, cancelled and made since: whoever has a paid code isn't paid again.
    expect(till.paid.size).toBeGreaterThan(paidByThen);
    await world.server.kill("SIGTERM");
    copy?.putBack();
    await world.startServer({ LOG_LEVEL: "warn" });
    await Promise.all(till.codes.map((code) => till.redeem(code)));
    await expectExact(world, merchant, till, payments);
  },
  2 * CALL_PATIENCE_MS,
);
