import { issuer, wallet } from "../../http/examples.ts";
import { trustlineEnvelope } from "../envelopes/examples.ts";

export const verify = {
  body: { wallet_address: wallet },
  answers: {
    200: {
      wallet_address: wallet,
      asset: `MERIT:${issuer}`,
      exists: true,
      authorized: true,
      limit: "922337203685.4775807",
      balance: "25",
    },
  },
};

export const envelope = { body: { wallet_address: wallet }, answers: { 201: trustlineEnvelope } };
