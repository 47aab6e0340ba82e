import { asc, ne } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { registerWallet } from "../../accounts/register-wallet.ts";
import { create as createUser } from "../../accounts/service.ts";
import { emailLogs } from "../../store/db/schema/mail.ts";
import { newWallet } from "../../testing/chain.ts";
import { startSmtp, type TestSmtp } from "../../testing/smtp.ts";
import { eventually } from "../../testing/wait.ts";
import { createMerchant, createWorld, type World } from "../../testing/world.ts";
import { runMails } from "../../worker/mail-queue.ts";
import * as keys from "../merchants/keys.ts";
import { askToConfirm, register, update as updateMerchant } from "../merchants/service.ts";
import { update as updateUser } from "../users/store.ts";
import * as outbox from "./outbox.ts";

const VICTIM = "victim@example.com";

let world: World;
let smtp: TestSmtp;
let now: Date;
beforeEach(async () => {
  smtp = await startSmtp();
  world = createWorld({ SMTP_URL: smtp.url, MAIL_FROM: "merit@example.com", MAIL_UNCONFIRMED_HOURLY: "15" });
  now = new Date("2026-11-01T12:00:00Z");
  world.context.clock = { now: () => now };
});
afterEach(async () => {
  await world[Symbol.asyncDispose]();
  await smtp[Symbol.asyncDispose]();
});

const posted = () =>
  world.context.db.read(async (store) =>
    store.select().from(emailLogs).where(ne(emailLogs.status, "skipped")).orderBy(asc(emailLogs.id)),
  );

/** Asks for the confirmation of an address for an account of its own. @returns whether it is mailed */
const ask = (recipient: string) =>
  world.context.db.commit(async (store) => {
    const person = { email: recipient, firstName: null, lastName: null, referralCode: null };
    const { id } = await registerWallet(world.context, store, { ...person, address: newWallet() });
    const about = { template: "verify_email", userId: id, isConfirmed: false } as const;
    return outbox.postBounded(world.context, store, { ...about, recipient });
  });

const reset = (recipient: string) =>
  world.context.db.commit(async (store) => {
    const { id } = await createUser(store, { email: recipient, passwordHash: "x" }, now);
    const about = { template: "reset_password", userId: id, isConfirmed: false } as const;
    return outbox.postBounded(world.context, store, { ...about, recipient });
  });

describe("mails that strangers cause", () => {
  it("are counted by their recipient, whatever accounts cause them", async () => {
    const asked = [];
    for (let n = 0; n < 14; n += 1) asked.push(await ask(VICTIM));
    expect(asked.filter(Boolean)).toHaveLength(outbox.MAX_TO_ONE.unconfirmed);
    // Its owner can still have a new password.
    expect(await reset(VICTIM)).toBe(true);
    now = new Date(now.getTime() + 3_600_001);
    expect(await ask(VICTIM)).toBe(true);
  });

  it("are counted by who causes them: a merchant that names one address after another", async () => {
    const { merchant } = await createMerchant(world.context);
    const name = (n: number) =>
      world.context.db
        .commit((store) => updateMerchant(world.context, store, merchant.id, { email: `someone${n}@example.com` }))
        .then(
          () => 200,
          ({ status }) => status,
        );
    const answers = [];
    for (let n = 0; n < 40; n += 1) answers.push(await name(n));
    expect(answers.filter((status) => status === 200).length).toBeLessThan(6);
    expect(answers.at(-1)).toBe(429);
    expect((await posted()).length).toBeLessThan(6);
  });

  it("are counted over all while nobody has confirmed their addresses; new passwords aren't", async () => {
    const asked = [];
    for (let n = 0; n < 20; n += 1) asked.push(await ask(`victim+${n}@example.com`));
    expect(asked.filter(Boolean)).toHaveLength(15);
    expect(await reset("owner@example.com")).toBe(true);
    now = new Date(now.getTime() + 3_600_001);
    expect(await ask("late@example.com")).toBe(true);
  });

  it("don't keep back the one that takes a changed address back, of which its owner's confirmation allows one", async () => {
    const user = await world.context.db.commit(async (store) => {
      const { id } = await createUser(store, { email: VICTIM, passwordHash: "x" }, now);
      return updateUser(store, id, { email_verified_at: now });
    });
    const post = (template: "password_changed" | "wallet_linked" | "wallet_unlinked" | "undo_email_change") =>
      world.context.db.commit(async (store) => user && outbox.postTo(world.context, store, user, { template }));
    for (let n = 0; n < 20; n += 1) {
      for (const template of ["password_changed", "wallet_linked", "wallet_unlinked"] as const) await post(template);
    }
    expect(await post("password_changed")).toBe(false);
    expect(await post("undo_email_change")).toBe(true);
    expect((await posted()).at(-1)).toMatchObject({
      template: "undo_email_change",
      recipient: VICTIM,
      status: "queued",
    });
  });

  it("to a confirmed address are bounded as well, and the log names those that were kept back", async () => {
    const user = await world.context.db.commit(async (store) => {
      const { id } = await createUser(store, { email: VICTIM, passwordHash: "x" }, now);
      return updateUser(store, id, { email_verified_at: now });
    });
    for (let n = 0; n < 40; n += 1) {
      await world.context.db.commit(async (store) => {
        if (user) await outbox.postTo(world.context, store, user, { template: "password_changed" });
      });
    }
    expect(await posted()).toHaveLength(20);
    const logs = await world.context.db.read(async (store) => store.select().from(emailLogs));
    expect(logs.at(-1)).toMatchObject({ status: "skipped", error_message: expect.stringContaining("in an hour") });
  });
});

it("an address that nobody has confirmed gets no text that somebody chose", async () => {
  const text = "WIN 500 EUR at https://evil.example/claim";
  const { context } = world;
  const stopped = new AbortController();
  const running = runMails(context, stopped.signal);
  const merchant = await context.db.commit(async (store) => {
    const registered = await register(store, { name: text, email: VICTIM }, { now, settings: context.settings });
    await askToConfirm(context, store, registered.merchant);
    return registered.merchant;
  });
  now = new Date(now.getTime() + 1_000);
  await context.db.commit((store) =>
    keys.create(store, merchant.id, { name: text, scopes: ["read"] }, { now, network: "local" }),
  );
  await context.db.commit(async (store) => {
    const user = await createUser(store, { email: "other@example.com", passwordHash: "x", firstName: text }, now);
    await outbox.postTo(context, store, user, { template: "wallet_linked" });
  });
  await eventually(() => expect(smtp.mails).toHaveLength(3));
  for (const { content } of smtp.mails) {
    expect(content).toContain("Hello,");
    for (const words of ["500 EUR", "evil.example"]) expect(content).not.toContain(words);
  }
  stopped.abort();
  await running;
});
