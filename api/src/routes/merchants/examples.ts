import { onePage } from "../../http/examples.ts";

const merchant = {
  id: 1,
  name: "Corner Coffee",
  email: "owner@corner.example",
  created_at: "2026-11-21T17:54:10.717Z",
};

export const register = {
  body: { name: merchant.name, email: merchant.email },
  answers: { 201: { ...merchant, api_key: "mk_test_<43 characters and a checksum of 6>" } },
};
export const me = { answers: { 200: merchant } };
export const updateMe = {
  body: { name: "Corner Coffee & Cake" },
  answers: { 200: { ...merchant, name: "Corner Coffee & Cake" } },
};

const key = {
  id: 2,
  name: "Till 3",
  scopes: ["read" as const, "issue" as const],
  last4: "wQ7x",
  created_at: "2026-11-21T18:20:31.002Z",
  last_used_at: null,
  expires_at: null,
  revoked_at: null,
};
const secret = "mk_test_<43 characters and a checksum of 6>";
export const listKeys = { query: { limit: "20" }, answers: { 200: onePage(key) } };
export const createKey = {
  body: { name: key.name, scopes: key.scopes },
  answers: { 201: { ...key, api_key: secret } },
};
export const rotateKey = {
  params: { id: "2" },
  body: { overlap_hours: 48 },
  answers: { 201: { ...key, id: 3, api_key: secret } },
};
export const revokeKey = {
  params: { id: "2" },
  answers: { 200: { ...key, revoked_at: "2026-11-22T09:00:12.610Z" } },
};
