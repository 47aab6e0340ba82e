import type { Manifest } from "@merit/core/chain/manifest.ts";
import type { Followed } from "./decode.ts";
export function followed(manifest: Manifest): Followed[] {
  return [{ id: manifest.asset.contract_id, name: "asset" }];
}
