import { hexOf } from "../bytes.ts";

// Values of contracts as the RPC's JSON has them: one key names the type, as in {"u32": 7}.

export type Value = string | { readonly [type: string]: unknown };

interface Entry {
  key: Value;
  val: Value;
}

/** A value as a reader would write it: campaign: 7, [1, 2], "text". */
export function words(value: Value): string {
  if (typeof value === "string") return value;
  const [[type, content] = ["", ""]] = Object.entries(value);
  switch (type) {
    case "vec":
      return `[${(content as Value[]).map(words).join(", ")}]`;
    case "map":
      return `{${(content as Entry[]).map(({ key, val }) => `${words(key)}: ${words(val)}`).join(", ")}}`;
    case "string":
      return JSON.stringify(content);
    case "error":
      return `error ${Object.entries(content as object)
        .flat()
        .join(" ")}`;
    default:
      return typeof content === "object" ? JSON.stringify(content) : String(content);
  }
}

/** A contract's answer, as the SDK decodes it, as JSON that people read. */
export const readable = (value: unknown): string =>
  value === undefined
    ? "nothing"
    : JSON.stringify(
        value,
        (_, part) => {
          if (typeof part === "bigint") return part.toString();
          if (part instanceof Uint8Array) return hexOf(part);
          return part instanceof Map ? [...part] : part;
        },
        2,
      );
