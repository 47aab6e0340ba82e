import * as envelopes from "@merit/core/agreements/envelopes/store.ts";
import * as wallets from "@merit/core/parties/wallets/store.ts";
import * as rows from "@merit/core/payouts/drops/store.ts";
import { walletEnvelopes } from "@merit/core/store/db/schema/envelopes.ts";
import { newWallet, openAccount } from "@merit/core/testing/chain.ts";
import { afterEach, expect, it } from "vitest";
import { activeDrop } from "../../testing/drops.ts";
import { startService, type TestService } from "../../testing/service.ts";
import { openSigners, type Signer, type Signers } from "../../testing/signers.ts";

let service: TestService;
let signers: Signers;
let merchantId: number;
afterEach(() => service[Symbol.asyncDispose]());

async function start(env: Record<string, string>): Promise<void> {
  service = await startService(env);
  signers = openSigners(service);
  ({ id: merchantId } = await service.merchant(null));
}

let sequence = 100n;

const confirmAll = () =>
  service.world.context.db.commit(async (store) => {
    const result = { status: "confirmed", tx_hash: null, error_message: null, now: new Date() } as const;
    for (const { id } of await store.select().from(walletEnvelopes)) await envelopes.finish(store, id, result);
  });

/** A call of a wallet of its own sequence number, submitted; what was on its way is confirmed before. */
async function submit(user: Signer) {
  await confirmAll();
  service.world.chain.accounts.set(user.wallet, openAccount(user.wallet, { sequence: ++sequence }));
  const { envelope } = (await signers.call(user, { call: "referral.enrol" })).body;
  const signed = signers.sign(envelope, user.keypair);
  return { signed, reply: await signers.submit(user, signed) };
}

const claim = ({ accessToken: token }: Signer, id: number) => service.call(`POST /api/drops/${id}/claim`, { token });
const limits = (all: number, perUser: number, perWallet: number) => ({
  SPONSORED_DAILY: `${all}`,
  SPONSORED_DAILY_PER_USER: `${perUser}`,
  SPONSORED_DAILY_PER_WALLET: `${perWallet}`,
});

it("limits a user's envelopes and claims together; repeats and refusals don't count", async () => {
  await start(limits(100, 2, 100));
  const user = await signers.create();
  const [first, second] = [
    await activeDrop(service, merchantId, [user.wallet, newWallet()]),
    await activeDrop(service, merchantId, [user.wallet, newWallet()]),
  ];
  for (let n = 0; n < 4; n++) expect((await claim(user, first.id)).status).toBe(202);
  const { envelope } = (await signers.claim(user, second.id)).body;
  await service.world.context.db.commit((store) => rows.recordClaimed(store, { drop_id: second.id, leaf: 0 }, null));
  const taken = await signers.submit(user, signers.sign(envelope, user.keypair));
  expect(taken.body.code).toBe("drop_claim_taken");

  const { signed, reply } = await submit(user);
  expect(reply.status).toBe(202);
  for (let n = 0; n < 2; n++) expect((await signers.submit(user, signed)).status).toBe(202);

  const refused = (await submit(user)).reply;
  expect(refused.body).toMatchObject({ status: 429, code: "too_many_envelopes" });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  const third = await activeDrop(service, merchantId, [user.wallet, newWallet()]);
  expect((await claim(user, third.id)).body).toMatchObject({ status: 429, code: "too_many_envelopes" });
  const { body: shown } = await service.call(`GET /api/drops/${third.id}`, { token: user.accessToken });
  expect(shown.shares).toMatchObject([{ claim_status: null }]);
});

it("also limits claims that the wallet signs", async () => {
  await start(limits(1, 1, 100));
  const claimer = async (user: Signer) => {
    const drop = await activeDrop(service, merchantId, [user.wallet, newWallet()]);
    return signers.sign((await signers.claim(user, drop.id)).body.envelope, user.keypair);
  };
  const user = await signers.create();
  expect((await submit(user)).reply.status).toBe(202);
  await confirmAll();
  const own = await signers.submit(user, await claimer(user), "/drops/claim");
  expect(own.body).toMatchObject({ status: 429, code: "too_many_envelopes" });
  const other = await signers.create();
  const any = await signers.submit(other, await claimer(other), "/drops/claim");
  expect(any.body).toMatchObject({ status: 503, code: "fees_exhausted" });
});

it("a wallet keeps its limit when another account links it", async () => {
  await start(limits(100, 100, 2));
  const user = await signers.create();
  expect((await submit(user)).reply.status).toBe(202);
  expect((await submit(user)).reply.status).toBe(202);
  expect((await submit(user)).reply.body.code).toBe("too_many_envelopes");
  expect((await service.call(`DELETE /api/users/${user.id}`, { token: user.accessToken })).status).toBe(204);

  const anew = { ...(await service.user()), keypair: user.keypair, wallet: user.wallet };
  const proof = { address: user.wallet, userId: anew.id, now: new Date() };
  expect(await service.world.context.db.commit((store) => wallets.prove(store, proof))).toBe(true);
  expect((await submit(anew)).reply.body).toMatchObject({ status: 429, code: "too_many_envelopes" });
  const drop = await activeDrop(service, merchantId, [user.wallet, newWallet()]);
  expect((await claim(anew, drop.id)).body.code).toBe("too_many_envelopes");
});

it("limits all users together, also with concurrent calls, and tells the operator", async () => {
  await start(limits(3, 100, 100));
  const users = await Promise.all(Array.from({ length: 8 }, () => signers.create()));
  const drop = await activeDrop(
    service,
    merchantId,
    users.map(({ wallet }) => wallet),
  );
  const replies = await Promise.all(users.map((user) => claim(user, drop.id)));
  expect(replies.map(({ status }) => status).toSorted()).toEqual([202, 202, 202, 503, 503, 503, 503, 503]);
  const { reply } = await submit(users[0] as Signer);
  expect(reply.body).toMatchObject({ status: 503, code: "fees_exhausted" });
  expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(0);
  const { body: metrics } = await service.call("GET /metrics");
  expect(metrics).toContain("merit_sponsored_transactions 3");
  expect(metrics).toContain('merit_http_rate_limited_total{policy="sponsored"} 6');
  expect(service.world.logs.join()).toContain("today's fees for wallets' transactions are used up");
});
