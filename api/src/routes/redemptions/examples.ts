import { onePage } from "../../http/examples.ts";

const pending = {
  id: 5,
  kind: "points" as const,
  status: "pending" as const,
  user_id: 7,
  merchant_id: 1,
  item_id: 3,
  item_name: "Bag of beans",
  quantity: 1,
  price: 400,
  price_version: 1,
  points: 400,
  reason: null,
  next_status: null,
  error_message: null,
  on_chain: null,
  created_at: "2026-11-22T10:12:40.551Z",
  updated_at: "2026-11-22T10:12:40.551Z",
};
const later = { ...pending, updated_at: "2026-11-22T10:30:02.009Z" };
const refunded = { ...later, status: "refunded" as const, reason: "The beans were gone." };
const params = { id: "5" };

export const redeem = { body: { item_id: 3, max_price: 400 }, answers: { 201: pending } };
export const list = { query: { limit: "20", status: "pending" as const }, answers: { 200: onePage(pending) } };
export const show = { params, answers: { 200: pending } };
export const cancel = { params, answers: { 200: { ...later, status: "cancelled" as const } } };
export const fulfil = { params, answers: { 200: { ...later, status: "fulfilled" as const } } };
export const refund = { params, body: { reason: "The beans were gone." }, answers: { 200: refunded } };
