import { onePage, wallet } from "../../http/examples.ts";

const id = "7";
export const user = {
  id: 7,
  email: "ada@example.com",
  email_verified: true,
  pending_email: null,
  first_name: "Ada",
  last_name: "Lovelace",
  role: "user" as const,
  created_at: "2026-11-21T18:02:31.004Z",
};
const ofWallet = { ...user, id: 8, email: null, email_verified: false, pending_email: "grace@example.com" };

export const create = {
  body: { wallet_address: wallet, email: "grace@example.com", first_name: "Grace", referral_code: "K7QX2MWD4P" },
  answers: { 201: { ...ofWallet, first_name: "Grace", last_name: null, wallet_address: wallet } },
};
export const referral = {
  query: { limit: "20" },
  answers: {
    200: {
      code: "K7QX2MWD4P",
      bonus_points: 100,
      earned_points: 100,
      referred_users: 1,
      ...onePage({
        id: 8,
        first_name: "Grace",
        email_verified: true,
        bonus_points: 100,
        joined_at: "2026-11-21T18:20:05.310Z",
      }),
    },
  },
};
export const show = { params: { id }, answers: { 200: user } };
export const update = {
  params: { id },
  body: { first_name: "Augusta", email: "augusta@example.com", current_password: "correct horse battery" },
  answers: { 200: { ...user, first_name: "Augusta", pending_email: "augusta@example.com" } },
};
export const remove = { params: { id }, answers: { 204: undefined } };
