import { defineRecurringJob } from "../../context/recurring.ts";
import { expireBatch } from "./reservations.ts";
import * as rows from "./store.ts";

const BATCHES_AT_ONCE = 100;

export const voucherExpiryJob = defineRecurringJob({
  name: "voucher-expiry",
  title: "Ends the open vouchers whose time or campaign is over: their amounts are free again",
  every: 60,
  async run({ db, clock }, { signal }) {
    let expired = 0;
    for (;;) {
      const batches = await db.read((store) => rows.overBatches(store, clock.now(), BATCHES_AT_ONCE));
      for (const batch of batches) {
        signal.throwIfAborted();
        expired += await db.commit((store) => expireBatch(store, batch, clock.now()));
      }
      if (batches.length < BATCHES_AT_ONCE) return { expired };
    }
  },
});
