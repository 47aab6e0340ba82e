import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadSettings } from "@merit/core/base/settings/settings.ts";
import { checkPassword } from "@merit/core/context/auth/passwords.ts";
import { authenticate } from "@merit/core/parties/merchants/keys.ts";
import { register } from "@merit/core/parties/merchants/service.ts";
import { byEmail } from "@merit/core/parties/users/store.ts";
import { list } from "@merit/core/store/audit/audit.ts";
import { apiScopes } from "@merit/core/store/db/schema/merchants.ts";
import { openDatabase } from "@merit/core/store/db/sqlite/open.ts";
import { afterEach, beforeEach, expect, it, onTestFinished } from "vitest";
import { merit } from "../testing/cli.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "merit-admin-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const create = (email: string, ...more: string[]) =>
  merit(["admin", "create", "--email", email, "--data", folder, ...more]);

async function userOf(email: string) {
  const db = openDatabase(join(folder, "local", "merit.db"));
  try {
    return await db.read((store) => byEmail(store, email));
  } finally {
    await db.close();
  }
}

it("creates an administrator with a password that is shown once, beside a running service", async () => {
  mkdirSync(join(folder, "local"));
  const running = openDatabase(join(folder, "local", "merit.db"));
  const { code, out } = await create("Ops@example.com", "--json");
  await running.close();
  expect(code).toBe(0);
  const { password, existed } = JSON.parse(out);
  expect(existed).toBe(false);
  const user = await userOf("ops@example.com");
  expect(user).toMatchObject({ role: "admin" });
  expect(user?.email_verified_at).toBeInstanceOf(Date);
  expect(await checkPassword(user?.password_hash, password)).toBe(true);
});

it("gives an administrator a new password only with --reset, or once the person at the terminal said yes", async () => {
  mkdirSync(join(folder, "local"));
  await openDatabase(join(folder, "local", "merit.db")).close();
  const first = JSON.parse((await create("ops@example.com", "--json")).out);
  const works = async (password: string) => checkPassword((await userOf("ops@example.com"))?.password_hash, password);
  const args = ["admin", "create", "--email", "Ops@example.com", "--data", folder, "--json"];

  const piped = await merit(args);
  expect(piped).toMatchObject({ code: 2, out: "" });
  expect(piped.err).toContain("--reset");
  const refused = await merit(args, { isTTY: true, stdin: "n\n" });
  expect(refused).toMatchObject({ code: 1, out: "" });
  expect(refused.err).toMatch(/administrator already.*\[y\/N\].*Nothing was changed/s);
  expect(await works(first.password)).toBe(true);

  const agreed = JSON.parse((await merit(args, { isTTY: true, stdin: "y\n" })).out);
  expect(agreed).toMatchObject({ existed: true, id: first.id });
  expect(await works(agreed.password)).toBe(true);
  const reset = JSON.parse((await merit([...args, "--reset"])).out);
  expect(await works(reset.password)).toBe(true);
});

it("gives a merchant that has lost its keys another one, which the audit log records", async () => {
  mkdirSync(join(folder, "local"));
  const db = openDatabase(join(folder, "local", "merit.db"));
  onTestFinished(() => db.close());
  const settings = loadSettings({ MERIT_DATA_DIR: folder });
  const { merchant } = await db.commit((store) =>
    register(store, { name: "Shop", email: "shop@example.com" }, { now: new Date(), settings }),
  );
  const { code, out } = await merit(["admin", "new-key", String(merchant.id), "--data", folder, "--json"]);
  expect(code).toBe(0);
  const { api_key, email } = JSON.parse(out);
  expect(email).toBe("shop@example.com");
  const { key } = await db.read((store) => authenticate(store, api_key, new Date()));
  expect(key).toMatchObject({ merchant_id: merchant.id, name: "recovered", scopes: apiScopes });
  const subject = `merchant:${merchant.id}`;
  expect(await db.read((store) => list(store, { subject }, { limit: 1 }))).toMatchObject([
    { actor: "operator", action: "merchant.key", detail: { key: key.id } },
  ]);
  const unknown = await merit(["admin", "new-key", "99", "--data", folder]);
  expect(unknown.code).toBe(1);
  expect(unknown.err).toContain("99");
});

it("says what is missing", async () => {
  const missing = await create("ops@example.com");
  expect(missing).toMatchObject({ code: 1 });
  expect(missing.err).toContain(`There is no database at ${folder}`);
  expect((await create("ops")).code).toBe(2);
  expect((await merit(["admin", "create"])).code).toBe(2);
});
