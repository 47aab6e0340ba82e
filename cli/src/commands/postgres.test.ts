import { expect, it } from "vitest";
import { merit } from "../testing/cli.ts";

const PASSWORD = "not-to-be-shown";
// Nobody listens on port 1.
const env = { DATABASE_URL: `postgres://merit:${PASSWORD}@127.0.0.1:1/merit` };

it.each([["backup"], ["restore some.db"]])("%s says how a PostgreSQL database is backed up", async (command) => {
  const { code, err } = await merit(command.split(" "), { env });
  expect(code).toBe(1);
  expect(err).toContain("pg_dump");
});

it("a database that can't be reached is named by its cause, without the password", async () => {
  const { code, out, err } = await merit(["admin", "create", "--email", "ops@rewards.example", "--reset"], { env });
  expect(code).toBe(1);
  expect(err).toContain("The database can't be reached.");
  expect(out + err).not.toContain(PASSWORD);
});

it("a URL that can't be used is named with the fix, without its text", async () => {
  const { code, err } = await merit(["backup"], { env: { DATABASE_URL: `postgres://merit:${PASSWORD}/@db/merit` } });
  expect(code).toBe(1);
  expect(err).toMatch(/DATABASE_URL must be a URL such as .*percent-encoded/);
  expect(err).not.toContain(PASSWORD);
});
