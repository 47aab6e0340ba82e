import { merit } from "@merit/cli/testing/cli.ts";
import { afterAll, expect, test } from "vitest";
import { closeBrowser, faultsOf, openPage } from "../support/browser.ts";
import { sharedWorld } from "../support/fixture.ts";

const openWorld = sharedWorld();
afterAll(closeBrowser);

test("an administrator sees the whole service, funds a merchant, changes a role, and finds both in the log", async () => {
  const world = await openWorld();
  await world.merchant("<img src=x onerror=alert(1)>");
  const env = { MERIT_DATA_DIR: world.folder, MERIT_URL: world.api.base };
  const created = await merit(["admin", "create", "--email", "ops@example.com", "--json"], { env });
  const { password } = JSON.parse(created.out);
  await world.api.post("/auth/register", { email: "ada@example.com", password: "correct horse" });

  const page = await openPage(new URL(world.api.base).origin);
  await page.goto("/app/admin");
  await page.getByLabel("E-mail address").fill("ops@example.com");
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
  const nav = page.getByRole("navigation", { name: "Administration" });
  await nav.waitFor();

  const open = async (title: string) => {
    await nav.getByRole("link", { name: title, exact: true }).click();
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
    await page.getByText("Loading …").waitFor({ state: "detached" });
    expect(await faultsOf(page), title).toEqual([]);
  };
  for (const title of ["Overview", "Queues", "Jobs", "Indexer", "Backups", "Mails", "Reports"]) await open(title);
  await page.getByLabel("From").fill("2026-01-01T00:00");
  await page.getByLabel("To", { exact: true }).fill("2026-02-01T00:00");
  await page.getByRole("button", { name: "Create the report" }).click();
  await page.getByRole("row", { name: /users \(csv\).*ready/ }).waitFor();
  await open("Contracts");
  await page.getByRole("row", { name: /pool.*running.*merit contract pause pool/ }).waitFor();
  await open("Roles");
  await page.getByRole("row", { name: /distributor distributor/ }).waitFor();
  await open("Accounts");
  await page.getByRole("row", { name: /channel 1 .*\d/ }).waitFor();

  await open("Merchants");
  await page.getByRole("link", { name: "<img src=x onerror=alert(1)>" }).click();
  await page.getByLabel("Amount in MERIT").fill("nothing");
  await page.getByRole("button", { name: "Fund" }).click();
  await page.getByText(/must be a decimal string/).waitFor();
  await page.getByLabel("Amount in MERIT").fill("125");
  await page.getByRole("button", { name: "Fund" }).click();
  await page.getByText("125 MERIT are on their way").waitFor();
  // Nobody pays it twice by pressing the button once more.
  expect(await page.getByLabel("Amount in MERIT").inputValue()).toBe("");
  await page.getByRole("row", { name: /^125 MERIT confirmed/ }).waitFor();

  await open("Users");
  const ada = page.getByRole("row", { name: /ada@example.com \(not confirmed\)/ });
  await page.getByRole("row", { name: /ops@example.com (?!\(not confirmed\))/ }).waitFor();
  await ada.getByRole("button", { name: "Make an administrator" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Nobody has confirmed this address").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Make an administrator" }).click();
  await ada.getByText("admin", { exact: true }).waitFor();

  await open("Changes");
  await page.getByRole("row", { name: /user:1.*user\.role/ }).waitFor();
  await page.getByRole("row", { name: /merchant\.fund/ }).waitFor();
  await open("Audit");
  await page.getByRole("button", { name: "Compare now" }).click();
  await page.getByText("0 differences").waitFor();
});

test("a user who is no administrator sees nothing there", async () => {
  const world = await openWorld();
  await world.api.post("/auth/register", { email: "eve@example.com", password: "correct horse" });
  const page = await openPage(new URL(world.api.base).origin);
  await page.goto("/app/admin/users");
  await page.getByLabel("E-mail address").fill("eve@example.com");
  await page.getByLabel("Password").fill("correct horse");
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByText("You are not an administrator").waitFor();
});
