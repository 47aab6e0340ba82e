import { formatAmount, parseAmount } from "../../base/money.ts";
import { defineRecurringJob } from "../../context/recurring.ts";
import { BASE_RESERVE } from "../../ledger/chain/accounts.ts";
import type { KeptReserves } from "../../ledger/chain/reserves.ts";
import * as wallets from "../../parties/wallets/store.ts";
import * as jobs from "../../store/jobs/jobs.ts";

/** XLM that a wallet can still spend after it carries its reserves: nobody should find the account empty. */
const LEFT_TO_SPEND = parseAmount("3");

export const carriesItself = ({ spendable, amount }: KeptReserves): boolean => spendable - amount >= LEFT_TO_SPEND;

/** Wallets of one request to the node: it reads two entries of each. */
const AT_ONCE = 100;

export const giveBackJob = defineRecurringJob({
  name: "reserves",
  title: "Leaves reserves that the service keeps for wallets to those wallets that can carry them by now",
  cron: () => "40 4 * * *",
  timeoutSeconds: 3_600,
  async run({ db, chain, clock }, { signal, progress }) {
    const account = await chain.account(chain.manifest.accounts.fee);
    const all = (account?.sponsoring ?? 0n) * BASE_RESERVE;
    const sum = { wallets: 0, found: 0n, asked: 0 };
    // The ledger says for whom; the service knows only whom to look at. Reserves of wallets that were unlinked since stay locked.
    for (let after = ""; sum.found < all; ) {
      signal.throwIfAborted();
      const page = await db.read((store) => wallets.provenAfter(store, after, AT_ONCE));
      const kept = await chain.reserves(page);
      for (const [wallet, reserves] of kept) {
        sum.wallets++;
        sum.found += reserves.amount;
        if (!carriesItself(reserves)) continue;
        sum.asked++;
        await db.commit((store) =>
          jobs.add(store, {
            queue: "wallet-submission",
            key: `reserves:${wallet}`,
            group: "reserves",
            payload: { give_back: wallet },
            now: clock.now(),
          }),
        );
      }
      await progress({ wallets: sum.wallets });
      if (page.length < AT_ONCE) break;
      after = page.at(-1) ?? "";
    }
    const [locked, unfound] = [all, all - sum.found].map((amount) => formatAmount(amount));
    return { locked_xlm: locked, wallets: sum.wallets, unlinked_xlm: unfound, given_back: sum.asked };
  },
});
