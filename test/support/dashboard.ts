import type { Locator, Page } from "playwright-core";
import { openPage } from "./browser.ts";
import type { Http } from "./http.ts";
import type { World } from "./world.ts";

/** A page of the dashboard, below /app/merchant, in a browser that the merchant has signed in to with the API key. */
export async function openDashboard(
  { api }: World,
  merchant: Http,
  path: string,
  size?: { width: number; height: number },
): Promise<Page> {
  const page = await openPage(new URL(api.base).origin, size);
  // A page that is at work asks before it is left.
  page.on("dialog", (dialog) => dialog.accept());
  await page.goto("/app/merchant");
  await page.getByLabel("API key").fill(merchant.key ?? "");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  if (path !== "") await page.goto(`/app/merchant${path}`);
  return page;
}

/** Goes to another page of the dashboard as a link does, which takes less time than loading it; resolves when it is there. */
export async function follow(page: Page, path: string): Promise<void> {
  const to = `/app/merchant${path}`;
  if (new URL(page.url()).pathname === to) return;
  await page.evaluate(`document.querySelector("h1").dataset.left = ""; history.pushState(null, "", "${to}")`);
  await page.locator("h1:not([data-left])").waitFor();
  await page.locator(".loading").first().waitFor({ state: "detached" });
}

/** Presses a button that asks before it does something, says yes, and waits until it has been done. */
export async function confirm(page: Page, within: Locator, title: string): Promise<void> {
  await within.getByRole("button", { name: title, exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: title, exact: true }).click();
  await dialog.waitFor({ state: "detached" });
}
