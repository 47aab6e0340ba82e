import { isStorable } from "../../base/text.ts";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * JSON form of a decoded contract value: 64-bit and wider integers as decimal strings (a double can't hold them),
 * u32 and i32 as numbers, bytes as lower-case hex, and so text that can't be stored, addresses as strkey, an absent Option as null.
 * @throws TypeError for a value without such a form
 */
export function toJson(value: unknown): Json {
  if (value === null || value === undefined) return null;
  if (typeof value === "boolean" || typeof value === "number") return value;
  if (typeof value === "string") return textOf(value);
  if (typeof value === "bigint") return value.toString();
  if (value instanceof Uint8Array) return Buffer.from(value).toString("hex");
  if (Array.isArray(value)) return value.map(toJson);
  if (isPlainObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [textOf(key), toJson(item)]));
  }
  throw new TypeError(`no JSON form for ${typeof value}`);
}

const textOf = (text: string) => (isStorable(text) ? text : Buffer.from(text).toString("hex"));

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
