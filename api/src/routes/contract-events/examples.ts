import { onePage, rewardTx } from "../../http/examples.ts";

export const list = {
  query: { type: "reward", limit: "20" },
  answers: {
    200: onePage({
      id: "0000000317827584000-0000000001",
      contract_id: "CADQOBYHA4DQOBYHA4DQOBYHA4DQOBYHA4DQOBYHA4DQOBYHA4DQP5KR",
      contract: "campaign",
      type: "reward",
      ledger: 74,
      ledger_closed_at: "2026-11-21T17:55:05.000Z",
      tx_hash: rewardTx,
      data: { campaign: "2", merchant: "1", seq: "2", paid: "125000000" },
    }),
  },
};
