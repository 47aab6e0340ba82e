import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkPassword } from "@merit/core/auth/passwords.ts";
import { openDatabase } from "@merit/core/db/database.ts";
import { byEmail } from "@merit/core/users/store.ts";
import { afterEach, beforeEach, expect, it } from "vitest";
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

  const again = JSON.parse((await create("ops@example.com", "--json")).out);
  expect(again).toMatchObject({ existed: true, id: user?.id });
  expect(await checkPassword((await userOf("ops@example.com"))?.password_hash, again.password)).toBe(true);
});

it("says what is missing", async () => {
  const missing = await create("ops@example.com");
  expect(missing).toMatchObject({ code: 1 });
  expect(missing.err).toContain(`There is no database at ${folder}`);
  expect((await create("ops")).code).toBe(2);
  expect((await merit(["admin", "create"])).code).toBe(2);
});
