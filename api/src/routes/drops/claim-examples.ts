import { onePage, rewardTx, wallet } from "../../http/examples.ts";
import { claimEnvelope, submit } from "../envelopes/examples.ts";

export const share = {
  drop_id: 4,
  merchant_id: 1,
  name: "Thanks",
  wallet_address: wallet,
  amount: "5",
  opens_at: "2026-11-22T00:00:00.000Z",
  expires_at: "2027-02-20T00:00:00.000Z",
  claimable: true,
  claim_status: null,
  claim_tx_hash: null,
  claim_error: null,
  contract_id: "CAIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRDB3V",
  contract_drop_id: 1,
  index: 0,
  proof: ["55d1ef256b5af0dec17e7d31cd8b726c361fd94cd2670e09eaef300209178d29"],
};

export const eligible = { query: { limit: "20" }, answers: { 200: onePage(share) } };
export const claim = {
  params: { id: "4" },
  body: { wallet_address: wallet },
  answers: {
    202: { ...share, claimable: false, claim_status: "pending" as const },
    200: { ...share, claimable: false, claim_status: "claimed" as const, claim_tx_hash: rewardTx },
  },
};
export const envelope = { params: { id: "4" }, body: { wallet_address: wallet }, answers: { 201: claimEnvelope } };
export const submitClaim = submit;
