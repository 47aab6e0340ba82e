import { join } from "node:path";
import { systemClock } from "@merit/core/base/clock.ts";
import { openDatabase } from "@merit/core/store/db/sqlite/open.ts";
import { givePoints } from "@merit/core/testing/redemptions.ts";
import { startSmtp } from "@merit/core/testing/smtp.ts";
import { expect, onTestFinished, test } from "vitest";
import { startWorld } from "../support/fixture.ts";
import { until } from "../support/processes.ts";
import type { World } from "../support/world.ts";

/** Points that a user has before the service starts again. */
async function give(world: World, userId: number, merchantId: number): Promise<void> {
  await world.server.kill("SIGTERM");
  const db = openDatabase(join(world.folder, "local", "merit.db"));
  await givePoints({ db, clock: systemClock }, userId, merchantId, 100);
  await db.close();
}

test("killed between a redemption and its mail: the mail comes after the restart, and points are taken once", async () => {
  const smtp = await startSmtp();
  onTestFinished(() => smtp[Symbol.asyncDispose]());
  // Tried again often, and long enough for the kill to come in between.
  const env = {
    SMTP_URL: smtp.url,
    MAIL_FROM: "Merit <no-reply@rewards.example>",
    MAIL_BACKOFF_SECONDS: Array.from({ length: 50 }, () => "1").join(),
  };
  const world = await startWorld(env);
  const { api } = world;
  const merchant = await world.merchant();
  const shop = (await merchant.get("/merchants/me")).body.id;
  const { body: user } = await api.post("/auth/register", { email: "ada@example.com", password: "correct horse" });
  const session = { authorization: `Bearer ${user.accessToken}` };
  // Until an address is confirmed, mails to it name nothing that somebody chose.
  const { token } = await until(async () => smtp.mails.find(({ to }) => to[0] === "ada@example.com"));
  expect((await api.post("/auth/email/verify", { token }, session)).status).toBe(204);
  // The merchant's own confirmation.
  await until(async () => smtp.mails[1]);
  await give(world, user.user.id, shop);
  await world.startServer(env);
  const item_id = (await merchant.post("/catalogue", { name: "Coffee", price: 10, stock: 5 })).body.id;

  // The mail server takes nothing as long as this process lives.
  smtp.refusals.push(...Array.from({ length: 50 }, () => 451 as const));
  const redeem = () => api.post("/redemptions", { item_id }, { ...session, "idempotency-key": "till-1" });
  const first = await redeem();
  expect(first.status).toBe(201);
  await world.server.kill("SIGKILL");
  expect(smtp.mails).toHaveLength(2);
  // Beside the user's mail, the merchant gets one about what there is to hand over.
  const log = async () => {
    const { body } = await merchant.get("/admin/email-logs");
    return body.data.filter(({ template }: { template: string }) => template === "redemption");
  };

  smtp.refusals.length = 0;
  await world.startServer(env);
  await until(async () => ((await log())[0]?.status === "sent" ? true : undefined));
  const told = smtp.mails.filter(({ to, content }) => to[0] === "ada@example.com" && content.includes("Coffee"));
  expect(told).toHaveLength(1);

  // The client that lost the answer asks again.
  const again = await redeem();
  expect(again.body).toEqual(first.body);
  expect(await log()).toHaveLength(1);
  const { body: list } = await api.send("GET", "/redemptions", undefined, session);
  expect(list.data).toEqual([first.body]);
  expect((await api.get(`/catalogue/${item_id}`)).body.stock).toBe(4);
});
