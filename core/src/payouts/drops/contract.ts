import { DAY_MS } from "../../base/days.ts";
import { type ContractRecord, instead } from "../../context/contract.ts";
import type { Parts } from "../../context/parts.ts";
import { dropCall, dropCancelCall, dropClaimCall, dropSweepCall } from "./calls.ts";
import { record } from "./on-chain.ts";
import * as rows from "./store.ts";

export const distribution = {
  create: ({ ids: { admin, state, campaign, pool, token }, terms }) => ({
    ...{ admin, state, campaign, pool, token },
    open_delay: terms.dropDelay,
  }),
  record,
  // Storing a drop takes less than an hour: until then it has failed.
  expiring: { drop_shares: (store, now) => rows.pruneShares(store, new Date(now.getTime() - DAY_MS / 24)) },
  jobs: {
    drop: {
      async call(parts, job, payload) {
        const drop = await byId(parts, payload);
        return drop?.status === "pending" ? dropCall(parts, job, drop) : undefined;
      },
      redrive: instead("the merchant can create the drop again"),
      takesBalance: () => true,
    },
    "drop-sweep": {
      async call(parts, job, payload) {
        const drop = await byId(parts, payload);
        return drop?.status === "sweeping" ? dropSweepCall(parts, job, drop) : undefined;
      },
      redrive: instead("the merchant can ask for the sweep again"),
    },
    "drop-cancel": {
      async call(parts, job, payload) {
        const drop = await byId(parts, payload);
        return drop?.status === "cancelling" ? dropCancelCall(parts, job, drop) : undefined;
      },
      redrive: instead("the merchant can ask for the cancellation again"),
    },
    "drop-claim": {
      async call(parts, job, payload) {
        const drop = await byId(parts, payload);
        if (!drop) return undefined;
        const share = await parts.context.db.read((store) => rows.shareOf(store, drop.id, payload.leaf));
        // Ours too if its `claim` event was indexed before the worker saw its own transaction land.
        const isOurs = share?.claim_status === "pending" || share?.claim_status === "claimed";
        return isOurs ? dropClaimCall(parts, job, drop, share) : undefined;
      },
      redrive: instead("the wallet can claim again"),
    },
  },
} satisfies ContractRecord;

const byId = ({ context }: Parts, { drop_id }: { drop_id: number }) =>
  context.db.read((store) => rows.byId(store, drop_id));
