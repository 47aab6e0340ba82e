import { issuer, wallet } from "../../http/examples.ts";

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
