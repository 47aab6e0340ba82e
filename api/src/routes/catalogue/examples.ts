import { onePage } from "../../http/examples.ts";

const offered = { name: "Bag of beans", description: "250 g, roasted this week", price: 400, stock: 20 };
const item = {
  id: 3,
  merchant_id: 1,
  ...offered,
  price_version: 1,
  platform_points: false,
  available: true,
  token: null,
  status: "active" as const,
  starts_at: null,
  ends_at: null,
  created_at: "2026-11-21T18:40:11.310Z",
  updated_at: "2026-11-21T18:40:11.310Z",
};
const changed = { ...item, price: 450, price_version: 2, updated_at: "2026-11-22T09:00:00.127Z" };
const archived = { ...changed, status: "archived" as const, available: false };

export const create = { body: offered, answers: { 201: item } };
export const listOwn = { query: { limit: "20", status: "active" as const }, answers: { 200: onePage(item) } };
export const showOwn = { params: { id: "3" }, answers: { 200: item } };
export const update = { params: { id: "3" }, body: { price: 450 }, answers: { 200: changed } };
export const archive = { params: { id: "3" }, answers: { 200: archived } };
export const list = { query: { merchant_id: "1" }, answers: { 200: onePage(item) } };
export const show = { params: { id: "3" }, answers: { 200: item } };
