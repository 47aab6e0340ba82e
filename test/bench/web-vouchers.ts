// How long the holder of a voucher waits: from opening its page to the tokens in a wallet that is connected, as often as ledgers close.
import type { Browser } from "playwright-core";
import { Freighter } from "../support/freighter.ts";
import { World } from "../support/world.ts";
import { median } from "./figures.ts";

/** When ledgers close, how many vouchers are paid then, and the longest wait in milliseconds. */
const LEDGERS = [
  { name: "that closes at once", mode: "instant", samples: 21, goal: 3_000 },
  { name: "that closes every 5 seconds", mode: "interval:5000", samples: 7, goal: 12_000 },
];

export async function vouchers(browser: Browser, template: string): Promise<void> {
  const world = await World.open(template);
  try {
    const merchant = await world.merchant();
    const campaign = await world.campaign(merchant);
    const wallet = await world.wallet();
    for (const { name, mode, samples, goal } of LEDGERS) {
      const order = { count: samples, amount: "0.01" };
      const { body } = await merchant.post(`/campaigns/${campaign}/vouchers`, order);
      await world.ledger.setCloseMode(mode);
      const waits: number[] = [];
      for (const { url } of body.vouchers) {
        const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
        const page = await context.newPage();
        await Freighter.install(page, wallet.keypair);
        const began = performance.now();
        await page.goto(new URL(new URL(url).pathname, world.api.base).href);
        await page.getByRole("button", { name: "Pay it to my Freighter wallet" }).click();
        await page.getByText("Paid", { exact: true }).waitFor();
        waits.push(performance.now() - began);
        await context.close();
      }
      const [p50, longest] = [median(waits), Math.max(...waits)].map((ms) => (ms / 1_000).toFixed(1));
      console.log(
        `  a voucher, from opening it to tokens in the wallet, on a ledger ${name}: p50 ${p50} s, longest ${longest} s of ${samples} (goal: under ${goal / 1_000} s)`,
      );
    }
  } finally {
    await world.end();
  }
}
