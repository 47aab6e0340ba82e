import { expect, it } from "vitest";
import * as users from "../../accounts/service.ts";
import * as wallets from "../../parties/wallets/store.ts";
import { newWallet } from "../../testing/chain.ts";
import { createCampaign, createMerchant, createWorld } from "../../testing/world.ts";
import { accept } from "./accept.ts";

it("a reward has the user who has proven the wallet, whether its merchant names the user or not", async () => {
  await using world = createWorld({ DEMO_GRANT: "0" });
  const { context } = world;
  const { merchant } = await createMerchant(context);
  const campaign = await createCampaign(context, merchant.id);
  const now = new Date();
  const [address, named] = [newWallet(), newWallet()];
  const ids = await context.db.commit(async (store) => {
    const [owner, other] = [await users.create(store, {}, now), await users.create(store, {}, now)];
    await wallets.prove(store, { address, userId: owner.id, now });
    await wallets.insert(store, { address: named, user_id: owner.id, proven_at: null, created_at: now });
    return { owner: owner.id, other: other.id };
  });
  const issue = (wallet_address: string, user_id: number | null) => {
    const reward = { idempotency_key: `${wallet_address}-${user_id}`, campaign_id: campaign.id, amount: 1n };
    return accept(context, merchant.id, { ...reward, wallet_address, user_id });
  };
  expect((await issue(address, ids.owner)).issuance).toMatchObject({ user_id: ids.owner, wallet_address: address });
  const unnamed = await issue(address, null);
  expect(unnamed.issuance.user_id).toBe(ids.owner);
  expect(await issue(address, null)).toEqual({ issuance: unnamed.issuance, created: false, mismatch: false });
  expect((await issue(named, null)).issuance.user_id).toBeNull();
  const refused = { status: 422, errors: [{ field: "user_id" }] };
  await expect(issue(address, ids.other)).rejects.toMatchObject(refused);
  await expect(issue(named, ids.owner)).rejects.toMatchObject(refused);
  await expect(issue(newWallet(), ids.owner)).rejects.toMatchObject(refused);
});
