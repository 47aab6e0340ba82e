import type { ContractRecord } from "../../context/contract.ts";
import { classTable, initialSettings } from "../../ledger/deploy/governance.ts";
import { record } from "./events.ts";
import * as rows from "./store.ts";
import { governanceCalls } from "./wallet-calls.ts";

export const governance = {
  create: (site, now) => ({
    ...{ admin: site.ids.admin, state: site.ids.state, asset: site.asset.contract_id },
    ...{ settings: initialSettings(now), classes: classTable(site) },
  }),
  walletCalls: governanceCalls,
  record,
  things: [
    { key: ["id"], creation: "proposed" },
    { key: ["staker"], remove: (store, { staker = "" }) => rows.removeStake(store, staker) },
    { types: ["delegate_changed"], key: ["delegator"], isReplaced: true },
  ],
} satisfies ContractRecord;
