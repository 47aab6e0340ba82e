import { Address, StrKey, scValToNative, type xdr } from "@stellar/stellar-sdk";
import { contractErrorName } from "./contract-errors.ts";
import { toJson } from "./json.ts";

/** Log of a failed call, a line per diagnostic event, newest first. Public nodes put these into the error's text, others don't. */
export function failureLog(events: readonly xdr.DiagnosticEvent[]): string[] {
  return events.flatMap(({ event }) => lineOf(event) ?? []).reverse();
}

function lineOf({ contractId, body }: xdr.ContractEvent): string | undefined {
  const { topics, data } = body.v0;
  const [kind, ...details] = topics;
  const contract = contractId ? `${StrKey.encodeContract(contractId.toXdr())} ` : "";
  switch (kind?.type === "scvSymbol" ? String(scValToNative(kind)) : "") {
    case "fn_call": {
      const [called, name] = details;
      const id = called?.type === "scvBytes" ? StrKey.encodeContract(scValToNative(called)) : "?";
      return `${contract}calls ${id} ${words(name)}${list(data)}`;
    }
    case "fn_return":
      return `${contract}${words(details[0])} answers ${words(data)}`;
    case "error":
      return `${contract}${errorWords(details[0])}: ${text(data)}`;
    case "log":
      return `${contract}logs ${text(data)}`;
    default:
      return undefined;
  }
}

function errorWords(error: xdr.ScVal | undefined): string {
  if (error?.type !== "scvError") return "error";
  const { type, code, value } = scValToNative(error) as { type: string; code: number; value?: string };
  if (type === "contract") return `contract error ${code} (${contractErrorName(code)})`;
  return `Error(${error.value.type.slice("sce".length)}, ${value?.slice("scec".length) ?? code})`;
}

/** A message, or a message with its arguments. */
const text = (data: xdr.ScVal): string =>
  data.type === "scvVec" ? (data.value ?? []).map(words).join(" ") : words(data);
const list = (data: xdr.ScVal): string =>
  data.type === "scvVec"
    ? `(${(data.value ?? []).map(words).join(", ")})`
    : `(${data.type === "scvVoid" ? "" : words(data)})`;

function words(value: xdr.ScVal | undefined): string {
  if (value === undefined) return "?";
  if (value.type === "scvAddress") return Address.fromScAddress(value.value).toString();
  if (value.type === "scvError") return errorWords(value);
  try {
    const json = toJson(scValToNative(value));
    return typeof json === "string" ? json : JSON.stringify(json);
  } catch {
    return value.type;
  }
}
