import { startSmtp } from "@merit/core/testing/smtp.ts";
import { expect, onTestFinished, test } from "vitest";
import { startWorld } from "../support/fixture.ts";
import { until } from "../support/processes.ts";

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

test("a reward that the ledger has paid earns its user points, and whoever brought them the bonus", async () => {
  const smtp = await startSmtp();
  onTestFinished(() => smtp[Symbol.asyncDispose]());
  const world = await startWorld({ SMTP_URL: smtp.url, MAIL_FROM: "Merit <no-reply@rewards.example>" });
  const { api } = world;
  const register = async (email: string, more = {}) =>
    bearer((await api.post("/auth/register", { email, password: "correct horse", ...more })).body.accessToken);
  const referrer = await register("grace@example.com");
  const referral = async () => (await api.send("GET", "/users/referral", undefined, referrer)).body;
  const newcomer = await register("ada@example.com", { referral_code: (await referral()).code });
  const points = async () => (await api.send("GET", "/points", undefined, newcomer)).body;

  const wallet = await world.wallet();
  const wallet_address = wallet.address;
  const { body: challenge } = await api.post("/wallet/link", { wallet_address }, newcomer);
  const signature = Buffer.from(wallet.keypair.signMessage(challenge.message)).toString("base64");
  const linked = await api.post("/wallet/link", { wallet_address, message: challenge.message, signature }, newcomer);
  expect(linked.body).toMatchObject({ proven: true });

  const merchant = await world.merchant();
  const campaign = await world.campaign(merchant);
  const rule = await merchant.post(`/campaigns/${campaign}/rules`, { kind: "reward", points: 2, per: "1" });
  expect(rule.status).toBe(201);
  const reward = { idempotency_key: "order-1", campaign_id: campaign, wallet_address, amount: "12.5" };
  const issued = await merchant.post("/rewards/issue", reward);
  await world.settled(merchant, issued.body.id, "confirmed");

  // The login's bonus, and 2 points for each of 12.5 tokens.
  expect(await points()).toMatchObject({ accounts: [{ merchant_id: null, available: 10 }, { available: 25 }] });
  expect(await referral()).toMatchObject({ earned_points: 0 });
  // Beside it comes the notice of the linked wallet, in any order.
  const mail = await until(async () =>
    smtp.mails.find(({ to, token }) => to.includes("ada@example.com") && token !== ""),
  );
  expect((await api.post("/auth/email/verify", { token: mail.token }, newcomer)).status).toBe(204);
  expect(await referral()).toMatchObject({ earned_points: 100, data: [{ bonus_points: 100 }] });

  // The ledger of points survives the service, and a repeat of the reward brings nothing.
  await world.server.kill("SIGKILL");
  await world.startServer();
  expect((await merchant.post("/rewards/issue", reward)).status).toBe(200);
  expect((await api.get(`/users/${wallet_address}/points`)).body).toMatchObject({ points: 35 });
});
