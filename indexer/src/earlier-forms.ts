import { xdr } from "@stellar/stellar-sdk";

interface Event {
  topics: xdr.ScVal[];
  value: xdr.ScVal;
}

/**
 * An event in the form that the present code gives it: a ledger keeps what earlier code emitted. Until release 0.2.0 the pool's
 * reserves had their contract in the data. (That events named no operator is `specEvents`' matter.)
 */
export function presentForm(contract: string, type: string, event: Event): Event {
  const { topics, value } = event;
  if (contract !== "pool" || !["reserved", "released"].includes(type) || value.type !== "scvMap") return event;
  const [name, merchant, id, ...more] = topics;
  const entries = value.value ?? [];
  const by = entries.find(({ key }) => key.type === "scvSymbol" && key.value.toString() === "contract");
  if (!name || !merchant || !id || more.length > 0 || !by) return event;
  return {
    topics: [name, merchant, by.val, id],
    value: xdr.ScVal.scvMap(entries.filter((entry) => entry !== by)),
  };
}
