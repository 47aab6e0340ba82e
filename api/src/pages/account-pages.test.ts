import * as tokens from "@merit/core/context/auth/one-time-tokens.ts";
import { newWallet } from "@merit/core/testing/chain.ts";
import type { ReceivedMail, TestSmtp } from "@merit/core/testing/smtp.ts";
import { eventually } from "@merit/core/testing/wait.ts";
import { Browser, type HTMLElement, type HTMLFormElement, type HTMLInputElement } from "happy-dom";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startMailing } from "../testing/mailing.ts";
import type { TestService, TestUser } from "../testing/service.ts";

let smtp: TestSmtp;
let service: TestService;
let browser: Browser;
let stop: () => Promise<void>;

beforeEach(async () => {
  ({ smtp, service, stop } = await startMailing());
  browser = new Browser({
    settings: { enableJavaScriptEvaluation: true, suppressInsecureJavaScriptEnvironmentWarning: true },
  });
});
afterEach(async () => {
  await browser.close();
  await stop();
});

const mailTo = (address: string, subject: string): Promise<ReceivedMail> =>
  eventually(() => {
    const mail = smtp.mails.find(({ to, content }) => to.includes(address) && content.includes(`Subject: ${subject}`));
    if (!mail) throw new Error(`no mail "${subject}" to ${address} yet`);
    return mail;
  });

/** The link of a mail, on the port of the test's service. */
function linkIn({ content }: ReceivedMail): string {
  const { pathname, hash } = new URL(/https?:\/\/\S+#token=[\w-]+/.exec(content)?.[0] ?? "");
  return service.server.url + pathname + hash;
}

/** The page behind a link as a browser has it, with the scripts that it loads. */
async function open(url: string) {
  const page = browser.newPage();
  await page.goto(url);
  await page.waitUntilComplete();
  const find = <E extends HTMLElement>(selector: string) =>
    page.mainFrame.document.querySelector(selector) as unknown as E;
  const form = () => find<HTMLFormElement>("form");
  return {
    page,
    form,
    outcome: () => find("[role=alert]").textContent.trim(),
    type(selector: string, text: string) {
      find<HTMLInputElement>(selector).value = text;
    },
    async submit() {
      form().requestSubmit();
      await page.waitUntilComplete();
    },
  };
}

async function resetMail(user: TestUser): Promise<ReceivedMail> {
  await service.call("POST /api/auth/password/reset", { body: { email: user.email } });
  return mailTo(user.email, "Set a new password");
}
const login = async (email: string, password: string) =>
  service.call("POST /api/auth/login", { body: { email, password } });

describe("the page behind the link that confirms an address", () => {
  it("confirms the address on request, and says so", async () => {
    const user = await service.user();
    const { form, outcome, submit, page } = await open(linkIn(await mailTo(user.email, "Confirm your e-mail address")));
    expect(page.mainFrame.document.title).toBe("Confirm your e-mail address");
    expect(form().hidden).toBe(false);
    expect((await login(user.email, user.password)).body.user.email_verified).toBe(false);
    await submit();
    expect(outcome()).toContain("confirmed");
    expect(form().hidden).toBe(true);
    expect(page.url).not.toContain("token");
    expect((await login(user.email, user.password)).body.user.email_verified).toBe(true);
  });

  it("explains that a link was used, or has lost its token", async () => {
    const user = await service.user();
    const link = linkIn(await mailTo(user.email, "Confirm your e-mail address"));
    await (await open(link)).submit();
    const again = await open(link);
    await again.submit();
    expect(again.outcome()).toContain("used already");
    expect(again.form().hidden).toBe(false);
    const cut = await open(link.replace(/#.*/, ""));
    expect(cut.outcome()).toContain("whole");
    expect(cut.form().hidden).toBe(true);
  });

  it("accepts another link that is opened in the same page", async () => {
    const user = await service.user();
    const link = linkIn(await mailTo(user.email, "Confirm your e-mail address"));
    const { page, form, submit, outcome } = await open(link.replace(/#.*/, ""));
    page.mainFrame.window.location.hash = new URL(link).hash;
    await page.waitUntilComplete();
    expect([form().hidden, outcome()]).toEqual([false, ""]);
    await submit();
    expect(outcome()).toContain("confirmed");
  });

  it("says so if an account without a password also needs its wallet's login", async () => {
    const body = { wallet_address: newWallet(), email: "ada@example.com" };
    const { id } = (await service.call("POST /api/users", { body })).body;
    const { db, clock } = service.world.context;
    const about = { purpose: "verify_email", userId: id, subject: body.email } as const;
    const token = await db.commit((store) => tokens.issue(store, { ...about, now: clock.now() }));
    const { submit, outcome } = await open(`${service.server.url}/verify-email#token=${token}`);
    await submit();
    expect(outcome()).toContain("log in with its wallet");
  });

  it("says so when the service doesn't answer", async () => {
    const user = await service.user();
    const { outcome, submit } = await open(linkIn(await mailTo(user.email, "Confirm your e-mail address")));
    await service.server.close();
    await submit();
    expect(outcome()).toContain("try again");
  });
});

describe("the page behind the link for a new password", () => {
  it("sets it", async () => {
    const user = await service.user();
    const { form, outcome, submit, type } = await open(linkIn(await resetMail(user)));
    type("input[name=password]", "a new password");
    await submit();
    expect(outcome()).toContain("new password is set");
    expect(form().hidden).toBe(true);
    expect((await login(user.email, "a new password")).status).toBe(200);
  });

  it("explains what its field accepts, and shows the service's refusals", async () => {
    const user = await service.user();
    const { form, outcome, submit, type } = await open(linkIn(await resetMail(user)));
    const field = form().querySelector("input[name=password]") as unknown as HTMLInputElement;
    expect([field.type, field.autocomplete, field.required]).toEqual(["password", "new-password", true]);
    expect([field.minLength, field.maxLength]).toEqual([8, 128]);
    expect(form().querySelector(`label[for=${field.id}]`)?.textContent).toBe("New password");
    // As a browser would send it that doesn't check the limits.
    field.removeAttribute("minlength");
    type("input[name=password]", "short");
    await submit();
    expect(outcome()).toContain("password must have at least 8 characters");
    type("input[name=password]", "long enough");
    await submit();
    expect((await login(user.email, "long enough")).status).toBe(200);
  });
});

describe.each(["/verify-email", "/reset-password"])("%s", (path) => {
  it("loads only from this server, runs nothing inline, and is neither cached nor sent as a referrer", async () => {
    const { status, headers, body } = await service.call(`GET ${path}`);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("form-action 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(String(body)).not.toMatch(/<script>|<style|\son\w+=|\sstyle=/);
    const files = [...String(body).matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, url]) => url ?? "");
    expect(files).toHaveLength(2);
    for (const url of [path, ...files]) {
      const reply = await service.call(`GET ${url}`);
      expect(reply.status, url).toBe(200);
      expect(reply.headers.get("cache-control")).toBe("no-store");
      expect(reply.headers.get("referrer-policy")).toBe("no-referrer");
    }
  });
});
