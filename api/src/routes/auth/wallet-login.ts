import * as walletLogin from "@merit/core/accounts/wallet-login.ts";
import { validationFailed } from "@merit/core/base/errors.ts";
import { defineRoute } from "../../http/route.ts";
import { presentLogin } from "./presenter.ts";
import * as T from "./schema.ts";

export const challenge = defineRoute({
  method: "get",
  path: "/auth/wallet",
  auth: "none",
  summary: "A challenge for a wallet to log in with (SEP-10)",
  description:
    "Valid for five minutes. The wallet signs it and POST /auth/wallet takes it; it can't run on the ledger.",
  request: { query: T.challengeQuery },
  responses: { 200: T.challengeView },
  errors: {},
  async handler({ context, query }) {
    const { homeDomain } = context.settings.auth;
    if ((query.home_domain ?? homeDomain) !== homeDomain) {
      throw validationFailed([{ field: "home_domain", message: `must be ${homeDomain}, or left out` }]);
    }
    const transaction = await walletLogin.challenge(context, query.account);
    return { status: 200, body: { transaction, network_passphrase: context.chain.passphrase } };
  },
});

export const loginByWallet = defineRoute({
  method: "post",
  path: "/auth/wallet",
  auth: "none",
  keyless: true,
  summary: "Logs in with a signed challenge (SEP-10); a new wallet gets an account",
  description: "Takes the transaction of GET /auth/wallet with the wallet's signature, and opens a session.",
  request: { body: T.walletLoginBody },
  responses: { 200: T.walletLoginView },
  errors: { 401: ["invalid_wallet_proof"], 503: ["rpc_unavailable"] },
  async handler({ context, client, body }) {
    const proof = await walletLogin.checkChallenge(context, body.transaction);
    const login = presentLogin(await walletLogin.login(context, proof, client()));
    return { status: 200, body: { ...login, token: login.accessToken } };
  },
});
