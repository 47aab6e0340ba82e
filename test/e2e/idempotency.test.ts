import { expect, test } from "vitest";
import { sharedWorld } from "../support/fixture.ts";

const open = sharedWorld();

test("a repeated key gets 200 with the same issuance and pays once", async () => {
  const world = await open();
  const merchant = await world.merchant();
  const wallet = await world.wallet();
  const body = {
    idempotency_key: "k",
    campaign_id: await world.campaign(merchant),
    wallet_address: wallet.address,
    amount: "5",
  };

  const answers = await Promise.all(Array.from({ length: 20 }, () => merchant.post("/rewards/issue", body)));
  expect(answers.map((answer) => answer.status).sort()).toEqual([...Array(19).fill(200), 202]);
  expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);

  await world.settled(merchant, answers[0]?.body.id, "confirmed");
  const repeated = await merchant.post("/rewards/issue", body);
  expect(repeated.status).toBe(200);
  expect(repeated.body.status).toBe("confirmed");
  expect(repeated.headers.get("idempotency-mismatch")).toBeNull();
  expect(await wallet.balance(world.asset)).toBe(50_000_000n);

  const differing = await merchant.post("/rewards/issue", { ...body, amount: "6" });
  expect(differing.status).toBe(200);
  expect(differing.headers.get("idempotency-mismatch")).toBe("true");
  const { body: list } = await merchant.get("/rewards/issuances");
  expect(list.data).toHaveLength(1);
});

test("the same key of two merchants is two payments, and neither sees the other's", async () => {
  const world = await open();
  const wallet = await world.wallet();
  const issue = async (amount: string) => {
    const merchant = await world.merchant();
    const campaign_id = await world.campaign(merchant);
    const answer = await merchant.post("/rewards/issue", {
      ...{ idempotency_key: "shared", campaign_id, wallet_address: wallet.address, amount },
    });
    expect(answer.status).toBe(202);
    await world.settled(merchant, answer.body.id, "confirmed");
    return { merchant, id: answer.body.id };
  };
  const [one, two] = [await issue("1"), await issue("2")];
  expect(await wallet.balance(world.asset)).toBe(30_000_000n);
  expect((await one.merchant.get(`/rewards/issuances/${two.id}`)).status).toBe(404);
});
