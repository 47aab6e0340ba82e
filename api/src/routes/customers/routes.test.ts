import { accept } from "@merit/core/payouts/rewards/accept.ts";
import { confirm } from "@merit/core/payouts/rewards/settle.ts";
import { newWallet } from "@merit/core/testing/chain.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { provenWallet } from "../../testing/drops.ts";
import { startService, type TestService } from "../../testing/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());

type Party = Awaited<ReturnType<TestService["merchant"]>>;

async function reward({ id, campaignId }: Pick<Party, "id" | "campaignId">, wallet: string, isPaid = true) {
  const { context } = service.world;
  const { issuance } = await accept(context, id, {
    ...{ idempotency_key: crypto.randomUUID(), campaign_id: campaignId, user_id: null },
    ...{ wallet_address: wallet, amount: 2_5000000n },
  });
  const paid = [{ id: issuance.id, txHash: "c".repeat(64) }];
  const options = { settings: context.settings, now: new Date() };
  if (isPaid) await context.db.commit((store) => confirm(store, paid, options));
  return issuance.id;
}

describe("GET /merchants/me/customers", () => {
  const list = async (key: string, query = "") =>
    (await service.call(`GET /api/merchants/me/customers${query}`, { key })).body;

  it("shows each wallet once, with what it was paid and who has proven it, and nothing of other merchants", async () => {
    const [owner, stranger] = [await service.merchant(), await service.merchant()];
    const body = { email: "ada@example.com", password: "correct horse", first_name: "Ada", last_name: "Lovelace" };
    const { body: user } = await service.call("POST /api/auth/register", { body });
    const ada = (await provenWallet(service, user.user.id)).publicKey();
    const nobody = newWallet();
    await reward(owner, ada);
    await reward(owner, nobody, false);
    await reward(stranger, ada);
    const last = await reward(owner, ada);
    const { data } = await list(owner.key);
    expect(data).toMatchObject([
      { wallet_address: ada, user_id: user.user.id, display_name: "Ada L.", rewards: 2, amount: "5" },
      { wallet_address: nobody, user_id: null, display_name: null, rewards: 0, amount: "0" },
    ]);
    expect(data[0].last_issuance_id).toBe(last);
    expect((await list(stranger.key)).data).toMatchObject([{ wallet_address: ada, rewards: 1, amount: "2.5" }]);
  });

  it("is read in pages", async () => {
    const owner = await service.merchant();
    const wallets = [newWallet(), newWallet(), newWallet()];
    for (const wallet of wallets) await reward(owner, wallet);
    const first = await list(owner.key, "?limit=2");
    const second = await list(owner.key, `?limit=2&cursor=${first.next_cursor}`);
    const found = [...first.data, ...second.data].map(({ wallet_address }) => wallet_address);
    expect(found).toEqual(wallets.toReversed());
    expect(second.has_more).toBe(false);
  });

  it("shows each wallet once also if some get rewards while it is read", async () => {
    const owner = await service.merchant();
    const wallets = [newWallet(), newWallet(), newWallet(), newWallet()] as const;
    const [oldest] = [await reward(owner, wallets[0])];
    for (const wallet of wallets.slice(1)) await reward(owner, wallet);
    const first = await list(owner.key, "?limit=2");
    for (const wallet of [wallets[0], wallets[3], newWallet()]) await reward(owner, wallet);
    const second = await list(owner.key, `?limit=1&cursor=${first.next_cursor}`);
    const third = await list(owner.key, `?limit=1&cursor=${second.next_cursor}`);
    const found = [first, second, third].flatMap(({ data }) => data as { wallet_address: string }[]);
    expect(found.map(({ wallet_address }) => wallet_address)).toEqual(wallets.toReversed());
    expect(third).toMatchObject({ data: [{ last_issuance_id: oldest, rewards: 2 }], has_more: false });
  });
});
