import { useConfig } from "../../config.ts";
import { short } from "../../ui/format.ts";

/** The name of a contract of this deployment, or the id of another in short. */
export function useContractName(): (id: string) => string {
  const { contracts, asset } = useConfig();
  const names = new Map(Object.entries(contracts).map(([name, id]) => [id, name]));
  names.set(asset.contract_id, asset.code);
  return (id) => names.get(id) ?? short(id);
}
