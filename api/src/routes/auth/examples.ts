import { onePage, wallet } from "../../http/examples.ts";
import { user } from "../users/examples.ts";

const accessToken = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.<claims>.<signature>";
const refreshToken = "mr_<22 characters>.<43 characters>";
const oneTimeToken = "<43 characters of the mail's link>";
const password = "correct horse battery";
const { email, first_name, last_name } = user;
const unverified = { ...user, email_verified: false };
const done = { 204: undefined };

export const register = {
  body: { email, password, first_name, last_name },
  answers: { 201: { accessToken, refreshToken, user: unverified } },
};
export const login = { body: { email, password }, answers: { 200: { accessToken, refreshToken, user } } };
export const refresh = { body: { refreshToken }, answers: { 200: { accessToken, refreshToken } } };
export const logout = { body: { refreshToken }, answers: done };
export const logoutAll = { answers: done };
export const listSessions = {
  query: { limit: "20" },
  answers: {
    200: onePage({
      id: 31,
      method: "password" as const,
      user_agent: "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
      current: true,
      created_at: "2026-11-21T18:02:31.004Z",
      last_used_at: "2026-11-21T18:17:40.550Z",
      expires_at: "2026-11-28T18:17:40.550Z",
    }),
  },
};
export const endSession = { params: { id: "31" }, answers: done };

export const forgotPassword = { body: { email }, answers: done };
export const resetPassword = { body: { token: oneTimeToken, password }, answers: done };
export const changePassword = { body: { current_password: "correct horse", password }, answers: done };
export const verifyEmail = { body: { token: oneTimeToken }, answers: done };
export const resendVerification = { answers: done };

const network_passphrase = "Test SDF Network ; September 2015";
export const challenge = {
  query: { account: wallet },
  answers: { 200: { transaction: "<challenge, base64 XDR>", network_passphrase } },
};
export const loginByWallet = {
  body: { transaction: "<challenge, signed by the wallet as well, base64 XDR>" },
  answers: { 200: { accessToken, refreshToken, user, token: accessToken } },
};
