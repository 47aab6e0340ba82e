import * as mails from "@merit/core/parties/mail/store.ts";
import { users } from "@merit/core/store/db/schema/users.ts";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { startService } from "../../testing/service.ts";

it("GET /admin/email-logs shows merchants what went out for them, and administrators everything", async () => {
  await using service = await startService();
  const { db } = service.world.context;
  const [own, other] = [await service.merchant(null), await service.merchant(null)];
  const now = new Date();
  const log = (merchant_id: number) => ({
    user_id: null,
    merchant_id,
    recipient: "customer@example.com",
    template: "redemption",
    subject: "Your reward",
    status: "sent" as const,
    attempts: 1,
    message_id: "<1@example.com>",
    created_at: now,
    updated_at: now,
  });
  const ids: number[] = [];
  for (const merchant of [own, other, own]) {
    ids.unshift(await db.commit(async (store) => (await mails.insert(store, log(merchant.id))).id));
  }
  const list = async (options: object, query = "") => {
    const { body } = await service.call(`GET /api/admin/email-logs${query}`, options);
    return body.data.map(({ id }: { id: number }) => id);
  };
  expect(await list({ key: own.key })).toEqual([ids[0], ids[2]]);
  expect(await list({ key: own.key }, "?limit=1")).toEqual([ids[0]]);
  expect(await list({ key: other.key })).toEqual([ids[1]]);
  const user = await service.user();
  await db.commit(
    async (store) => void (await store.update(users).set({ role: "admin" }).where(eq(users.id, user.id))),
  );
  const all = await list({ token: user.accessToken });
  expect(all.slice(1)).toEqual(ids);
});
