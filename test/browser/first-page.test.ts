import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { closeBrowser, openPage } from "../support/browser.ts";
import { startWorld } from "../support/fixture.ts";

afterAll(closeBrowser);

test("the lines on the first page of /docs lead from nothing to a paid reward, and the groups follow in a newcomer's order", async () => {
  const world = await startWorld();
  const page = await openPage(new URL(world.api.base).origin);
  await page.goto("/docs");
  const lines = await page.locator(".info .description pre").innerText();
  const wallet = await world.wallet();
  const given = { "http://localhost:3000/api": world.api.base, "G...": wallet.address };
  const script = Object.entries(given).reduce((text, [shown, real]) => {
    expect(text.split(shown)).toHaveLength(2);
    return text.replace(shown, real);
  }, lines);
  const { stdout } = await promisify(execFile)("sh", ["-e", "-c", script], { timeout: 240_000 });
  const [campaign, reward] = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(campaign).toMatchObject({ name: "Spring", status: "active" });
  expect(reward).toMatchObject({ amount: "12.5", wallet_address: wallet.address, status: "confirmed" });
  expect(await wallet.balance(world.asset)).toBe(125_000_000n);

  const groups = await page
    .locator(".opblock-tag")
    .evaluateAll((tags) => tags.map((tag) => tag.getAttribute("data-tag")));
  expect(groups.slice(0, 3)).toEqual(["Merchants", "Campaigns", "Rewards"]);
  expect(groups.at(-1)).toBe("Administration");
  // Who may call it stands with each call, not behind its lock alone.
  await page.locator('[data-tag="Rewards"]').click();
  await page.locator("#operations-Rewards-rewards_issue .opblock-summary").click();
  await page.getByText("For merchants (scope issue).").waitFor();
});
