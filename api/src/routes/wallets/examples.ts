import { issuer, onePage, rewardTx, wallet } from "../../http/examples.ts";
import * as envelopes from "../envelopes/examples.ts";

const message = `rewards.example asks you to link this wallet to your account.

Wallet: ${wallet}
Account: 7
Network: testnet
Nonce: yJ1r4Xq0bqkZ2m7mB0n5l8s3f6d9c1aV
Issued at: 2026-11-21T18:05:12.480Z`;
const linked = { address: wallet, proven: true, linked_at: "2026-11-21T18:05:40.127Z" };

export const list = { answers: { 200: onePage(linked) } };
export const challenge = {
  body: { wallet_address: wallet },
  answers: { 200: { wallet_address: wallet, message, expires_at: "2026-11-21T18:10:12.480Z" } },
};
export const link = {
  body: {
    wallet_address: wallet,
    message,
    signature: "fO5dbYhXUhBMhe6kId/cuVq/AfEnHRHEvsP8vXh03M1uLpi5e46yO2Q8rEBzu3feXQewcQE5GArp88u6ePK6BA==",
  },
  answers: { 201: linked },
};
export const unlink = { params: { address: wallet }, answers: { 204: undefined } };
export const balances = {
  params: { address: wallet },
  answers: {
    200: {
      wallet_address: wallet,
      balances: [
        { asset: `MERIT:${issuer}`, exists: true, authorized: true, limit: "922337203685.4775807", balance: "25" },
      ],
    },
  },
};

export const { submit, show: submission } = envelopes;

export const history = {
  params: { address: wallet },
  query: { limit: "20" },
  answers: {
    200: onePage({
      id: "0000004595072421888-0000000002",
      type: "transfer",
      direction: "in" as const,
      amount: "12.5",
      counterparty: "CAIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRDB3V",
      cause: { kind: "reward" as const, issuance_id: 7, campaign_id: 2 },
      tx_hash: rewardTx,
      ledger: 1069863,
      ledger_closed_at: "2026-11-21T18:02:11.000Z",
    }),
  },
};

export const envelope = {
  body: {
    wallet_address: wallet,
    call: "redemption.redeem" as const,
    item: 3,
    quantity: 1,
    max_price: "20",
  },
  answers: { 201: envelopes.callEnvelope },
};
